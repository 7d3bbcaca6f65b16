"""The parent's handle on children that run one program each, for systems without fork.

One child is always kept ready for the next program. All results come back in files, which work
the same on every system.
"""

import contextlib
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from quizcli.model.run import Backend
from quizcli.runner import wire
from quizcli.runner.ending import death, read_report, reply
from quizcli.runner.removal import PREFIX, remove, sweep
from quizcli.runner.starting import WARM_SECONDS, start

GLANCE = 0.002  # seconds between polls of a running program


class FreshChild:
    """A process that waits for its one program, and the folder for the result."""

    def __init__(self, backend: Backend) -> None:
        sweep(time.time())
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self.files = [self.folder / name for name in ("output", "errors", "result")]
        with self.files[0].open("wb") as output, self.files[1].open("wb") as errors:
            self.process = start(
                backend, "run_once", stdin=subprocess.PIPE, stdout=output, stderr=errors
            )
        self.files[2].touch()
        self.begun, self.work = self.folder / "begun", self.folder / "work"
        self.work.mkdir()
        self.nonce = os.urandom(16).hex()

    def alive(self) -> bool:
        """Whether the process is running."""
        return self.process.poll() is None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send the one request; returns the reply."""
        paths = {"result": self.files[2], "begun": self.begun, "work": self.work}
        own: dict[str, Any] = {name: str(path) for name, path in paths.items()}
        own |= {"nonce": self.nonce, "parent": os.getpid()}
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError), self.process.stdin as stdin:
            wire.send(stdin.fileno(), request | own)
        ending = self._watch(request["seconds"], request["output"])
        output, errors, result = (file.read_bytes() for file in self.files)
        report = read_report(result, self.nonce.encode())
        death_ = death(self.process.wait(), wrote=bool(result))
        return reply(request, ending, (output, errors), report, death_)

    def close(self) -> None:
        """Stop the child and delete what it left."""
        self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        remove(str(self.folder))

    def _watch(self, seconds: float, size: int) -> str:
        """Wait for the process to end, or stop it; returns how it ended."""
        begun, deadline = False, time.monotonic() + WARM_SECONDS
        while self.alive():
            if not begun and self.begun.exists():
                begun, deadline = True, time.monotonic() + seconds
            too_much = sum(file.stat().st_size for file in self.files[:2]) > size
            if too_much or time.monotonic() > deadline:
                self.process.kill()
                return "flooded" if too_much else "timeout"
            time.sleep(GLANCE)
        return "flooded" if sum(file.stat().st_size for file in self.files[:2]) > size else "ended"
