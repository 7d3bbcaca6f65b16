"""Where in a file something is wrong, and how it is said."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quizcli.language import _, listed

Step = str | int

UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"  # letters and signs that are not seen, such as Hangul's filler
)


class Wrong(Exception):  # noqa: N818 - a signal inside this room: the faults are already noted
    """A value was refused; what is wrong with it stands in its place's `faults`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A refusal, by the steps that lead to the value; `at_key` points at its key instead."""

    steps: tuple[Step, ...]
    message: str
    at_key: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file a value stands, and the list in which its faults are noted."""

    steps: tuple[Step, ...] = ()
    faults: list[Fault] = field(default_factory=list)

    def __truediv__(self, step: Step) -> "Place":
        return Place((*self.steps, step), self.faults)

    def refuse(self, message: str, *, at_key: bool = False, **values: object) -> Wrong:
        """Note the fault; the caller raises what is returned, or goes on to find more."""
        self.faults.append(Fault(self.steps, message.format(**values), at_key))
        return Wrong(message)


def describe(value: object) -> str:
    """A value as an author would call it."""
    match value:
        case None:
            return _("nothing")
        case bool():
            return "true" if value else "false"
        case int() | float():
            return _("the number {value}").format(value=value)
        case str():
            return repr(value if len(value) < 40 else f"{value[:37]}...")
        case Mapping():
            return _("a mapping with {names}").format(
                names=listed(map(str, list(value)[:4])) or _("nothing in it")
            )
        case Sequence():
            return _("a list")
    return type(value).__name__


def quoting(value: object) -> str:
    """What to add for an author who forgot quotes."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return _('; a colon makes it a mapping: put the text in "quotes" or after `|`')
    return "" if isinstance(value, Sequence) else _('; put it in "quotes"')
