"""The parent's handle on a warm child that forks for each program."""

import contextlib
import os
import select
import signal
import subprocess
from typing import Any

from quizcli.model.run import Backend
from quizcli.runner import wire
from quizcli.runner.starting import WARM_SECONDS, start

GRACE = 5.0  # seconds; the child enforces the limit itself, this is for a child that hangs
PATIENCE = 1.0  # seconds for a child to exit when asked to


class ForkingChild:
    """A server process and the two pipes to it."""

    def __init__(self, backend: Backend) -> None:
        self.process = start(backend, "serve", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.requests, self.replies = self.process.stdin, self.process.stdout
        self.hello: dict[str, Any] | None = None

    def alive(self) -> bool:
        """Whether the process is running."""
        return self.process.poll() is None

    def ask(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """Send a request; returns the reply, or None if the child exited. Raises TimeoutError."""
        if self.hello is None:
            self.hello = self._receive(WARM_SECONDS)
            if self.hello is None or "ready" not in self.hello:
                return self.hello
        try:
            wire.send(self.requests.fileno(), request)
        except BrokenPipeError:
            return None
        return self._receive(request["seconds"] + GRACE)

    def close(self) -> None:
        """Stop the child and everything it started."""
        self.requests.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE if self.hello else 0)
        if self.alive():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.replies.close()

    def _receive(self, seconds: float) -> dict[str, Any] | None:
        fd = self.replies.fileno()
        if not select.select([fd], [], [], seconds)[0]:
            raise TimeoutError
        reply = wire.receive(fd)
        assert reply is None or isinstance(reply, dict)
        return reply
