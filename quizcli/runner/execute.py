"""Carries one program out in the process made for it, has it checked, and reports.

How the grading is kept from the program, which runs in the same process:

- The steps are called by C code (`deque.extend` over `map`), in a thread of their own, so that no
  frame of this room is below the program's; the generator that decides what comes next is suspended
  meanwhile. What calls the program is `detached`.
- What this room holds was frozen out of the collector's sight before the program began.
- Builtins, modules and classes are put back before the check, names of the program that hide
  builtins are not seen by it, and an answer that changes them, or the names that the check sees,
  while it is checked has failed.
- The report carries a nonce that is in no frame which the program can reach.
- After the program, this room calls nothing that is looked up in a module of others: what it needs
  was bound to its own names before (`_exit`, `_collect_no_more`, …), or has been put back.

What stays possible: reading and writing raw memory, through a C library or NumPy's strides.
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

PATIENCE = 0.3  # seconds that threads of an answer have to end after it
STACK = 16 << 20  # bytes, of the thread in which an answer runs
Request = dict[str, Any]  # the fields of Program and Limits, and those that `Runner` adds
Report = Callable[[dict[str, Any]], NoReturn]
Steps = Iterator[Callable[[], Any]]


class Watching(Protocol):
    """Notes what a program does while its `code` runs: plain `events`, and its `graph`."""

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
    """What was made ready for all programs."""

    restore: Restore
    hidden: Sequence[str]  # modules that a program shall not find
    watch: Callable[[str, str, list[Line]], Watching]  # of a name, a source and printed lines


class Job:
    """One program, compiled, with its check, its streams and its `__main__`."""

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
        """What runs the program."""
        if self.watched:
            self.seen = tools.watch(self.name, self.source, self.printed)
            return partial(detached(attempt_watched), self.seen.code, self.namespace, self.seen)
        return partial(detached(attempt), self.code, self.namespace)


def carry_out(request: Request, tools: Tools, result: int, nonce: bytes) -> NoReturn:
    """Runs the request and writes the report to the descriptor `result`; never returns."""
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
    del job, tools, results, steps, report, nonce, request  # this frame stays below the program
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
    """Makes the process look new to the program: streams, modules, arguments, seeds."""
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
    """The steps of a program without a check; the value of each is then the last of `results`."""
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
    """Ends as Python ends: waits for threads, runs what was registered, lets go of the objects."""
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


# a collection would run the program's finalizers on these frames; what is frozen cannot be found
_collect_no_more, _hide = gc.disable, gc.freeze
_threads, _exit, _modules = _thread._count, os._exit, sys.modules


def _sight(job: Job) -> dict[str, Any]:
    """What a check sees: the program's names, SOURCE and PRINTED, and the true builtins."""
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
    """Whether threads of the program are still there after a while."""
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
    """The log, without anything that a program put there and that would run when looked at."""
    return [
        [*entry]
        for entry in log
        if type(entry) is list
        and len(entry) == 2
        and type(entry[0]) is int
        and type(entry[1]) is str
    ]


def _ending(described: Any) -> dict[str, Any]:
    """An error as it was described, again without anything that would run when looked at."""
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
