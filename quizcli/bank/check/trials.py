"""What has to run to prove a topic, and what the runs have to show."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from quizcli.bank.place import Step
from quizcli.language import _
from quizcli.model.program import combinations, fill_blanks, with_values
from quizcli.model.run import Program
from quizcli.model.topic import Demo, Fill, Fix, Predict, Topic, Value

Printing = TypeVar("Printing", Demo, Predict)
Want = Literal["prints", "passes", "fails"]


@dataclass(frozen=True, slots=True)
class Trial:
    """One run: its demo or question (`steps` leads to it in the file) and the expected result."""

    steps: tuple[Step, ...]
    item: Demo | Predict | Fill | Fix
    program: Program
    want: Want
    wrong: int = 0  # number of the wrong answer, from 1; 0: not a wrong answer
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """A name within the topic's records."""
        number = f" {self.wrong}" if self.wrong else ""
        chosen = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.item.id} {self.want}{number}" + (f" with {chosen}" if chosen else "")

    @property
    def what(self) -> str:
        """What is run, as the start of a sentence."""
        if self.wrong:
            program = _("wrong answer {number}").format(number=self.wrong)
        elif self.want == "prints":
            program = _("the program")
        else:
            program = _("the solution") if self.want == "passes" else _("the broken program")
        return program + self.variant

    @property
    def variant(self) -> str:
        """The values that were chosen, as the end of a phrase."""
        chosen = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return _(" with {values}").format(values=chosen) if chosen else ""


def trials(topic: Topic) -> Iterator[Trial]:
    """Every run that proves the topic, grouped by demo or question."""
    for index, demo in enumerate(topic.demos):
        yield from _printing(demo, ("demos", index))
    for index, question in enumerate(topic.questions):
        steps = ("questions", index)
        match question:
            case Predict():
                yield from _printing(question, steps)
            case Fill():
                yield from _filled(question, steps)
            case Fix():
                yield from _fixed(question, steps)


def _printing(varied: Printing, steps: tuple[Step, ...]) -> Iterator[Trial]:
    for values in combinations(varied.variants):
        item = with_values(varied, values)
        yield Trial(steps, item, Program(item.code), "prints", values=values)


def _filled(varied: Fill, steps: tuple[Step, ...]) -> Iterator[Trial]:
    for values in combinations(varied.variants):
        item = with_values(varied, values)
        for number, way in enumerate((item.solution, *item.wrong)):
            program = Program(fill_blanks(item.code, way), check=item.check)
            yield Trial(steps, item, program, "fails" if number else "passes", number, values)


def _fixed(item: Fix, steps: tuple[Step, ...]) -> Iterator[Trial]:
    yield Trial(steps, item, Program(item.solution, check=item.check), "passes")
    for number, way in enumerate((item.code, *item.wrong)):
        yield Trial(steps, item, Program(way, check=item.check), "fails", number)
