"""Watches a program while it runs: what each line bound, recorded, printed or raised.

docs/watching.md describes the output.
"""

import importlib
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol

from quizcli.runner import describe
from quizcli.runner.capture import Line
from quizcli.runner.graphs import Graph
from quizcli.runner.marks import CALLS, Target, marked
from quizcli.runner.naming import NOTHING, Names, attributes_of
from quizcli.runner.values import Shower, spell
from quizcli.runner.visits import Event, Visits


class Side(Protocol):
    """What a backend can report."""

    graph: Graph

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def bound(self, name: str, value: Any) -> None: ...
    def changes(self) -> None: ...


def tracer(backend: str) -> "Callable[[str, str, list[Line]], Trace]":
    """Return a function that makes a Trace from a program's name, source and printed lines."""
    module = importlib.import_module(f"quizcli.runner.watch_{backend}")
    return lambda *program: Trace(*program, lens=module.lens, side=module.Watch)


class Trace:
    """A watched program; `code` is what to run inside the context."""

    def __init__(
        self, name: str, source: str, printed: list[Line], *, lens: Any, side: Callable[..., Side]
    ) -> None:
        self.name = name
        calls = {each: getattr(self, each) for each in CALLS}
        self.code, marks = marked(source, name, calls)
        self.visits, self.shower, self.names = Visits(marks, printed), Shower(lens), Names(lens)
        self.lens, self.marks = lens, marks
        self.side = side(self.visits, self.names, self.shower)
        self.told = (0, 0, 0)  # the last error: its id, its line, and the visit that raised it
        self.events: list[Event] = []
        self.graph: dict[str, Any] | None = None

    def __enter__(self) -> "Trace":
        self.visits.thread = threading.get_ident()
        self.side.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self._note_error(error, caught=False)
        self.side.changes()
        self.side.stop()
        self.events, self.graph = self.visits.finish(), self.side.graph.plain()
        spell([self.events, self.graph or {}])

    # ---- called by the program ----------------------------------------------------------------

    def entered(self, number: int) -> None:
        """A statement begins."""
        if threading.get_ident() == self.visits.thread:
            self.side.changes()
            self.visits.note_prints()
            self.visits.enter(number, counted=self.marks[number].kind != "loop")

    def bound(self, number: int, *values: Any) -> None:
        """The statement bound its targets; for an attribute, the value of its first name."""
        if threading.get_ident() == self.visits.thread:
            for target, value in zip(self.marks[number].targets, values, strict=True):
                self._bind(target, self._resolved(target, value))

    def looped(self, number: int, *values: Any) -> None:
        """A loop begins another iteration."""
        if threading.get_ident() == self.visits.thread:
            self.side.changes()
            self.visits.note_prints()
            self.visits.enter(number)
            self.bound(number, *values)

    def returned(self, number: int, value: Any) -> Any:
        """A function returns; passes the value through."""
        if threading.get_ident() == self.visits.thread:
            shown = self.shower.show(value)
            if shown is not None:
                self.visits.note("returned", value=shown)
        return value

    def called(self, number: int, names: tuple[str, ...], *values: Any) -> None:
        """A function of the program begins, with these arguments."""
        if threading.get_ident() == self.visits.thread:
            self.visits.begin_call(self.marks[number].scope)
            self.visits.enter(number)
            for name, value in zip(names, values, strict=True):
                self._bind(Target(name), value, argument=True)

    def left(self, scope: int) -> None:
        """A function of the program ends, normally or not."""
        if threading.get_ident() == self.visits.thread:
            self.visits.note_prints()
            self.visits.end_call(scope)

    def evaluated(self, _entered: None, value: Any) -> Any:
        """A lambda was evaluated; passes the value through."""
        if threading.get_ident() == self.visits.thread:
            call = self.visits.calls[-1]
            shown = self.shower.show(value)
            if shown is not None and value is not None:
                self.visits.note("returned", value=shown)
            self.visits.end_call(call.scope)
        return value

    def caught(self) -> None:
        """An error reached a handler of the program."""
        error = sys.exc_info()[1]
        if error is not None and threading.get_ident() == self.visits.thread:
            self._note_error(error, caught=True)

    # ---- noted --------------------------------------------------------------------------------

    def _bind(self, target: Target, value: Any, *, argument: bool = False) -> None:
        if value is NOTHING:
            return
        calls = self.visits.calls
        self.names.learn(target.text, value, calls[-1].names if len(calls) > 1 else None)
        if not argument:
            self.side.bound(target.text, value)
        shown = self.shower.show(value)
        if shown is not None:
            self.visits.note("bound", name=target.text, value=shown)

    def _resolved(self, target: Target, value: Any) -> Any:
        for name in target.path:
            if self.lens.is_tensor(value):
                value = self.lens.attribute(value, name)
            else:
                value = attributes_of(value).get(name, NOTHING)
        return value

    def _note_error(self, error: BaseException, *, caught: bool) -> None:
        """Note the program's own line at which the error was raised."""
        line, step = 0, error.__traceback__
        while step is not None:
            if step.tb_frame.f_code.co_filename == self.name:
                line = step.tb_lineno
            step = step.tb_next
        told = id(error), line, self.visits.visit_at(line)
        if line and self.told != told:
            self.told = told
            kind, message = type(error).__name__, describe.message_of(error)
            self.visits.note_error(line, type=kind, message=message, caught=caught)
