"""A problem in a bank's file and its place: one line that the author can act on."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quizcli.errors import QuizError
from quizcli.language import _


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One located problem; `line` and `column` count from 1, `field` looks like `demos[0].code`."""

    file: str
    line: int
    column: int
    field: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}"
        return (
            f"{where}: {self.field}: {self.message}" if self.field else f"{where}: {self.message}"
        )


class BankError(QuizError):
    """A bank's file cannot be used; `problems` lists everything wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        more = len(self.problems) - 1
        rest = (
            _(" (and {more} more: `quizcli bank check` lists them)").format(more=more)
            if more
            else ""
        )
        super().__init__(f"{self.problems[0]}{rest}")


def whole_file(file: Path, message: str, line: int = 1, column: int = 1) -> BankError:
    """The error for a file that cannot be read beyond `line` and `column`."""
    return BankError([Problem(str(file), line, column, "", message)])
