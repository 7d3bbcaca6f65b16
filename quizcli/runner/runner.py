"""The parent's half: keeps a child process warm and asks it to run programs."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from quizcli.errors import QuizError
from quizcli.language import _
from quizcli.model.run import Backend, Limits, Program, RunError, RunResult
from quizcli.runner import wire

WARM_SECONDS = 120.0  # torch on a cold disk
GRACE_SECONDS = 5.0  # the child keeps the limit itself; this is for a child that is stuck
ROOT = Path(__file__).parent.parent.parent

START = (
    "import sys; sys.path[:] = {path!r}; from quizcli.runner.child import main; main({backend!r})"
)


class Runner:
    """Runs programs in a child process; safe to use from several threads, one run at a time."""

    def __init__(self, backend: Backend = "engine", limits: Limits | None = None) -> None:
        self.backend = backend
        self.limits = limits or Limits()
        self._child: subprocess.Popen[bytes] | None = None
        self._warm = False
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
        """Starts the child and returns at once; it warms while the person reads."""
        with self._lock:
            if self._child is None or self._child.poll() is not None:
                self._reap()
                self._child = _spawn(self.backend)
                self._warm = False

    def close(self) -> None:
        """Ends the child; the next run would start a new one."""
        with self._lock:
            self._reap()

    def run(
        self,
        program: Program,
        *,
        limits: Limits | None = None,
        folder: Path | None = None,
        arguments: Sequence[str] = (),
    ) -> RunResult:
        """The result of one program; `folder` is where it may import from. Raises QuizError
        where the backend is missing."""
        limits = limits or self.limits
        request = asdict(program) | asdict(limits)
        request |= {"folder": None, "file": None, "readable": [], "arguments": list(arguments)}
        with self._lock:
            try:
                self.start()
                return self._ask(request, limits)
            except BaseException:
                self._reap()
                raise

    def run_many(self, programs: Iterable[Program]) -> Iterator[RunResult]:
        """The results of many programs, in order."""
        for program in programs:
            yield self.run(program)

    def _ask(self, request: dict[str, Any], limits: Limits) -> RunResult:
        self._await_warmth()
        try:
            wire.send(self._fd("stdin"), request)
            reply = self._receive(limits.seconds + GRACE_SECONDS)
        except BrokenPipeError:
            reply = None
        except TimeoutError:
            self._reap()
            return _gone("timeout", _("the child process did not answer"))
        if reply is None:
            self._reap()
            return _gone("died", _("the child process ended"))
        if "crash" in reply:
            raise RuntimeError(f"the child process failed:\n{reply['crash']}")
        return read_reply(reply)

    def _await_warmth(self) -> None:
        if self._warm:
            return
        hello = self._receive(WARM_SECONDS)
        if hello is None:
            raise QuizError(_("the child process that runs code ended while it started"))
        if "missing" in hello:
            raise QuizError(_missing(self.backend, hello))
        if "crash" in hello:
            raise RuntimeError(f"the child process failed:\n{hello['crash']}")
        self._warm = True

    def _receive(self, seconds: float) -> Any:
        fd = self._fd("stdout")
        if not select.select([fd], [], [], seconds)[0]:
            raise TimeoutError
        return wire.receive(fd)

    def _fd(self, stream: str) -> int:
        assert self._child is not None
        number: int = getattr(self._child, stream).fileno()
        return number

    def _reap(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                stream.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def read_reply(reply: dict[str, Any]) -> RunResult:
    """The child's reply as a RunResult."""
    error = reply.get("error")
    return RunResult(
        outcome=reply["outcome"],
        stdout=reply.get("stdout", ""),
        stderr=reply.get("stderr", ""),
        printed=tuple((line, text) for line, text in reply.get("printed", ())),
        warnings=tuple((line, text) for line, text in reply.get("warnings", ())),
        error=RunError(**error) if error else None,
        seconds=reply.get("seconds", 0.0),
        events=tuple(reply.get("events", ())),
        graph=reply.get("graph"),
    )


def _gone(outcome: Any, message: str) -> RunResult:
    return RunResult(outcome, error=RunError(type="died", message=message))


def _missing(backend: Backend, hello: dict[str, Any]) -> str:
    if backend == "torch" and hello["missing"] == "torch":
        return _("PyTorch is not installed in this Python: pip install 'quizcli[torch]'")
    return _("the child process cannot load {backend}: {message}").format(
        backend=backend, message=hello["message"]
    )


def _spawn(backend: Backend) -> "subprocess.Popen[bytes]":
    code = START.format(path=_path(), backend=backend)
    return subprocess.Popen(  # noqa: S603 - this very interpreter
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(),
        start_new_session=True,
        bufsize=0,
    )


def _path() -> list[str]:
    """Where the child finds modules: as here, but not in the folder that happens to be current."""
    here = [entry for entry in sys.path if entry and Path(entry) != Path.cwd()]
    return here if str(ROOT) in here else [str(ROOT), *here]


KEPT = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP")
SET = {
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "LC_ALL": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


def _environment() -> dict[str, str]:
    """What programs see: nothing of the person's."""
    return {name: os.environ[name] for name in KEPT if name in os.environ} | SET
