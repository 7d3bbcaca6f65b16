"""Runs one program in its own process, checks it, and reports.

How the grading is protected from the program, which runs in the same process:

- The steps are called by C code (`deque.extend` over `map`), in a separate thread, so that no frame
  of this package is below the program's; the generator that decides the next step is suspended
  meanwhile. The function that calls the program is `detached`.
- The objects of this package were hidden from the collector (`gc.freeze`) before the program began.
- Builtins, modules and classes are restored before the check, which does not see names of the
  program that shadow builtins; an answer that changes any of these, or the names that the check
  sees, during the check has failed.
- The report carries a nonce that is in no frame that the program can reach.
- After the program, this package calls nothing that is looked up in another module: what it needs
  was bound to its own names before (`_exit`, `_collect_no_more`, …), or has been restored.

What remains possible: reading and writing raw memory, through a C library or NumPy's strides.
"""

import _thread
import atexit
import builtins
import contextlib
import gc
import linecache
import os
import random
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import call
from pathlib import Path
from types import CodeType, ModuleType, TracebackType
from typing import Any, NoReturn, Protocol

from quizcli.runner import wire
from quizcli.runner.bare import TRUE_BUILTINS, attempt, attempt_call, attempt_watched, detached
from quizcli.runner.capture import Line, Printer
from quizcli.runner.checks import CHECK, bind, changed, compile_check
from quizcli.runner.confine import breathe
from quizcli.runner.describe import describe, ended_well
from quizcli.runner.pristine import Restore

PATIENCE = 0.3  # seconds for an answer's threads to end after it
STACK = 16 << 20  # bytes, stack of the thread that runs an answer
Request = dict[str, Any]  # the fields of Program and Limits, and those that `Runner` adds
Report = Callable[[dict[str, Any]], NoReturn]
Steps = Iterator[Callable[[], Any]]


class Watching(Protocol):
    """Records what a program does while its `code` runs: `events` and `graph` as plain data."""

    code: CodeType
    events: list[dict[str, Any]]
    graph: dict[str, Any] | None

    def __enter__(self) -> object: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Tools:
    """What is prepared once for all programs."""

    restore: Restore
    hidden: Sequence[str]  # modules hidden from programs
    watch: Callable[[str, str, list[Line]], Watching]  # by name, source and printed lines


class Job:
    """A compiled program with its check, streams and `__main__`."""

    def __init__(self, request: Request) -> None:
        self.name: str = request["name"]
        self.source: str = request["source"]
        self.code = compile(self.source, self.name, "exec", dont_inherit=True)
        check = request["check"]
        self.check = None if check is None else compile_check(check)
        self.folder: str = request["folder"] or str(Path.cwd())
        self.own = (CHECK, self.folder + os.sep)
        self.module = ModuleType("__main__")
        self.namespace = vars(self.module)
        self.namespace["__builtins__"] = builtins
        if request["file"]:
            self.namespace["__file__"] = request["file"]
        self.output, self.errors = Printer(1, self.name), Printer(2, self.name)
        self.printed, self.warned = self.output.printed, self.errors.warned
        for name, text in ((self.name, self.source), (CHECK, check or "")):
            linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        self.watched: bool = request["watch"]
        self.seen: Watching | None = None

    def first_step(self, tools: Tools) -> Callable[[], BaseException | None]:
        """The first step, which runs the program."""
        if self.watched:
            self.seen = tools.watch(self.name, self.source, self.printed)
            return partial(detached(attempt_watched), self.seen.code, self.namespace, self.seen)
        return partial(detached(attempt), self.code, self.namespace)


def carry_out(request: Request, tools: Tools, result: int, nonce: bytes) -> NoReturn:
    """Run the request and write the report to the descriptor `result`; never returns."""
    report = partial(_report, result, nonce)
    try:
        job = Job(request)
    except Exception as error:  # noqa: BLE001 - whatever it is, the source does not compile
        report({"outcome": "refused", "error": describe(error, request["name"])[1]})
    _settle(job, request, tools.hidden)
    results: deque[Any] = deque()
    graded = job.check is not None
    steps = (_judged if graded else _alone)(job, tools, results, report)
    called, take = map(call, steps), results.extend
    del job, tools, results, steps, report, nonce, request  # below the program on the stack
    gc.enable()
    if graded:
        _in_thread(called, take)
    else:
        gc.freeze()
        take(called)
    os._exit(1)


def _in_thread(steps: Iterator[Any], take: Callable[[Iterator[Any]], None]) -> None:
    begun, never = _thread.allocate_lock(), _thread.allocate_lock()
    begun.acquire()
    never.acquire()
    _thread.stack_size(STACK)
    _thread.start_new_thread(take, (chain(map(call, (begun.release, gc.freeze)), steps),))
    del steps, take
    begun.acquire()
    while not never.acquire(timeout=0.05) and _threads():
        pass  # the last step ends the process


