"""Carries one program out in the process made for it, has it checked, and reports.

How the grading is kept from the program, which runs in the same process: the steps below are called
by C code (`deque.extend` over `map`), so that no frame of this room is ever below the program's;
what this room holds was frozen out of the collector's sight before the program began; builtins,
modules and classes are put back before the check; and the report carries a nonce that only the
frames of this generator know. What stays possible: code that reads or writes raw memory.
"""

import linecache
import os
import random
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from operator import call
from types import CodeType, ModuleType
from typing import Any, NoReturn

from quizcli.runner import wire
from quizcli.runner.bare import new_attempt
from quizcli.runner.capture import Printer, record_warnings
from quizcli.runner.describe import describe, ended_well

CHECK = "<check>"
Request = dict[str, Any]  # the fields of Program and Limits, and those that `Runner` adds


class Job:
    """One program, ready to run: compiled, with its streams and its `__main__`."""

    def __init__(self, request: Request) -> None:
        self.name: str = request["name"]
        self.source: str = request["source"]
        self.watched: bool = request["watch"]
        self.graded = request["check"] is not None
        self.code = compile(self.source, self.name, "exec", dont_inherit=True)
        self.check = (
            compile(request["check"], CHECK, "exec", dont_inherit=True) if self.graded else None
        )
        self.module = ModuleType("__main__")
        self.module.__dict__["__builtins__"] = __builtins__
        lines = self.source.splitlines(keepends=True)
        linecache.cache[self.name] = (len(self.source), None, lines, self.name)


def carry_out(request: Request, result: int, nonce: bytes) -> NoReturn:
    """Runs the request and writes the report to the file descriptor `result`; never returns."""
    report = partial(_report, result, nonce)
    try:
        job = Job(request)
    except (SyntaxError, ValueError) as error:  # ValueError: null bytes in the source
        _kind, told = describe(error, request["name"])
        report({"outcome": "refused", "error": told})
    _settle(job, request)
    results: deque[Any] = deque()
    steps = map(call, _steps(job, results, report))
    results.extend(steps)
    os._exit(1)


def _settle(job: Job, request: Request) -> None:
    """Makes the process look new to the program: streams, modules, arguments, seeds."""
    sys.modules["__main__"] = job.module
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - stays open
    sys.stdout = sys.__stdout__ = Printer(1, job.name)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = Printer(2, job.name)  # type: ignore[misc]
    sys.argv = [job.name, *request["arguments"]]
    sys.path.insert(0, request["folder"] or "")
    random.seed(0)


def _steps(
    job: Job, results: "deque[Any]", report: Callable[[dict[str, Any]], NoReturn]
) -> Iterator[Callable[[], Any]]:
    """Each step is called by C code, and its value is then the last of `results`."""
    warned = record_warnings(job.name)
    printer = sys.stdout
    assert isinstance(printer, Printer)
    namespace = job.module.__dict__
    start = time.perf_counter()
    yield partial(new_attempt(), job.code, namespace)
    error = results[-1]
    told: dict[str, Any] = {"outcome": "finished", "seconds": time.perf_counter() - start}
    if not ended_well(error):
        yield partial(describe, error, job.name)
        told["outcome"], told["error"] = results[-1]
    elif job.check is not None:
        yield partial(new_attempt(), job.check, _sight(job, printer))
        error = results[-1]
        if error is not None:
            yield partial(describe, error, CHECK)
            told.update(outcome="failed", error=results[-1][1])
    told.update(printed=printer.log, warnings=warned)
    yield partial(report, told)


def _sight(job: Job, printer: Printer) -> dict[str, Any]:
    """What a check sees: the program's names, SOURCE and PRINTED."""
    printed = "".join(text for _line, text in printer.log)
    return {**job.module.__dict__, "SOURCE": job.source, "PRINTED": printed}


def _report(result: int, nonce: bytes, told: dict[str, Any]) -> NoReturn:
    wire.write_all(result, nonce + wire.pack(told))
    os._exit(0)
