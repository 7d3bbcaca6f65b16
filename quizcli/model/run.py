"""What runs in the child process, and what it returns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Backend = Literal["engine", "torch"]
Outcome = Literal[
    "finished",  # ran to the end (and passed its check, if any)
    "raised",  # the program raised; `error` says what and where
    "failed",  # the program ran but its check failed; `error` says why
    "timeout",
    "memory",
    "flooded",  # printed more than the limit
    "died",  # the process ended without a result: os._exit, a signal, a crash
    "refused",  # did not compile, or attempted something forbidden
]


@dataclass(frozen=True, slots=True)
class Program:
    """Source to run; `check` runs after it with its names, SOURCE and PRINTED."""

    source: str
    check: str | None = None
    watch: bool = False  # record what each line did (`events`, `graph`)
    name: str = "<program>"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a program: seconds of wall time, bytes of memory, bytes of output."""

    seconds: float = 10.0
    memory: int = 1 << 30
    output: int = 1 << 18


@dataclass(frozen=True, slots=True)
class RunError:
    """An exception of the program: `type` without module, `line` in the given source."""

    type: str
    message: str
    line: int | None = None
    traceback: str = ""  # in Python's format, starting at the program's first frame


@dataclass(frozen=True, slots=True)
class RunResult:
    """The structured result of a run."""

    outcome: Outcome
    stdout: str = ""
    printed: tuple[tuple[int, str], ...] = ()  # (line of the source, text printed there)
    warnings: tuple[tuple[int, str], ...] = ()  # (line, "Category: text")
    error: RunError | None = None
    seconds: float = 0.0
    events: Sequence[Mapping[str, Any]] = field(default_factory=tuple)
    graph: Mapping[str, Any] | None = None
    stderr: str = ""

    @property
    def ok(self) -> bool:
        return self.outcome == "finished"
