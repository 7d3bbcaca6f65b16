"""What has to be run to prove a topic, and what the runs have to show."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from quizcli.bank.shape import Step
from quizcli.model.program import combinations, fill_blanks, with_values
from quizcli.model.run import Program
from quizcli.model.topic import Demo, Fill, Fix, Predict, Topic, Value

Printing = TypeVar("Printing", Demo, Predict)
Want = Literal["prints", "passes", "fails"]


@dataclass(frozen=True, slots=True)
class Trial:
    """One run: of which demo or question (`steps` in its file), and what it has to do."""

    steps: tuple[Step, ...]
    program: Program
    want: Want
    what: str  # as in "the solution passes"
    item: Demo | Predict | Fill | Fix
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """A name within the topic's records."""
        return f"{self.item.id} {self.what}{said(self.values)}"


def trials(topic: Topic) -> Iterator[Trial]:
    """Every run that proves the topic, those of one demo or question together."""
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


def said(values: Mapping[str, Value]) -> str:
    """The values of a variant, as in ` with a=2, n=3`."""
    return " with " + ", ".join(f"{k}={v}" for k, v in values.items()) if values else ""


def _printing(varied: Printing, steps: tuple[Step, ...]) -> Iterator[Trial]:
    for values in combinations(varied.variants):
        item = with_values(varied, values)
        yield Trial(steps, Program(item.code), "prints", "the program", item, values)


def _filled(varied: Fill, steps: tuple[Step, ...]) -> Iterator[Trial]:
    for values in combinations(varied.variants):
        item = with_values(varied, values)

        def trial(answers: tuple[str, ...], want: Want, what: str, item: Fill = item) -> Trial:
            program = Program(fill_blanks(item.code, answers), check=item.check)
            return Trial(steps, program, want, what, item, values)  # noqa: B023 - used at once

        yield trial(item.solution, "passes", "the solution")
        for number, way in enumerate(item.wrong):
            yield trial(way, "fails", f"wrong answer {number + 1}")


def _fixed(item: Fix, steps: tuple[Step, ...]) -> Iterator[Trial]:
    yield Trial(steps, Program(item.code, check=item.check), "fails", "the broken program", item)
    yield Trial(steps, Program(item.solution, check=item.check), "passes", "the solution", item)
    for number, way in enumerate(item.wrong):
        program = Program(way, check=item.check)
        yield Trial(steps, program, "fails", f"wrong answer {number + 1}", item)
