"""The parent's half: keeps a child process ready and asks it to run programs."""

import atexit
import os
import threading
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from quizcli.errors import QuizError
from quizcli.language import _
from quizcli.model.run import Backend, Limits, Outcome, Program, RunError, RunResult
from quizcli.runner.sentences import sentence

if TYPE_CHECKING:
    from quizcli.runner.forking import ForkingChild
    from quizcli.runner.fresh import FreshChild
    from quizcli.runner.protections import Protections

TRIAL_SECONDS, TRIAL_OUTPUT = 0.3, 10_000  # enough to see that limits hold
CAN_FORK = hasattr(os, "fork")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the user's own file runs: its folder, readable paths, name and arguments.

    Without a folder, the readable paths appear in the temporary folder it runs in.
    """

    folder: Path | None = None
    readable: tuple[Path, ...] = ()
    file: str | None = None
    arguments: tuple[str, ...] = ()

    def as_request(self) -> dict[str, Any]:
        """The request fields for the child."""
        return {
            "folder": str(self.folder) if self.folder else None,
            "readable": [str(path) for path in self.readable],
            "file": self.file,
            "arguments": list(self.arguments),
        }


class Runner:
    """Runs programs in a child process, one at a time; thread-safe."""

    def __init__(
        self,
        backend: Backend = "engine",
        limits: Limits | None = None,
        *,
        fork: bool = CAN_FORK,
    ) -> None:
        self.backend: Backend = backend
        self.limits = limits or Limits()
        self._fork = fork
        self._child: ForkingChild | FreshChild | None = None
        self._lock = threading.RLock()

    def __enter__(self) -> "Runner":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start the child and return at once; it loads while the user reads."""
        with self._lock:
            self._ready()

    def close(self) -> None:
        """Stop the child; the next run starts a new one."""
        with self._lock:
            child, self._child = self._child, None
            atexit.unregister(self.close)
            if child is not None:
                child.close()

    def run(
        self,
        program: Program,
        *,
        limits: Limits | None = None,
        place: Place | None = None,
    ) -> RunResult:
        """Run one program. Raises QuizError if the backend cannot be loaded."""
        limits = limits or self.limits
        reply = self._ask(asdict(program) | asdict(limits) | (place or Place()).as_request())
        return _result(reply, limits)

    def protections(self) -> "Protections":
        """What a program cannot do on this system, found by trying."""
        from quizcli.runner.protections import Protections, target

        limits = Limits(seconds=TRIAL_SECONDS, output=TRIAL_OUTPUT)
        with target(2 * self.limits.memory) as laid_out:
            request = asdict(Program("")) | asdict(self.limits) | Place().as_request()
            reply = self._ask(request | {"probe": laid_out})
        loop = self.run(Program("while True: pass"), limits=limits)
        flood = self.run(Program("while True: print('\\n' * 1000)"), limits=limits)
        ended = {"time": loop.outcome == "timeout", "output": flood.outcome == "flooded"}
        return Protections(ended | reply["held"], reply["layers"])

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            try:
                reply = self._ready().ask({"probe": None} | request)
            except TimeoutError:
                self.close()
                return {"outcome": "timeout", "error": {"type": "timeout", "message": ""}}
            except BaseException:
                self.close()
                raise
            if reply is None or "outcome" not in reply:
                self.close()
            elif not self._fork:
                self.close()
                self.start()
        if reply is None:
            return {"outcome": "died", "error": {"type": "gone", "message": ""}}
        if "missing" in reply:
            raise QuizError(_missing(self.backend, reply))
        if "crash" in reply:
            raise RuntimeError(f"the child process failed:\n{reply['crash']}")
        return reply

    def _new_child(self) -> "ForkingChild | FreshChild":
        if self._fork:
            from quizcli.runner.forking import ForkingChild

            return ForkingChild(self.backend)
        from quizcli.runner.fresh import FreshChild

        return FreshChild(self.backend)

    def _ready(self) -> "ForkingChild | FreshChild":
        if self._child is not None and not self._child.alive():
            self.close()
        if self._child is None:
            self._child = self._new_child()
            atexit.register(self.close)
        return self._child


def _result(reply: dict[str, Any], limits: Limits) -> RunResult:
    outcome: Outcome = reply["outcome"]
    error = RunError(**reply["error"]) if reply.get("error") else None
    return RunResult(
        outcome=outcome,
        stdout=reply.get("stdout", ""),
        stderr=reply.get("stderr", ""),
        printed=tuple((line, text) for line, text in reply.get("printed", ())),
        warnings=tuple((line, text) for line, text in reply.get("warnings", ())),
        error=replace(error, message=sentence(outcome, error, limits)) if error else None,
        seconds=reply.get("seconds", 0.0),
        events=tuple(reply.get("events", ())),
        graph=reply.get("graph"),
    )


def _missing(backend: Backend, reply: dict[str, Any]) -> str:
    if backend == "torch" and reply["missing"] == "torch":
        return _("PyTorch is not installed in this Python: pip install 'quizcli[torch]'")
    return _("the child process cannot load {backend}: {message}").format(
        backend=backend, message=reply["message"]
    )
