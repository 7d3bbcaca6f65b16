import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizcli.cli.stats import as_dict
from quizcli.model.review import Grade
from quizcli.schedule.queue import Queue
from quizcli.schedule.statistics import (
    calibration,
    due_by_day,
    mastery,
    retention,
    statistics,
    streak,
)
from quizcli.settings import Settings
from quizcli.store.exchange import read_log, to_line
from tests.quizcli.histories import answer, day, histories, in_memory
from tests.quizcli.schedule.recount import recount

LOG = Path(__file__).parent / "data" / "log.jsonl"
NAMES = [
    f"{topic}/{number}"
    for topic in ("leaf", "graph", "hook", "mode", "custom", "copy", "loss")
    for number in range(6)
]


def told(entries, on, names=NAMES, **changes):
    """What the program says of a log, without the queue, which the log alone does not tell."""
    store = in_memory()
    store.unite(entries)
    catalogue = dict.fromkeys(names, 1)
    chosen = Settings(**changes)
    numbers = as_dict(
        statistics(
            store.entries(acts=["answer"]), store.cards(), catalogue, Queue((), ()), on, chosen
        )
    )
    del numbers["today"]["due"], numbers["today"]["new"]
    return numbers


@pytest.mark.parametrize(("on", "until"), [(74, 90), (75, 83), (90, 120)])
def test_an_independent_script_counts_the_same_from_the_log(on, until):
    script = Path(__file__).parent / "recount.py"
    command = [sys.executable, str(script), str(LOG), str(day(on)), str(day(until)), *NAMES]
    recounted = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    date = {} if until == on + 30 else {"interview_date": day(until)}
    numbers = told(read_log(LOG), day(on), **date)
    assert numbers == json.loads(recounted)
    assert numbers["answers"] > 200
    assert numbers["leeches"]
    assert numbers["calibration"]


@settings(max_examples=30, deadline=None)
@given(histories(), st.integers(60, 90))
def test_the_script_agrees_on_any_log(history, on):
    rules = answer(id="rules", on=0, details={"retention": 0.9})
    store = in_memory()
    store.append(rules)  # a first answer, so that the rules stand in the log
    store.unite(history)
    names = ["leaf/why", "leaf/what", "hook/order", "mode/nested"]
    lines = [json.loads(to_line(entry)) for entry in store.log()]
    for line in lines:
        line.pop("details" if line["act"] == "answer" else "", None)
        line.setdefault("right", False)
        line.setdefault("seconds", 0)
    recounted = recount(lines, day(on), day(on) + timedelta(days=30), names)
    numbers = told(list(store.log()), day(on), names)
    for part in ("streak", "retention", "answers", "days", "forecast", "topics", "leeches"):
        assert numbers[part] == recounted[part]


@pytest.mark.parametrize(
    ("used", "now", "best"),
    [
        ([], 0, 0),
        ([10], 1, 1),
        ([8, 9], 2, 2),
        ([7, 8], 0, 2),
        ([1, 2, 3, 4, 9, 10], 2, 4),
        ([9, 10, 11], 2, 2),
    ],
)
def test_a_streak_lasts_while_no_whole_day_is_missed(used, now, best):
    counted = streak(map(day, used), day(10))
    assert (counted.now, counted.best) == (now, best)


def test_retention_counts_the_first_answer_of_a_later_day():
    answers = [
        answer("a/1", 0, Grade.AGAIN),  # new
        answer("a/1", 0),  # the same day
        answer("a/1", 3, Grade.AGAIN),
        answer("a/1", 3),
        answer("a/1", 5),
        answer("a/1", 6, Grade.AGAIN, counts=False),
    ]
    counted = retention(answers, day(-1), 0.9)
    assert (counted.asked, counted.recalled) == (2, 1)
    assert counted.share == 0.5
    assert retention(answers, day(3), 0.9).asked == 1
    assert retention(answers, day(9), 0.9).share is None


def test_what_was_failed_today_does_not_count_as_wholly_known():
    store = in_memory()
    store.append(answer("a/1", grade=Grade.AGAIN), answer("b/1", grade=Grade.EASY))
    failed, easy = mastery(
        [store.card("a/1"), store.card("b/1")], {"a/1": 1, "b/1": 1}, day(0), day(30), Settings()
    )
    assert failed.recall < 0.95 < easy.recall


def test_what_is_overdue_falls_due_today():
    store = in_memory()
    store.append(answer("a/1"), answer("a/2", grade=Grade.EASY), answer("gone/1"))
    (_due, easy) = store.card("a/1").due, store.card("a/2").due
    counts = dict(
        due_by_day([store.card("a/1"), store.card("a/2")], {"a/1": 1, "a/2": 1}, day(4), 28)
    )
    assert counts[day(4)] == 1
    assert counts[easy] == 1
    assert sum(counts.values()) == 2


def test_calibration_sets_what_was_said_against_what_was_right():
    answers = [
        answer(details={"confidence": 100}, grade=Grade.AGAIN),
        answer(details={"confidence": 100}),
        answer(details={"confidence": 50}),
        answer(),
    ]
    assert [(row.percent, row.answers, row.right) for row in calibration(answers)] == [
        (50, 1, 1),
        (100, 2, 1),
    ]
