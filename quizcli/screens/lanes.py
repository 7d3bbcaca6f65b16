"""Lines between the rows of a graph, drawn as vertical lanes: one for each place still to come."""

from collections.abc import Sequence
from typing import NamedTuple

from quizcli.model.graph import Key

_STROKES = {  # which ways a line goes from here: up, down, left, right
    "ud": "│", "lr": "─", "ur": "╰", "ul": "╯", "dr": "╭", "dl": "╮", "udr": "├", "udl": "┤",
    "dlr": "┬", "ulr": "┴", "udlr": "┼", "u": "╵", "d": "╷", "l": "╴", "r": "╶",
}  # fmt: skip


class Row(NamedTuple):
    """A row of the drawing: the lines beside what it shows, and those beside what follows of it."""

    lines: str
    below: str


class Lanes:
    """The lanes from one row to the next; each place that is still to come has one."""

    def __init__(self) -> None:
        self.lanes: list[Key | None] = []

    def arrive(self, key: Key, sign: str, *, goes_on: bool) -> Row:
        """The row of a node or a leaf, at its lane or at a new one; does its lane go on?"""
        place = self.lanes.index(key) if key in self.lanes else self._open(key)
        lines = [" " if lane is None else "│" for lane in self.lanes]
        below = lines.copy()
        lines[place], below[place] = sign, "│" if goes_on else " "
        return Row(" ".join(lines), " ".join(below))

    def leave(self, key: Key, targets: Sequence[Key]) -> str | None:
        """From the row just drawn on to its targets; None where a straight line says it."""
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
        """A new lane, where there is room."""
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
    """The row of lines that part from a lane and join others."""
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
