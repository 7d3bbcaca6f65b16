"""Parses what a user typed as an answer: option numbers, code, line edits (pure)."""

import re
import unicodedata
from collections.abc import Collection
from typing import NamedTuple

from quizcli.model.topic import FollowUp, Recall

_QUOTES = str.maketrans("“”‘’「」", '""\'\'""')


def numbers(typed: str, most: int) -> frozenset[int] | None:
    """The options in `1 3`, `1,3`, `13`, counted from 0; None if it is not a list of options."""
    plain = unicodedata.normalize("NFKC", typed).strip()
    if not re.fullmatch(r"[\d\s,;.、和and&+]+", plain):
        return None
    groups = re.findall(r"\d+", plain)
    digits = [group[:4] for group in groups] if most > 9 else "".join(groups)
    found = frozenset(int(digit) - 1 for digit in digits)
    return found if found and all(0 <= number < most for number in found) else None


def tidy_code(typed: str) -> str:
    """Replace full-width characters and curly quotes in code, except inside strings."""
    straight = typed.translate(_QUOTES)
    parts = re.split(r"(\"[^\"]*\"|'[^']*')", straight)
    plain = [
        part if number % 2 else unicodedata.normalize("NFKC", part)
        for number, part in enumerate(parts)
    ]
    return "".join(plain).strip()


class Edit(NamedTuple):
    """A change to one line: `number` counts from 1; `text` None means edit the existing text."""

    number: int
    how: str  # "set", "add" (below the line), "drop"
    text: str | None = None


def line_edit(typed: str, lines: int) -> Edit | None:
    """Parse `6`, `6 new text`, `6+ text` or `6-` as an edit of so many lines; else None."""
    found = re.fullmatch(r"\s*(\d{1,6})([+-]?)(?::? ?(?<=[: ])(.*))?\s*", typed)
    if not found or not 0 <= int(found[1]) <= lines or (found[1] == "0" and found[2] != "+"):
        return None
    how = {"": "set", "+": "add", "-": "drop"}[found[2]]
    return Edit(int(found[1]), how, found[3])


def edited(code: str, edit: Edit) -> str:
    """The program after one edit; a new unindented line gets the indentation of its neighbour."""
    lines = code.rstrip("\n").split("\n")
    near = lines[max(edit.number - 1, 0)]
    text = edit.text or ""
    if text and not text[0].isspace():
        text = near[: len(near) - len(near.lstrip())] + text
    match edit.how:
        case "set":
            lines[edit.number - 1] = text
        case "add":
            lines.insert(edit.number, text)
        case _:
            del lines[edit.number - 1]
    return "\n".join(lines) + "\n"


def follow_up(recall: Recall, missed: Collection[int]) -> FollowUp | None:
    """The follow-up question: about a missed point if there is one, else about a new one."""
    about = [ask for ask in recall.follow_ups if ask.when in missed]
    further = [ask for ask in recall.follow_ups if ask.when is None]
    rest = [ask for ask in recall.follow_ups if ask.when is not None]
    return next(iter([*about, *further, *rest]), None)
