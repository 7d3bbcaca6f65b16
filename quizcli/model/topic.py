"""What a bank holds: topics, their demonstrations and questions. Files become these in `bank`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class QuestionBase:
    """What every kind of question has. History hangs on `id`; a raised `revision` asks afresh."""

    id: str
    level: Level
    ask: Text
    hints: tuple[Text, ...] = ()
    why: Text | None = None
    proves: tuple[str, ...] = ()
    revision: int = 1
    formerly: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall(QuestionBase):
    """Answered in the person's own words, then ticked off against key points."""

    answer: Text
    points: tuple[Text, ...]
    follow_ups: tuple[FollowUp, ...] = ()
    demo: str
    kind: Literal["recall"] = "recall"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(QuestionBase):
    """One or several of the options are right; the demo proves it."""

    options: tuple[Option, ...]
    demo: str
    kind: Literal["choice"] = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Predict(QuestionBase):
    """The person types what the program prints; `wrong` are answers that must be refused."""

    code: str
    prints: str
    variants: Variants = field(default_factory=dict)
    wrong: tuple[str, ...] = ()
    kind: Literal["predict"] = "predict"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(QuestionBase):
    """`____` marks each blank of `code`; whatever makes `check` pass is right."""

    code: str
    solution: tuple[str, ...]
    check: str
    wrong: tuple[tuple[str, ...], ...] = ()
    variants: Variants = field(default_factory=dict)
    kind: Literal["fill"] = "fill"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix(QuestionBase):
    """A broken program to mend; `wrong` are whole programs that the check must refuse."""

    code: str
    solution: str
    check: str
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
