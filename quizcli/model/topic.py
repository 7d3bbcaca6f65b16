"""What a bank holds: topics, their demonstrations and questions. Files become these in `bank`."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from quizcli.model.text import Text

Level = Literal["junior", "mid", "senior"]
Kind = Literal["recall", "choice", "predict", "fill", "fix"]
Value = bool | int | float | str
Variants = Mapping[str, tuple[Value, ...]]
"""Placeholder name → its possible values; `{name}` in the program stands for it, and the
first value is the one whose output the file records."""


class Demo(NamedTuple):
    """A program that shows one thing, with the standard output that was recorded for it."""

    id: str
    caption: Text
    code: str
    prints: str
    proves: tuple[str, ...] = ()
    variants: Variants = {}  # noqa: RUF012 - the type lets nobody change it


class FollowUp(NamedTuple):
    """What an interviewer asks next; `when` is the key point whose absence calls for it."""

    ask: Text
    answer: Text
    when: int | None = None
    demo: str | None = None


class Option(NamedTuple):
    """One option of a choice; a wrong one says why, and may name the demo that refutes it."""

    text: Text
    right: bool = False
    why: Text | None = None
    demo: str | None = None


# The kinds of question begin with the same fields and end with the same: a base class would say so
# once, but only dataclasses can have one, and five of them take a twentieth of the time to start.
# History hangs on `id`; a raised `revision` asks afresh.


class Recall(NamedTuple):
    """Answered in the person's own words, then ticked off against key points."""

    id: str
    level: Level
    ask: Text
    answer: Text
    points: tuple[Text, ...]
    demo: str
    hints: tuple[Text, ...] = ()
    why: Text | None = None
    proves: tuple[str, ...] = ()
    revision: int = 1
    formerly: tuple[str, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    kind: Literal["recall"] = "recall"


class Choice(NamedTuple):
    """One or several of the options are right; the demo proves it."""

    id: str
    level: Level
    ask: Text
    options: tuple[Option, ...]
    demo: str
    hints: tuple[Text, ...] = ()
    why: Text | None = None
    proves: tuple[str, ...] = ()
    revision: int = 1
    formerly: tuple[str, ...] = ()
    kind: Literal["choice"] = "choice"


class Predict(NamedTuple):
    """The person types what the program prints; `wrong` are answers that must be refused."""

    id: str
    level: Level
    ask: Text
    code: str
    prints: str
    hints: tuple[Text, ...] = ()
    why: Text | None = None
    proves: tuple[str, ...] = ()
    revision: int = 1
    formerly: tuple[str, ...] = ()
    variants: Variants = {}  # noqa: RUF012 - as above
    wrong: tuple[str, ...] = ()
    kind: Literal["predict"] = "predict"


class Fill(NamedTuple):
    """`____` marks each blank of `code`; whatever makes `check` pass is right."""

    id: str
    level: Level
    ask: Text
    code: str
    solution: tuple[str, ...]
    check: str
    hints: tuple[Text, ...] = ()
    why: Text | None = None
    proves: tuple[str, ...] = ()
    revision: int = 1
    formerly: tuple[str, ...] = ()
    variants: Variants = {}  # noqa: RUF012 - as above
    wrong: tuple[tuple[str, ...], ...] = ()
    kind: Literal["fill"] = "fill"


class Fix(NamedTuple):
    """A broken program to mend; `wrong` are whole programs that the check must refuse."""

    id: str
    level: Level
    ask: Text
    code: str
    solution: str
    check: str
    hints: tuple[Text, ...] = ()
    why: Text | None = None
    proves: tuple[str, ...] = ()
    revision: int = 1
    formerly: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    kind: Literal["fix"] = "fix"


Question = Recall | Choice | Predict | Fill | Fix


class Myth(NamedTuple):
    """A claim that circulates and is false, with the demo that refutes it."""

    claim: Text
    truth: Text
    demo: str
    proves: tuple[str, ...] = ()


class Topic(NamedTuple):
    """What `explain` looks up: one file of a bank."""

    id: str
    title: Text
    aliases: tuple[str, ...]
    summary: Text
    demos: tuple[Demo, ...]
    questions: tuple[Question, ...]
    builds_on: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    pitfalls: tuple[Text, ...] = ()
    myths: tuple[Myth, ...] = ()
    formerly: tuple[str, ...] = ()
