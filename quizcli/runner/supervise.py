"""Forks a process for one program and supervises it until it ends."""

import contextlib
import importlib
import os
import selectors
import signal
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from quizcli.runner import wire
from quizcli.runner.confine import confine
from quizcli.runner.ending import RESULT_SIZE, death, read_report, reply
from quizcli.runner.execute import Request, Tools, carry_out
from quizcli.runner.guard import arm
from quizcli.runner.scratch import scratch, show

CHUNK = 1 << 16
GLANCE = 0.02  # seconds between polls where the end of a process cannot be awaited


@dataclass
class World:
    """What the server prepares for all programs."""

    tools: Tools
    readable: list[str]
    in_memory: bool  # whether folders in memory can be mounted
    first: bool  # whether this process is the first of its own process namespace

    def layers(self) -> dict[str, str]:
        """The protections that hold for all programs, named as in `confine`."""
        return {"namespaces": "on"} if self.first else {}


class Run:
    """A process with our ends of its pipes, and the output so far."""

    def __init__(self, pid: int, pipes: list[int], nonce: bytes, limit: int) -> None:
        self.pid, self.nonce, self.limit = pid, nonce, limit
        self.output, self.errors, self.result = pipes
        self.data = {fd: bytearray() for fd in pipes}
        self.ending = ""
        for fd in pipes:
            os.set_blocking(fd, False)

    def take(self, fd: int) -> bool:
        """Read what is available; False at the end of the stream."""
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

    def take_rest(self) -> None:
        """Read what is left in the pipes, up to the limit."""
        for fd, data in self.data.items():
            before = -1
            while self.ending != "flooded" and before != len(data):
                before = len(data)
                self.take(fd)

    def report(self) -> dict[str, Any] | None:
        """The report, once complete."""
        return read_report(bytes(self.data[self.result]), self.nonce)


def run_in_fork(request: Request, world: World, requests: int, replies: int) -> None:
    """Run `request` and send the reply; any input on `requests` meanwhile cancels it.

    The reply is sent before the process and its folder are cleaned up, which takes a while.
    """
    with scratch([*world.readable, *request["readable"]], in_memory=world.in_memory) as folder:
        run = _fork(request, world, folder)
        code = None
        try:
            _watch(run, time.monotonic() + request["seconds"], requests)
            run.take_rest()
            report = run.report()
            if run.ending == "ended" and report is None:
                code = _end(run, world)
            wrote = bool(run.data[run.result])
            streams = bytes(run.data[run.output]), bytes(run.data[run.errors])
            told = reply(request, run.ending, streams, report, death(code or 0, wrote=wrote))
            wire.send(replies, told)
        finally:
            if code is None:
                _end(run, world)


def _fork(request: Request, world: World, folder: str) -> Run:
    nonce = os.urandom(16).hex().encode()
    pipes = [os.pipe() for _ in range(3)]
    near, far = [near for near, _far in pipes], [far for _near, far in pipes]
    request["parent"] = os.getpid()
    pid = os.fork()
    if pid == 0:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        for fd, place in ((nothing, 0), (far[0], 1), (far[1], 2)):
            os.dup2(fd, place)
        become(request, world, folder, far[2], nonce)
    for fd in far:
        os.close(fd)
    return Run(pid, near, nonce, request["output"])


def become(request: Request, world: World, folder: str, result: int, nonce: bytes) -> NoReturn:
    """Confine this process and run the program in it; never returns."""
    try:
        trying = request["probe"] is not None
        probe = importlib.import_module("quizcli.runner.probe").probe if trying else None
        os.chdir(folder)
        show(folder, request["readable"])
        readable = [*world.readable, *request["readable"]]
        parent, seconds, memory = (request[name] for name in ("parent", "seconds", "memory"))
        layers = confine(parent, seconds, memory, readable, folder)
        if probe is not None:
            told = {"held": probe(request["probe"]), "layers": layers | world.layers()}
            wire.write_all(result, nonce + wire.pack({"outcome": "finished"} | told))
            os._exit(0)
        arm(readable, folder, graded=request["check"] is not None)
        _keep_only(result)
        carry_out(request, world.tools, result, nonce)
    except BaseException:  # noqa: BLE001 - nobody else hears of it
        traceback.print_exc()
    finally:
        os._exit(1)


def _keep_only(fd: int) -> None:
    """Close all descriptors except the standard streams and `fd`."""
    os.closerange(3, fd)
    os.closerange(fd + 1, 256)


def _watch(run: Run, deadline: float, requests: int) -> None:
    with selectors.DefaultSelector() as selector, _exit_of(run.pid) as gone:
        for fd in (*run.data, requests, *gone):
            selector.register(fd, selectors.EVENT_READ)
        while not run.ending:
            left = deadline - time.monotonic()
            if left <= 0:
                run.ending = "timeout"
            for key, _events in selector.select(left if gone else min(left, GLANCE)):
                if key.fd not in run.data:
                    run.ending = "cancelled" if key.fd == requests else "ended"
                elif not run.take(key.fd):
                    selector.unregister(key.fd)
            if not run.ending and (run.report() is not None or (not gone and _ended(run.pid))):
                run.ending = "ended"


@contextlib.contextmanager
def _exit_of(pid: int) -> Iterator[tuple[int, ...]]:
    """The descriptor that becomes readable when the process ends; none if unsupported."""
    if not hasattr(os, "pidfd_open"):
        yield ()
        return
    fd = os.pidfd_open(pid)
    try:
        yield (fd,)
    finally:
        os.close(fd)


def _ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end(run: Run, world: World) -> int:
    """Kill the process and everything it left; returns its exit code."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(run.pid, signal.SIGKILL)
    if world.first:
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)  # whatever it left in this namespace
    _pid, status = os.waitpid(run.pid, 0)
    _bury_orphans()
    for fd in run.data:
        os.close(fd)
    return os.waitstatus_to_exitcode(status)


def _bury_orphans() -> None:
    """Kill and reap orphans that were handed to this process."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    with contextlib.suppress(ChildProcessError, ProcessLookupError, FileNotFoundError):
        while orphans := listed.read_text(encoding="ascii").split():
            for pid in map(int, orphans):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
