"""What a bank of 10,000 questions costs at the start, and what its check costs a program.

Ratios of best times in one run: the same commands with the shipped bank alone, and with 10,000
questions more (the shipped topics again and again under other ids, trusted and cached).
"""

import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.startup import QUIZCLI, ROUNDS, seconds
from quizcli.bank.bank import open_bank
from quizcli.bank.check.report import check
from quizcli.bank.files import shipped_folder, topic_files
from quizcli.bank.registry import Registry

QUESTIONS = 10_000
MOST = 1.3  # times the shipped bank
PROGRAM = 0.012  # seconds a program on two cores
PATHS = (
    ("explain --no-run", [*QUIZCLI, "explain", "retain-graph", "--no-run"], None),
    ("explain, misspelt", [*QUIZCLI, "explain", "retian_graph", "--no-run"], None),
    ("first question", [*QUIZCLI, "quiz", "--seed", "1"], b"1/"),
)


def copies(folder: Path) -> Iterator[int]:
    """Writes copies of the shipped topics; yields how many questions there are after each."""
    texts = [file.read_text(encoding="utf-8") for file in topic_files(shipped_folder())]
    for copy in range(QUESTIONS):
        for text in texts:
            (topic,) = re.findall(r"(?m)^id: (\S+)$", text)
            new = f"{topic}-{copy}"
            text = re.sub(r"(?m)^(builds_on|see_also):.*\n", "", text)
            text = text.replace(f"id: {topic}\n", f"id: {new}\n", 1)
            text = text.replace(f"id: {topic}/", f"id: {new}/")
            file = folder / f"{copy}" / f"{new}.yaml"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            yield text.count(f"id: {new}/")


def large_home(folder: Path) -> Path:
    """A home with the shipped bank and 10,000 questions more."""
    bank, home, count = folder / "bank", folder / "large", 0
    for more in copies(bank):
        count += more
        if count >= QUESTIONS:
            break
    registry = Registry(home / "data" / "banks.json")
    registry.add("large", bank)
    registry.trust("large", open_bank(bank, home / "cache", "large").content)
    return home


def starts(folder: Path, *, cpu: bool) -> Iterator[tuple[str, float]]:
    """How many times as long each command takes with the large bank."""
    homes = (folder / "small", large_home(folder))
    for name, command, until in PATHS:
        best = [float("inf"), float("inf")]
        for _round in range(ROUNDS):
            for number, home in enumerate(homes):
                took = seconds(command, str(home), until=until, cpu=cpu)
                best[number] = min(best[number], took)
        yield name, best[1] / best[0]


def check_seconds() -> float:
    """What the check of the shipped bank takes for each program, on two runners."""
    from quizcli.runner.runner import Runner

    with Runner() as first, Runner() as second:
        for runner in (first, second):
            runner.start()
        began = time.perf_counter()
        report = check([shipped_folder()], [first.run, second.run])
        return (time.perf_counter() - began) / report.programs


def main() -> int:
    """Prints each figure beside its limit; 1 where one is above it."""
    above = False
    with tempfile.TemporaryDirectory() as folder:
        for name, ratio in starts(Path(folder), cpu="--cpu" in sys.argv):
            above |= ratio > MOST
            print(f"{name:20} {ratio:5.2f} times the shipped bank alone (at most {MOST})")
    each = check_seconds()
    above |= each > PROGRAM
    print(f"{'bank check':20} {each * 1000:5.1f} ms a program (at most {PROGRAM * 1000:g})")
    return int(above)


if __name__ == "__main__":
    sys.exit(main())
