"""How the progress file bears size: a bank of 10,000 questions, a log of 1,000,000 answers.

    python benchmarks/store.py [ANSWERS [QUESTIONS]]

Prints milliseconds, best of several, beside those of an empty file. What must hold: the day's list
in under 50 ms, and a start no slower than with an empty file.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from quizcli.model.review import Card, Entry, Grade
from quizcli.schedule.queue import day_queue
from quizcli.settings import Settings
from quizcli.store import backups
from quizcli.store.connection import transaction
from quizcli.store.rows import new_id
from quizcli.store.store import Store

TODAY = date(2026, 3, 1)
SETTINGS = Settings(backups=0)


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def opened(path: Path) -> Store:
    return Store.open(path, SETTINGS, at=noon(TODAY), day=TODAY)


def answer(question: str, day: date) -> Entry:
    return Entry(
        id=new_id(noon(day)), act="answer", question=question, at=noon(day), day=day,
        grade=Grade.GOOD, right=True, mode="review", seconds=30.0, session="benchmark",
        details={"answer": "what was typed", "seed": 12345},
    )  # fmt: skip


def answers(questions: list[str], number: int) -> Iterator[Entry]:
    days = 1000
    for place in range(number):
        day = TODAY - timedelta(days=days - place * days // number)
        yield answer(questions[place % len(questions)], day)


def filled(path: Path, questions: list[str], number: int) -> None:
    """Cards are drawn at random: how they came about does not matter for finding them."""
    draw = random.Random(1)  # noqa: S311
    with opened(path) as store:
        store.append(answer(questions[0], TODAY - timedelta(days=1001)))
        with transaction(store._db):
            store._log.add(answers(questions, number))
            for question in questions[: len(questions) * 9 // 10]:
                due = TODAY + timedelta(days=draw.randrange(-3, 400))
                card = Card(
                    question=question, due=due, last=due - timedelta(days=30), stability=30.0,
                    difficulty=5.0, reviews=100,
                )  # fmt: skip
                store._deck._put(question, card)


def best(action: Callable[[], object], times: int = 15) -> float:
    """Milliseconds of the fastest of so many runs."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        found.append(time.perf_counter() - start)
    return min(found) * 1000


def measured(path: Path, questions: list[str]) -> dict[str, float]:
    catalogue = dict.fromkeys(questions, 1)
    store = opened(path)

    def list_of_the_day() -> object:
        due, seen = store.due(TODAY, catalogue), store.seen(TODAY)
        return day_queue(due, seen, catalogue, TODAY, SETTINGS, store.done(TODAY))

    number = iter(range(10**6))
    return {
        "open": best(lambda: opened(path).close()),
        "cards that are due": best(lambda: store.due(TODAY, catalogue)),
        "the day's list": best(list_of_the_day),
        "append an answer": best(lambda: store.append(answer(questions[next(number)], TODAY))),
        "undo it": best(lambda: store.undo(at=noon(TODAY), day=TODAY)),
        "typical pace": best(store.pace),
    }


def main() -> None:
    number, size = (*map(int, sys.argv[1:]), *(1_000_000, 10_000)[len(sys.argv) - 1 :])
    questions = [f"topic-{place % 500}/{place}" for place in range(size)]
    with tempfile.TemporaryDirectory() as folder:
        empty, large = Path(folder) / "empty.db", Path(folder) / "large.db"
        opened(empty).close()
        small = measured(empty, questions)
        start = time.perf_counter()
        filled(large, questions, number)
        print(f"{number:,} answers on {size:,} questions: {large.stat().st_size / 1e6:.0f} MB,")
        print(f"written in {time.perf_counter() - start:.0f} s\n")
        big = measured(large, questions)
        with opened(large) as store:
            print(f"check of all: {best(store.fault, 1) / 1000:.1f} s; ", end="")
            copy = Path(folder) / "copy.db"
            print(f"daily copy: {best(lambda: backups.copy(store._db, copy), 1) / 1000:.1f} s\n")
        print(f"{'milliseconds':22}{'empty':>9}{'large':>9}")
        for name, value in big.items():
            print(f"{name:22}{small[name]:9.2f}{value:9.2f}")


if __name__ == "__main__":
    main()
