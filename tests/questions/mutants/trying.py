"""Runs a program of the bank on the engine of this process, in a process of its own."""

import contextlib
import gc
import io
import json
import os
import signal
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from quizcli.bank.check.trials import Trial
from quizcli.model.run import Program
from tests.questions.recorded import held, read, runs

SECONDS = 10  # for one program; none takes more than a fraction of one


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program of the bank, and what it printed on PyTorch."""

    topic: str
    trial: Trial
    printed: str

    @property
    def name(self) -> str:
        """How the data file calls it."""
        return f"{self.topic}: {self.trial.key}"

    def goes_wrong(self) -> bool:
        """Whether `quizcli bank check` would report what this program does here and now."""
        outcome, said = carry_out(self.trial.program)
        if self.trial.want == "prints":
            return (outcome, said) != ("finished", self.printed)
        return (outcome == "finished") is (self.trial.want == "fails")

    def notices(self) -> bool:
        """The same in a process of its own; one that dies or does not end has noticed."""
        return forked(self.goes_wrong, SECONDS) is not False


def candidates() -> list[Candidate]:
    """Every program of the bank."""
    found = []
    for each in held():
        recorded = read(each.topic.id)
        for name, trial in runs(each):
            found.append(Candidate(each.topic.id, trial, recorded.get(name, ["", "", ""])[2]))
    return found


def suspects(programs: Sequence[Candidate]) -> list[Candidate]:
    """Those that seem to notice when they run one after the other, which is quick."""
    wrong = forked(lambda: [program.goes_wrong() for program in programs], SECONDS)
    if wrong is None:
        return list(programs)
    return [program for program, suspect in zip(programs, wrong, strict=True) if suspect]


def carry_out(program: Program) -> tuple[str, str]:
    """How a program ended, and what it printed."""
    printed = io.StringIO()
    names: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        warnings.resetwarnings()
        try:
            exec(compile(program.source, "answer", "exec"), names)
        except BaseException as error:  # noqa: BLE001 - SystemExit, too, is an ending
            return "raised", type(error).__name__
        names |= {"SOURCE": program.source, "PRINTED": printed.getvalue()}
        try:
            exec(compile(program.check or "", "check", "exec"), names)
        except BaseException as error:  # noqa: BLE001 - the same
            return "failed", type(error).__name__
    return "finished", printed.getvalue()


def forked(action: Callable[[], Any], seconds: int = 0) -> Any:
    """What `action` returns when it is called in a fork; None if that died or ran out of time."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        gc.freeze()
        signal.alarm(seconds)
        try:
            text = json.dumps(action())
            signal.alarm(0)
            with os.fdopen(writing, "w") as pipe:
                pipe.write(text)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told) if told else None
