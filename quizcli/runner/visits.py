"""Tracks where a watched program is and what happened there, in order."""

import threading
from collections import Counter
from collections.abc import Sequence
from typing import Any

from quizcli.runner.capture import Line
from quizcli.runner.marks import Mark

Event = dict[str, Any]
LIMIT = 1500  # events kept from the beginning; after that, only the last of each line
LIMIT_OF_ONE = 300  # events of one kind per run of a line


class Activation:
    """A call of one of the program's functions: its open statements, outermost first."""

    __slots__ = ("names", "open", "scope")

    def __init__(self, scope: int) -> None:
        self.scope = scope
        self.open: list[tuple[int, int, int]] = []  # depth, visit, line
        self.names: dict[int, Any] = {}


class Visits:
    """Numbers the visits: each time a statement runs is one visit."""

    def __init__(self, marks: Sequence[Mark], printed: list[Line]) -> None:
        self.marks, self.printed = marks, printed
        self.thread = threading.get_ident()
        self.events: list[Event] = []
        self.calls = [Activation(0)]
        self.number = 0  # of the last visit
        self.times: Counter[int] = Counter()  # mark → number of visits
        self.latest: dict[int, int] = {}  # mark → its last visit
        self.failed: dict[int, int] = {}  # mark → its last visit that ended in an error
        self.told: dict[tuple[int, str], int] = {}  # visit and kind of event → count
        self.first = 0  # once there are many, visits up to this one are always kept
        self.seen = (0, 0)  # of `printed`: number of entries, and characters of the last
        self.covering: dict[int, list[int]] = {}
        for number, mark in enumerate(marks):
            for line in range(mark.line, mark.last + 1):
                self.covering.setdefault(line, []).append(number)

    # ---- coming and going ---------------------------------------------------------------------

    def enter(self, number: int, *, counted: bool = True) -> None:
        """A statement begins, which ends the previous one in its block."""
        mark = self.marks[number]
        call = self._call_of(mark.scope)
        while call.open and call.open[-1][0] >= mark.depth:
            call.open.pop()
        self.number += 1
        self.times[number] += counted
        self.latest[number] = self.number
        call.open.append((mark.depth, self.number, mark.line))
        self.events.append(
            {
                "do": "line",
                "visit": self.number,
                "line": mark.line,
                "time": self.times[number],
                "statement": mark.kind,
                "depth": len(self.calls) - 1,
                "function": mark.function,
            }
        )
        if len(self.events) > LIMIT:
            self.first = self.first or self.number - 1
            if len(self.events) > 2 * LIMIT:
                self._forget()

    def begin_call(self, scope: int) -> None:
        """A function of the program is called."""
        self.calls.append(Activation(scope))

    def end_call(self, scope: int) -> None:
        """It ends, together with whatever it called."""
        for place in range(len(self.calls) - 1, 0, -1):
            if self.calls[place].scope == scope:
                del self.calls[place:]
                return

    def _call_of(self, scope: int) -> Activation:
        """The call that a statement of this scope belongs to; may be new for a generator."""
        if self.calls[-1].scope != scope:
            if any(call.scope == scope for call in self.calls):
                while self.calls[-1].scope != scope:
                    self.calls.pop()
            else:
                self.calls.append(Activation(scope))
        return self.calls[-1]

    def where(self) -> tuple[int, int]:
        """The current visit and its line; zeros before the first."""
        for call in reversed(self.calls):
            if call.open:
                return call.open[-1][1:]
        return 0, 0

    def visit_at(self, line: int) -> int:
        """The last visit of this line; 0 if there was none."""
        return max(
            (self.latest.get(number, 0) for number in self.covering.get(line, ())), default=0
        )

    # ---- telling ------------------------------------------------------------------------------

    def note(self, do: str, **facts: Any) -> None:
        """Note an event in the current visit."""
        visit, line = self.where()
        told = self.told[visit, do] = self.told.get((visit, do), 0) + 1
        if told <= LIMIT_OF_ONE:
            self.events.append({"do": do, "visit": visit, "line": line, **facts})

    def note_at(self, line: int, do: str, **facts: Any) -> None:
        """Note an event on this line's last visit."""
        visit = self.visit_at(line) or self.where()[0]
        self.events.append({"do": do, "visit": visit, "line": line, **facts})

    def note_error(self, line: int, **facts: Any) -> None:
        """Note an error raised by this line."""
        self.note_prints()
        for number in self.covering.get(line, ()):
            if self.latest.get(number) == self.visit_at(line):
                self.failed[number] = self.latest[number]
        self.note_at(line, "raised", **facts)

    def note_prints(self) -> None:
        """Note what was printed since the last call."""
        log, (entries, characters) = self.printed, self.seen
        size = len(log)
        if size == entries and (not log or len(log[-1][1]) == characters):
            return
        if entries:
            self._printed(log[entries - 1][0], log[entries - 1][1][characters:])
        for line, text in log[entries:size]:
            self._printed(line, text)
        self.seen = size, len(log[-1][1])

    def _printed(self, line: int, text: str) -> None:
        if text:
            self.note_at(line, "printed", text=text)

    # ---- forgetting ---------------------------------------------------------------------------

    def _forget(self) -> None:
        """Keep only the beginning and the last visit of each statement."""
        kept = {*self.latest.values(), *self.failed.values()}
        kept |= {visit for call in self.calls for _depth, visit, _line in call.open}
        self.events = [e for e in self.events if e["visit"] <= self.first or e["visit"] in kept]
        kept |= {event["visit"] for event in self.events}
        self.told = {key: n for key, n in self.told.items() if key[0] in kept}

    def _note_what_is_left_out(self) -> None:
        """Note where visits were left out, and how many."""
        kept = {event["visit"] for event in self.events}
        place = max(n for n, event in enumerate(self.events) if event["visit"] <= self.first)
        number = self.number - len(kept)
        if number:
            note = {"do": "left_out", "visit": self.first, "line": 0, "n": number}
            self.events.insert(place + 1, note)

    def finish(self) -> list[Event]:
        """All events, without statements that only define something."""
        self.note_prints()
        if self.first:
            self._forget()
            self._note_what_is_left_out()
        visits = Counter(event["visit"] for event in self.events)
        kept: list[Event] = []
        for event in self.events:
            kind, visit = event.get("statement", ""), event["visit"]
            if visits[visit] > 1 or not (kind == "definition" or event.get("time") == 0):
                kept.append(event)
        for (visit, do), number in self.told.items():
            if number > LIMIT_OF_ONE:
                kept.append({"do": "more", "visit": visit, "of": do, "n": number - LIMIT_OF_ONE})
        return kept
