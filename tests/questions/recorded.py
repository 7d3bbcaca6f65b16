"""What PyTorch said to every run of the bank: demos, predictions, solutions, wrong answers.

A topic's file keeps the output of the first variant; here all variants are kept, and how each wrong
answer fails. `python -m tests.questions.recorded [topic ...]` records anew; it needs torch.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from quizcli.bank.check.held import Held, hold
from quizcli.bank.check.trials import Trial, trials
from quizcli.bank.files import shipped_folder, topic_files
from quizcli.model.run import RunResult

DATA = Path(__file__).parent / "data" / "recorded"
Records = dict[str, list[str]]  # trial: digest of its program, outcome, output or type of error


def held() -> list[Held]:
    """The topics of the shipped bank."""
    topics, problems = hold(topic_files(shipped_folder()))
    assert not problems, problems
    return topics


def record_of(trial: Trial, result: RunResult) -> list[str]:
    """What is kept of a run."""
    program = f"{trial.program.source}\0{trial.program.check}".encode()
    said = result.error.type if result.error else result.stdout
    return [blake2b(program, digest_size=6).hexdigest(), result.outcome, said]


def runs(topic: Held) -> Iterator[tuple[str, Trial]]:
    """The topic's trials by name."""
    for trial in trials(topic.topic):
        yield trial.key, trial


def read(topic: str) -> Records:
    """What was recorded for the topic; nothing, if it never was."""
    file = DATA / f"{topic}.json"
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


def write(topic: str, records: Records) -> None:
    """Keep the topic's records, a line for each."""
    rows = [f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in records.items()]
    DATA.mkdir(parents=True, exist_ok=True)
    (DATA / f"{topic}.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def main(wanted: list[str]) -> None:
    """Record the named topics, or all."""
    from quizcli.runner.runner import Runner

    topics = held()
    with Runner("torch") as torch:
        for each in topics:
            if not wanted or each.topic.id in wanted:
                records = {name: record_of(t, torch.run(t.program)) for name, t in runs(each)}
                write(each.topic.id, records)
                print(f"{each.topic.id}: {len(records)} runs")
    for file in DATA.glob("*.json"):
        if file.stem not in {each.topic.id for each in topics}:
            file.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
