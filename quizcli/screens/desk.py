"""What a session needs from the world around it, and what it gives to be kept."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from quizcli.model.review import Act, Grade
from quizcli.screens.question import Asked
from quizcli.session.course import Course, Step

if TYPE_CHECKING:
    from quizcli.model.run import Program, RunResult


class Answered(NamedTuple):
    """What is to be kept of an answer."""

    details: Mapping[str, Any]
    act: Act = "answer"
    grade: Grade | None = None
    right: bool | None = None
    seconds: float = 0.0
    hints: int = 0
    appealed: bool = False


class Desk(Protocol):
    """What a session needs from the world around it."""

    @property
    def today(self) -> date: ...
    @property
    def asks_confidence(self) -> bool: ...

    def asked(self, course: Course, step: Step) -> Asked:
        """The question at its turn."""
        ...

    def warm_up(self, course: Course) -> None:
        """The question is on the screen: what takes time may begin."""
        ...

    def run(self, program: "Program") -> "RunResult":
        """Runs a program in the child process."""
        ...

    def edit(self, code: str) -> str | None:
        """The code as the person left it in their editor; None where none opened."""
        ...

    def stopwatch(self) -> float:
        """Seconds on a clock that only runs forwards."""
        ...

    def days(self, course: Course, step: Step, *, right: bool) -> Mapping[Grade, date] | None:
        """When each grade would bring the question back; None where it changes nothing."""
        ...

    def keep(self, course: Course, step: Step, answered: Answered) -> Course:
        """Writes the answer down, durably, and says how the session goes on."""
        ...

    def read(self, course: Course) -> Course:
        """The course as the log has it now."""
        ...

    def undo(self, course: Course) -> Course:
        """Takes the session's last answer back."""
        ...

    def finish(self, course: Course) -> None:
        """The session came to its end; there is nothing to resume."""
        ...
