"""Locates and words the faults of a file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quizcli.language import _, listed

Step = str | int

UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"  # invisible letters and signs, such as the Hangul filler
)


class Wrong(Exception):  # noqa: N818 - a signal inside this room: the faults are already noted
    """A value was refused; the `faults` of its place say why."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault; `steps` leads to the value, or to its key if `at_key`."""

    steps: tuple[Step, ...]
    message: str
    at_key: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a value in a file, and the list that collects faults."""

    steps: tuple[Step, ...] = ()
    faults: list[Fault] = field(default_factory=list)

    def __truediv__(self, step: Step) -> "Place":
        return Place((*self.steps, step), self.faults)

    def refuse(self, message: str, *, at_key: bool = False, **values: object) -> Wrong:
        """Note a fault; the caller raises the result, or continues in order to find more."""
        self.faults.append(Fault(self.steps, message.format(**values), at_key))
        return Wrong(message)


def describe(value: object) -> str:
    """Describe a value in an author's terms."""
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
    """The hint for an author who forgot quotes."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return _('; a colon makes it a mapping: put the text in "quotes" or after `|`')
    return "" if isinstance(value, Sequence) else _('; put it in "quotes"')
