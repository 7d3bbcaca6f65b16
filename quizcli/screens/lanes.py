"""Draws the lines between rows of a graph as vertical lanes, one per row still to come."""

from collections.abc import Sequence
from typing import NamedTuple

from quizcli.model.graph import Key

_STROKES = {  # directions in which a line continues: up, down, left, right
    "ud": "│", "lr": "─", "ur": "╰", "ul": "╯", "dr": "╭", "dl": "╮", "udr": "├", "udl": "┤",
    "dlr": "┬", "ulr": "┴", "udlr": "┼", "u": "╵", "d": "╷", "l": "╴", "r": "╶",
}  # fmt: skip


class Row(NamedTuple):
    """A row of the drawing: the lines beside its first row of text, and beside further rows."""

    lines: str
    below: str


class Lanes:
    """The lanes between rows, one for each row still to come."""

    def __init__(self) -> None:
        self.lanes: list[Key | None] = []

    def arrive(self, key: Key, sign: str, *, goes_on: bool) -> Row:
        """Draw a node or leaf in its lane or a new one, which may continue below."""
        place = self.lanes.index(key) if key in self.lanes else self._open(key)
        lines = [" " if lane is None else "│" for lane in self.lanes]
        below = lines.copy()
        lines[place], below[place] = sign, "│" if goes_on else " "
        return Row(" ".join(lines), " ".join(below))

    def leave(self, key: Key, targets: Sequence[Key]) -> str | None:
        """Connect the row just drawn to its targets; None if a straight line suffices."""
        here = self.lanes.index(key)
        self.lanes[here] = None
        joined = [self.lanes.index(target) for target in targets if target in self.lanes]
        fresh = [target for target in targets if target not in self.lanes]
        before = self.lanes.copy()
        if fresh:
            self.lanes[here] = fresh[0]
        begun = [self._open(target) for target in fresh[1:]]
        self._trim()
        if not (joined or begun):
            return None
        return _connector(here, bool(fresh), joined, begun, before)

    def _open(self, key: Key) -> int:
        """Open a new lane where there is room."""
        place = self.lanes.index(None) if None in self.lanes else len(self.lanes)
        self.lanes[place : place + 1] = [key]
        return place

    def _trim(self) -> None:
        while self.lanes and self.lanes[-1] is None:
            self.lanes.pop()


def _connector(
    here: int,
    goes_on: bool,
    joined: Sequence[int],
    begun: Sequence[int],
    before: Sequence[Key | None],
) -> str:
    """The row of lines that branch off a lane and join others."""
    places = [here, *joined, *begun]
    first, last = min(places), max(places)
    size = max(last + 1, len(before))
    drawn = ""
    for place in range(size):
        ways = ""
        if place == here or (place < len(before) and before[place] is not None):
            ways += "u"
        if (place == here and goes_on) or (place != here and "u" in ways) or place in begun:
            ways += "d"
        crossing = "u" in ways and place not in places
        if first < place <= last and not crossing:
            ways += "l"
        if first <= place < last and not crossing:
            ways += "r"
        drawn += _STROKES.get(ways, " ")
        drawn += "─" if first <= place < last else " "
    return drawn.rstrip()
