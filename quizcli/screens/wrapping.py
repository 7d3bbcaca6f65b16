"""Wraps lines at spaces and between Chinese characters."""

import unicodedata
from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

_FIRST_WIDE = "\u1100"  # the first Unicode character that takes two columns
_NEVER_FIRST = frozenset("，。、；：？！）》〉」』】〕”’…—·～％%,.;:?!)]}")
_NEVER_LAST = frozenset("（《〈「『【〔“‘([{")
_BACK = 3  # a word may be cut this many characters earlier, so that no punctuation stands alone


def wrapped(text: Text, width: int, *, hang: int = 0) -> list[Text]:
    """Wrap text to lines of at most `width` cells, with `hang` spaces before all but the first."""
    if "\n" not in text.plain and text.cell_len <= width:
        text.rstrip()
        return [text]
    hang = min(hang, width // 2)
    lines: list[Text] = []
    for line in text.split("\n", allow_blank=True):
        offsets = _breaks(line.plain, width, hang)
        pieces = line.divide(offsets) if offsets else [line]
        for number, piece in enumerate(pieces):
            piece.rstrip()
            indent = " " * hang if number else ""
            lines.append(Text(indent).append_text(piece))
    return lines


def _breaks(text: str, width: int, hang: int) -> list[int]:
    """Offsets at which to start a new line."""
    found: list[int] = []
    used, room = 0, width
    for start, end in _chunks(text):
        behind = end - start - len(text[start:end].rstrip(" "))
        size = cell_len(text[start:end]) - behind
        if used and used + size > room:
            found.append(start)
            used, room = 0, max(1, width - hang)
        while size > room:  # cut a single chunk that is longer than a line
            cut = _fitting(text, start, room)
            found.append(cut)
            size -= cell_len(text[start:cut])
            start, room = cut, max(1, width - hang)
        used += size + behind
    return found


def _chunks(text: str) -> Iterator[tuple[int, int]]:
    """Unbreakable parts: a word with the space after it, or one wide character."""
    start = 0
    for position in range(1, len(text)):
        if _may_break(text[position - 1], text[position]):
            yield start, position
            start = position
    if text:
        yield start, len(text)


def _may_break(before: str, after: str) -> bool:
    if before != " " and before < _FIRST_WIDE and after < _FIRST_WIDE:
        return False
    if not _may_stand_apart(before, after) or after == " ":
        return False
    return before == " " or is_wide(before) or is_wide(after)


def is_wide(character: str) -> bool:
    """Whether a character takes two columns."""
    return unicodedata.east_asian_width(character) in "WF"


def _fitting(text: str, start: int, room: int) -> int:
    end = start + 1
    while end < len(text) and cell_len(text[start : end + 1]) <= room:
        end += 1
    for cut in range(end, max(start, end - _BACK), -1):
        if cut == len(text) or _may_stand_apart(text[cut - 1], text[cut]):
            return cut
    return end


def _may_stand_apart(before: str, after: str) -> bool:
    return after not in _NEVER_FIRST and before not in _NEVER_LAST
