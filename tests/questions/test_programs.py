"""Every program of the bank does on the engine what it did on PyTorch."""

import pytest

from quizcli.bank.check.held import Held
from quizcli.bank.check.trials import Trial
from quizcli.bank.check.verdicts import judge
from quizcli.model.run import RunResult
from quizcli.runner.runner import Runner
from tests.questions.recorded import DATA, held, read, record_of, runs

TOPICS = {each.topic.id: each for each in held()}
RECORD = "python -m tests.questions.recorded"
Ran = dict[str, tuple[Trial, RunResult]]


def ran(topic: Held, runner: Runner) -> Ran:
    return {name: (trial, runner.run(trial.program)) for name, trial in runs(topic)}


def differences(topic: str, results: Ran) -> list[str]:
    """Where the results are not what was recorded."""
    recorded = read(topic)
    assert recorded, f"nothing is recorded for {topic}; {RECORD} {topic}"
    lines = [f"{name}: is gone; {RECORD} {topic}" for name in recorded.keys() - results.keys()]
    for name, (trial, result) in results.items():
        digest, *now = record_of(trial, result)
        then = recorded.get(name, ["", "", ""])
        if then[0] != digest:
            lines.append(f"{name}: the program is not the one recorded; {RECORD} {topic}")
        elif then[1:] != now:
            told = result.error.message if result.error else ""
            lines.append(f"{name}: PyTorch {then[1:]}, engine {now} {told}")
    return lines


@pytest.mark.parametrize("topic", TOPICS)
def test_the_engine_does_what_pytorch_did(topic: str, engine: Runner) -> None:
    results = ran(TOPICS[topic], engine)
    assert differences(topic, results) == []
    judged = judge(list(results.values()))
    assert [fault.message for fault in judged.faults + judged.differences] == []


@pytest.mark.torch
@pytest.mark.parametrize("topic", TOPICS)
def test_the_record_is_what_pytorch_says(topic: str, torch: Runner) -> None:
    assert differences(topic, ran(TOPICS[topic], torch)) == []


def test_nothing_is_recorded_of_topics_that_are_gone() -> None:
    assert {file.stem for file in DATA.glob("*.json")} <= TOPICS.keys()


def test_a_different_result_is_noticed() -> None:
    topic = next(iter(TOPICS))
    results = {
        name: (trial, RunResult("finished", stdout="something else\n"))
        for name, trial in runs(TOPICS[topic])
    }
    assert len(differences(topic, results)) >= len(results) - 1
