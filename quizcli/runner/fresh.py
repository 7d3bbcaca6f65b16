"""The parent's handle on children that each run one program; for systems that cannot fork.

One child is always kept warm for the next program. Everything that comes back is in files, which
every system can wait for in the same way.
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

GLANCE = 0.002  # seconds between two looks at a running program


class FreshChild:
    """A process that waits for its one program, with the folder in which it leaves the result."""

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
        """Whether the process is still there."""
        return self.process.poll() is None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The reply to the one request."""
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
        """Ends the child, and deletes what it left."""
        self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        remove(str(self.folder))

    def _watch(self, seconds: float, size: int) -> str:
        """Waits for the end, or brings it about; how it came."""
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
