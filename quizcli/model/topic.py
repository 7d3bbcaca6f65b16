"""The content of a bank: topics, their demos and questions. `bank` reads them from files."""

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
    """A program that shows one thing, with its recorded standard output."""

    id: str
    caption: Text
    code: str
    prints: str
    proves: tuple[str, ...] = ()
    variants: Variants = {}  # noqa: RUF012 - the type lets nobody change it


class FollowUp(NamedTuple):
    """What an interviewer asks next; `when` is the key point whose absence prompts it."""

    ask: Text
    answer: Text
    when: int | None = None
    demo: str | None = None


class Option(NamedTuple):
    """An option of a choice; a wrong one says why, and may name the demo that refutes it."""

    text: Text
    right: bool = False
    why: Text | None = None
    demo: str | None = None


# All kinds of question share their first and last fields. A base class would say so once,
# but would need dataclasses, five of which would take a twentieth of the start-up time.
# Progress is stored under `id`; raising `revision` asks the question again.


class Recall(NamedTuple):
    """Answered in one's own words, then ticked off against key points."""

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
    """One or more options are right; the demo proves it."""

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
    """The user types what the program prints; the answers in `wrong` must be refused."""

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
    """`____` marks each blank of `code`; any answer that makes `check` pass is right."""

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
    """A broken program to fix; the check must refuse the programs in `wrong`."""

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
    """A common false claim, with the demo that refutes it."""

    claim: Text
    truth: Text
    demo: str
    proves: tuple[str, ...] = ()


class Topic(NamedTuple):
    """What `explain` looks up: one file in a bank."""

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