def _settle(job: Job, request: Request, hidden: Sequence[str]) -> None:
    """Make the process look new to the program: streams, modules, arguments, seeds."""
    for name in hidden:
        del sys.modules[name]
    sys.modules["__main__"] = job.module
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc] # noqa: SIM115
    sys.stdout = sys.__stdout__ = job.output  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = job.errors  # type: ignore[misc]
    sys.argv = [job.name, *request["arguments"]]
    sys.path.insert(0, job.folder)
    random.seed(0)


def _alone(job: Job, tools: Tools, results: "deque[Any]", report: Report) -> Steps:
    """The steps of a program without a check; each step's value is then the last of `results`."""
    step = job.first_step(tools)
    start = time.perf_counter()
    yield step
    seconds = time.perf_counter() - start
    breathe()
    error = results[-1]
    if not ended_well(error):
        yield partial(describe, error, job.name, job.own)
        ending = _ending(results[-1])
    else:
        ending = {"outcome": "finished"}
    yield partial(_wind_down, job.namespace)
    report(_told(job, seconds) | ending)


def _wind_down(namespace: dict[str, Any]) -> None:
    """Finish like Python: wait for threads, run exit handlers, release objects."""
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()
    with contextlib.suppress(BaseException):
        atexit._run_exitfuncs()
    namespace.clear()


def _judged(job: Job, tools: Tools, results: "deque[Any]", report: Report) -> Steps:
    """The steps of a program with a check."""
    assert job.check is not None
    restore, step = tools.restore, job.first_step(tools)
    start = time.perf_counter()
    yield step
    _collect_no_more()
    error = results[-1]
    yield restore
    told = _told(job, time.perf_counter() - start)
    breathe()
    if not ended_well(error):
        yield partial(describe, error, job.name, job.own)
        described = results[-1]
        yield restore
        report(told | _ending(described))
    if _threads_go_on():
        report(told | _failed("TimeoutError", "the answer left threads running"))
    seen = _sight(job)
    before = seen.copy()
    step = partial(detached(attempt_call), *bind(job.check, seen))
    _hide()
    yield step
    _collect_no_more()
    error = results[-1]
    yield restore
    altered = results[-1] + changed(before, seen)
    if error is not None:
        yield partial(describe, error, CHECK, (job.name,))
        described = results[-1]
        yield restore
        told |= _ending(described) | {"outcome": "failed"}
    elif altered:
        what = ", ".join(altered[:3])
        told |= _failed("PermissionError", f"the answer changed {what} while it was checked")
    report(told | ({} if error is not None or altered else {"outcome": "finished"}))


# a collection would run the program's finalizers above these frames; frozen objects stay hidden
_collect_no_more, _hide = gc.disable, gc.freeze
_threads, _exit, _modules = _thread._count, os._exit, sys.modules


def _sight(job: Job) -> dict[str, Any]:
    """The names a check sees: the program's names, SOURCE, PRINTED, and the original builtins."""
    seen = {
        name: value
        for name, value in job.namespace.items()
        if type(name) is str and not (name in TRUE_BUILTINS and callable(value))
    }
    if "torch" in seen:
        seen["torch"] = _modules["torch"]
    printed = "".join(text for _line, text in _plain(job.printed))
    return seen | {"SOURCE": job.source, "PRINTED": printed, "__builtins__": builtins}


def _threads_go_on() -> bool:
    """Whether threads of the program are still running after a short wait."""
    last = time.monotonic() + PATIENCE
    while _threads() > 1:
        if time.monotonic() > last:
            return True
        time.sleep(0.001)
    return False


def _told(job: Job, seconds: float) -> dict[str, Any]:
    told = {"seconds": seconds, "printed": _plain(job.printed), "warnings": _plain(job.warned)}
    return told | ({"events": job.seen.events, "graph": job.seen.graph} if job.seen else {})


def _failed(kind: str, message: str) -> dict[str, Any]:
    return {"outcome": "failed", "error": {"type": kind, "message": message}}


def _plain(log: Any) -> list[Line]:
    """The log as plain data, without objects of the program whose code would run when read."""
    return [
        [*entry]
        for entry in log
        if type(entry) is list
        and len(entry) == 2
        and type(entry[0]) is int
        and type(entry[1]) is str
    ]


def _ending(described: Any) -> dict[str, Any]:
    """A described error as plain data, likewise without objects whose code would run when read."""
    outcome, told = described
    if type(outcome) is not str or outcome not in ("raised", "memory", "refused"):
        outcome = "raised"
    plain = {
        key: told[key]
        for key in ("type", "message", "line", "traceback")
        if type(told) is dict and type(told.get(key)) in (str, int)
    }
    return {"outcome": outcome, "error": {"type": "Exception", "message": ""} | plain}


def _report(result: int, nonce: bytes, told: dict[str, Any]) -> NoReturn:
    wire.write_all(result, nonce + wire.pack(told))
    _exit(0)
