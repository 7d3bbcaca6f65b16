"""What a session needs from the outside world, and what it passes on to be stored."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from quizcli.model.review import Act, Grade
from quizcli.screens.question import Asked
from quizcli.session.course import Course, Step

if TYPE_CHECKING:
    from quizcli.model.run import Program, RunResult


class Answered(NamedTuple):
    """What is stored of an answer."""

    details: Mapping[str, Any]
    act: Act = "answer"
    grade: Grade | None = None
    right: bool | None = None
    seconds: float = 0.0
    hints: int = 0
    appealed: bool = False


class Desk(Protocol):
    """What a session needs from the outside world."""

    @property
    def today(self) -> date: ...
    @property
    def asks_confidence(self) -> bool: ...

    def asked(self, course: Course, step: Step) -> Asked:
        """The question to ask at this step."""
        ...

    def warm_up(self, course: Course) -> None:
        """Called when the question is on the screen: slow preparations may start."""
        ...

    def run(self, program: "Program") -> "RunResult":
        """Run a program in the child process."""
        ...

    def edit(self, code: str) -> str | None:
        """The code as edited by the user; None if no editor opened."""
        ...

    def stopwatch(self) -> float:
        """Seconds on a monotonic clock."""
        ...

    def days(self, course: Course, step: Step, *, right: bool) -> Mapping[Grade, date] | None:
        """When the question would return for each grade; None if the schedule is not affected."""
        ...

    def keep(self, course: Course, step: Step, answered: Answered) -> Course:
        """Store the answer durably; returns how the session continues."""
        ...

    def read(self, course: Course) -> Course:
        """The course according to the log."""
        ...

    def undo(self, course: Course) -> Course:
        """Undo the session's last answer."""
        ...

    def finish(self, course: Course) -> None:
        """The session is complete; nothing is left to resume."""
        ...
