"""The course of a session: which question comes next. It follows from the plan and the log.

Nothing here remembers: the same plan and the same entries always give the same next question,
so an undone answer, a resumed session and a killed program need no care of their own.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self

from quizcli.model.review import Entry, Grade, Mode

AFTER = 3  # other questions before a failed one comes back
REPEATS = 2  # how often a failed question comes back in one session


class Plan(NamedTuple):
    """What was decided when a session began; `name` marks its entries in the log."""

    name: str
    mode: Mode
    seed: int
    questions: tuple[str, ...]
    cram: bool = False  # the schedule takes no notice
    repeats: int = REPEATS
    details: Mapping[str, Any] | None = None  # an interview's minutes, level, …

    def state(self) -> dict[str, Any]:
        """The plan as JSON can hold it."""
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
        """The plan that `state()` was made of."""
        return cls(name=name, **{**state, "questions": tuple(state["questions"])})


class Step(NamedTuple):
    """A question at its turn; `attempt` counts from 0, so a repeat draws other values."""

    question: str
    attempt: int = 0


class Course(NamedTuple):
    """Where a session stands: what was answered, what is asked now, what is still to come."""

    plan: Plan
    answered: tuple[Entry, ...]
    to_come: tuple[Step, ...]

    @property
    def current(self) -> Step | None:
        return self.to_come[0] if self.to_come else None

    @property
    def place(self) -> tuple[int, int]:
        """Which question this is, and how many there are, repeats included."""
        done = len(self.answered)
        return done + 1, done + len(self.to_come)

    @property
    def last(self) -> Entry | None:
        return self.answered[-1] if self.answered else None


def follow(plan: Plan, entries: Iterable[Entry], known: Iterable[str] | None = None) -> Course:
    """The course after these standing entries of the session, oldest first.

    `known` are the ids that the bank still has: a question that left it is passed over.
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
    """Seconds that are left of a timed session; None where it is not timed.

    Only the time taken to answer counts, so an interruption costs nothing.
    """
    minutes = (plan.details or {}).get("minutes")
    if not minutes:
        return None
    return max(0.0, 60 * float(minutes) - sum(entry.seconds for entry in answered))
