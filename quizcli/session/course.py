"""The course of a session: which question comes next, derived from the plan and the log.

It keeps no state: the same plan and entries always give the same next question, so undone answers,
resumed sessions and killed processes need no special handling.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self

from quizcli.model.review import Entry, Grade, Mode

AFTER = 3  # number of other questions before a failed one returns
REPEATS = 2  # how often a failed question returns in one session


class Plan(NamedTuple):
    """What was decided at the start of a session; `name` marks its entries in the log."""

    name: str
    mode: Mode
    seed: int
    questions: tuple[str, ...]
    cram: bool = False  # answers do not affect the schedule
    repeats: int = REPEATS
    details: Mapping[str, Any] | None = None  # minutes, level, … of an interview

    def state(self) -> dict[str, Any]:
        """The plan as JSON-compatible data."""
        return {
            "mode": self.mode,
            "seed": self.seed,
            "questions": list(self.questions),
            "cram": self.cram,
            "repeats": self.repeats,
            "details": dict(self.details or {}),
        }

    @classmethod
    def from_state(cls, name: str, state: Mapping[str, Any]) -> Self:
        """Restore the plan from its `state()`."""
        return cls(name=name, **{**state, "questions": tuple(state["questions"])})


class Step(NamedTuple):
    """A question to ask; `attempt` counts from 0, so that a repeat gets other values."""

    question: str
    attempt: int = 0


class Course(NamedTuple):
    """The state of a session: what was answered, what is asked now, what is to come."""

    plan: Plan
    answered: tuple[Entry, ...]
    to_come: tuple[Step, ...]

    @property
    def current(self) -> Step | None:
        return self.to_come[0] if self.to_come else None

    @property
    def place(self) -> tuple[int, int]:
        """The number of the current question and of all questions, including repeats."""
        done = len(self.answered)
        return done + 1, done + len(self.to_come)

    @property
    def last(self) -> Entry | None:
        return self.answered[-1] if self.answered else None


def follow(plan: Plan, entries: Iterable[Entry], known: Iterable[str] | None = None) -> Course:
    """The course after these valid entries of the session, oldest first.

    `known` are the ids still in the bank: questions that left it are skipped.
    """
    waiting = [Step(question) for question in plan.questions]
    taken: list[Entry] = []
    for entry in entries:
        if entry.act not in ("answer", "bury", "suspend"):
            continue
        step = next((step for step in waiting if step.question == entry.question), None)
        if step is None:
            continue
        taken.append(entry)
        waiting.remove(step)
        if entry.grade is Grade.AGAIN and step.attempt < plan.repeats:
            waiting.insert(AFTER, Step(step.question, step.attempt + 1))
    if known is not None:
        present = set(known)
        waiting = [step for step in waiting if step.question in present]
    if time_left(plan, taken) == 0:
        waiting = []
    return Course(plan, tuple(taken), tuple(waiting))


def time_left(plan: Plan, answered: Iterable[Entry]) -> float | None:
    """Seconds left in a timed session; None if it is not timed.

    Only answering time counts, so an interruption costs nothing.
    """
    minutes = (plan.details or {}).get("minutes")
    if not minutes:
        return None
    return max(0.0, 60 * float(minutes) - sum(entry.seconds for entry in answered))
