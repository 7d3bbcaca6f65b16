"""Forks a process for one program and watches over it to its end."""

import contextlib
import os
import selectors
import signal
import time
from dataclasses import dataclass, field
from typing import Any

from quizcli.runner import wire
from quizcli.runner.execute import Request, carry_out

RESULT_SIZE = 1 << 26  # bytes; a longer report is no report
CHUNK = 1 << 16


@dataclass
class Run:
    """A process with the near ends of its pipes, and what came out of them so far."""

    pid: int
    output: int
    errors: int
    result: int
    nonce: bytes
    limit: int
    data: dict[int, bytearray] = field(default_factory=dict)
    ending: str = ""

    def __post_init__(self) -> None:
        self.data = {self.output: bytearray(), self.errors: bytearray(), self.result: bytearray()}
        for fd in self.data:
            os.set_blocking(fd, False)

    def take(self, fd: int) -> bool:
        """Reads what is there; False at the end of the stream."""
        try:
            part = os.read(fd, CHUNK)
        except BlockingIOError:
            return True
        self.data[fd] += part
        if len(self.data[self.output]) + len(self.data[self.errors]) > self.limit:
            self.ending = "flooded"
        elif len(self.data[self.result]) > RESULT_SIZE:
            self.ending = "died"
        return bool(part)

    def report(self) -> dict[str, Any] | None:
        """The report, once all of it is there and bears the nonce."""
        data = bytes(self.data[self.result])
        if not data.startswith(self.nonce):
            return None
        return wire.unpack(data[len(self.nonce) :])


def run_in_fork(request: Request, requests: int) -> dict[str, Any]:
    """The reply to `request`; a message or the end of the stream on `requests` cancels it."""
    nonce = os.urandom(16).hex().encode()
    pipes = [os.pipe() for _ in range(3)]
    pid = os.fork()
    if pid == 0:
        _become(request, [near for near, _far in pipes], [far for _near, far in pipes], nonce)
    for _near, far in pipes:
        os.close(far)
    run = Run(pid, *(near for near, _far in pipes), nonce=nonce, limit=request["output"])
    try:
        _watch(run, time.monotonic() + request["seconds"], requests)
    finally:
        status = _end(run)
    return _reply(run, status, request)


def _become(request: Request, near: list[int], far: list[int], nonce: bytes) -> None:
    """The forked process: never returns to the server's code."""
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        for fd, place in ((nothing, 0), (far[0], 1), (far[1], 2)):
            os.dup2(fd, place)
        for fd in (*near, nothing, far[0], far[1]):
            os.close(fd)
        carry_out(request, far[2], nonce)
    finally:
        os._exit(1)


def _watch(run: Run, deadline: float, requests: int) -> None:
    with selectors.DefaultSelector() as selector, _exit_of(run.pid) as gone:
        for fd in (*run.data, requests, *gone):
            selector.register(fd, selectors.EVENT_READ)
        while not run.ending:
            left = deadline - time.monotonic()
            if left <= 0:
                run.ending = "timeout"
                return
            for key, _events in selector.select(left if gone else min(left, 0.02)):
                if key.fd in run.data:
                    if not run.take(key.fd):
                        selector.unregister(key.fd)
                else:
                    run.ending = "cancelled" if key.fd == requests else "ended"
            if run.report() is not None or (not gone and _has_ended(run.pid)):
                run.ending = run.ending or "ended"


@contextlib.contextmanager
def _exit_of(pid: int):  # type: ignore[no-untyped-def]
    """The descriptors, one or none, that become readable when the process ends."""
    if not hasattr(os, "pidfd_open"):
        yield ()
        return
    fd = os.pidfd_open(pid)
    try:
        yield (fd,)
    finally:
        os.close(fd)


def _has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end(run: Run) -> int:
    """Kills the process and all that it left, takes the rest of the output; its exit code."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(run.pid, signal.SIGKILL)
    _pid, status = os.waitpid(run.pid, 0)
    for fd in run.data:
        before = -1
        while run.ending != "flooded" and before != len(run.data[fd]):
            before = len(run.data[fd])
            run.take(fd)
        os.close(fd)
    return os.waitstatus_to_exitcode(status)


def _reply(run: Run, status: int, request: Request) -> dict[str, Any]:
    output = bytes(run.data[run.output])[: run.limit].decode("utf-8", "replace")
    errors = bytes(run.data[run.errors])[: run.limit].decode("utf-8", "replace")
    reply = {"stdout": output, "stderr": errors}
    if run.ending == "ended" and (report := run.report()) is not None:
        return reply | report
    if run.ending == "ended":
        return reply | {"outcome": "died", "error": _death(status, bool(run.data[run.result]))}
    return reply | {"outcome": run.ending, "error": _cut(run.ending, request)}


def _cut(ending: str, request: Request) -> dict[str, Any]:
    message = {
        "timeout": f"still running after {request['seconds']:g} s",
        "flooded": f"printed more than {request['output']} bytes",
    }.get(ending, "stopped")
    return {"type": ending, "message": message}


def _death(status: int, wrote: bool) -> dict[str, Any]:
    if wrote:
        return {"type": "died", "message": "ended without a result; what it wrote as one is none"}
    if status < 0:
        with contextlib.suppress(ValueError):
            return {"type": signal.Signals(-status).name, "message": "ended by a signal"}
    return {"type": "died", "message": f"ended without a result (exit code {status})"}
