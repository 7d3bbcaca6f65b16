"""What the user did: the entries of the append-only log, and the cards derived from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import IntEnum
from typing import Any, Literal


class Grade(IntEnum):
    """The four grades of FSRS."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


Mode = Literal["quiz", "review", "interview"]
Act = Literal[
    "answer",
    "undo",  # cancels the entry that `cancels` names
    "suspend",
    "unsuspend",
    "bury",  # hidden for the rest of the study day
    "reset",  # the schedule forgets what came before
    "appeal",  # "I was right", for the bank's author
    "scheduler",  # the whole log is replayed under the rules in the last `details`
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the log, never changed or deleted; `undo` names the entry it cancels."""

    id: str  # unique across machines
    act: Act
    question: str  # id of the question; empty if the act concerns none
    at: datetime  # UTC
    day: date  # the user's study day
    grade: Grade | None = None
    right: bool | None = None
    mode: Mode | None = None
    counts: bool = True  # whether it affects the schedule (cramming does not)
    seconds: float = 0.0  # time taken to answer
    hints: int = 0
    revision: int = 1
    session: str = ""
    cancels: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)  # answer typed, seed, points missed, …


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The schedule of one question, derived from the log; new while `reviews` is 0."""

    question: str
    due: date
    last: date
    stability: float  # days until recall falls to 90 %
    difficulty: float  # 1 to 10
    reviews: int = 0
    lapses: int = 0  # failures on a later day than the previous review
    suspended: bool = False
    leech: bool = False  # set aside because it kept failing
    buried: date | None = None
    revision: int = 1
