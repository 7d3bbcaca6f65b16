"""Entries of a log as tests need them: made by hand, or drawn at random by hypothesis."""

import weakref
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from quizcli.model.review import Act, Entry, Grade
from quizcli.settings import Settings
from quizcli.store.connection import connect
from quizcli.store.migrations import apply
from quizcli.store.store import Store

FIRST_DAY = date(2026, 3, 1)
_numbers = count(1)


def day(number: int) -> date:
    """The study day that many days after the first."""
    return FIRST_DAY + timedelta(days=number)


def noon(on: date) -> datetime:
    return datetime(on.year, on.month, on.day, 12, tzinfo=UTC)


def entry(act: Act, question: str = "leaf/why", on: int = 0, **changes: Any) -> Entry:
    values: dict[str, Any] = {
        "id": f"entry-{next(_numbers):08}",
        "act": act,
        "question": question,
        "at": noon(day(on)) + timedelta(seconds=next(_numbers) % 3600),
        "day": day(on),
        "session": "one",
    }
    return Entry(**{**values, **changes})


def answer(
    question: str = "leaf/why", on: int = 0, grade: Grade = Grade.GOOD, **changes: Any
) -> Entry:
    values = {"right": grade > Grade.AGAIN, "mode": "review", "grade": grade, **changes}
    return entry("answer", question, on, **values)


def answers(store: Store) -> list[Entry]:
    """The answers in a store that were not undone."""
    return [one for one in store.entries() if one.act == "answer"]


def in_memory() -> Store:
    """A store that costs no disk: what it does is the same, only nothing lasts."""
    db = connect(Path(":memory:"))
    apply(db, after=0)
    store = Store(db, Path(":memory:"), Settings(backups=0), day(0))
    weakref.finalize(store, db.close)
    return store


@st.composite
def histories(draw: st.DrawFn, machine: str = "a", most: int = 30) -> list[Entry]:
    """What a person might do on one machine: answers, undos, resets, suspensions, bad clocks."""
    entries: list[Entry] = []
    for number in range(draw(st.integers(0, most))):
        act = draw(
            st.sampled_from(["answer"] * 6 + ["undo", "suspend", "unsuspend", "bury", "reset"])
        )
        on = draw(st.integers(0, 60))
        question = draw(st.sampled_from(["leaf/why", "leaf/what", "hook/order", "mode/nested"]))
        entry_id = f"{machine}-{number:04}"
        at = noon(day(on)) + timedelta(seconds=draw(st.integers(-43_000, 43_000)))
        shared: dict[str, Any] = {"id": entry_id, "question": question, "at": at, "day": day(on)}
        if act == "answer":
            grade = draw(st.sampled_from(list(Grade)))
            counts = draw(st.booleans() | st.just(True))
            entries.append(Entry(act="answer", grade=grade, counts=counts, **shared))
        elif act == "undo":
            undone = [one for one in entries if one.act != "undo"]
            if undone:
                target = draw(st.sampled_from(undone))
                shared["question"] = target.question
                entries.append(Entry(act="undo", cancels=target.id, **shared))
        else:
            entries.append(Entry(act=act, **shared))
    return entries
