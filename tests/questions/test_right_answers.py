"""What is right passes its check, even if nobody thought of it when the question was written."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from quizcli.model.program import combinations, fill_blanks, with_values
from quizcli.model.run import Program
from quizcli.model.topic import Fill, Fix
from quizcli.runner.runner import Runner
from tests.questions.recorded import held

Answer = list[str] | dict[str, str]
FILE = Path(__file__).parent / "data" / "right-answers.yaml"
ANSWERS: dict[str, list[Answer]] = yaml.load(FILE.read_text(encoding="utf-8"), yaml.CSafeLoader)
QUESTIONS = {q.id: q for each in held() for q in each.topic.questions if isinstance(q, Fill | Fix)}


def programs(question: Fill | Fix, answer: Answer) -> Iterator[Program]:
    """The question's program as answered, with each of its values."""
    if isinstance(answer, list):
        assert isinstance(question, Fill), question.id
        for values in combinations(question.variants):
            item = with_values(question, values)
            yield Program(fill_blanks(item.code, answer), check=item.check)
        return
    code = question.code
    for old, new in answer.items():
        assert old in code, f"{question.id}: {old!r} does not stand in the code"
        code = code.replace(old, new)
    yield Program(code, check=question.check)


def refused(name: str, runner: Runner) -> list[str]:
    """The answers that do not pass, and why."""
    return [
        f"{answer}: {result.error}"
        for answer in ANSWERS[name]
        for program in programs(QUESTIONS[name], answer)
        if (result := runner.run(program)).outcome != "finished"
    ]


@pytest.mark.parametrize("name", ANSWERS)
def test_a_right_answer_passes(name: str, engine: Runner) -> None:
    assert refused(name, engine) == []


@pytest.mark.torch
@pytest.mark.parametrize("name", ANSWERS)
def test_it_passes_on_pytorch(name: str, torch: Runner) -> None:
    assert refused(name, torch) == []
