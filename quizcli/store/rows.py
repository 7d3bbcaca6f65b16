"""Entries and cards as rows of the database."""

import json
import os
import sqlite3
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from quizcli.model.review import Card, Entry, Grade

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
ENTRY_COLUMNS = (
    "id", "act", "question", "at", "day", "grade", "right", "mode", "counts", "seconds",
    "hints", "revision", "session", "cancels", "details",
)  # fmt: skip
CARD_COLUMNS = (
    "question", "due", "last", "stability", "difficulty", "reviews", "lapses", "suspended",
    "leech", "buried", "revision",
)  # fmt: skip


def new_id(at: datetime) -> str:
    """A globally unique id that sorts by time (a UUID version 7, in hex)."""
    milliseconds = microseconds(at) // 1000
    random = int.from_bytes(os.urandom(10))  # `secrets` takes longer to load than everything else
    high, low = random >> 68, random & ((1 << 62) - 1)
    return f"{milliseconds << 80 | 7 << 76 | high << 64 | 2 << 62 | low:032x}"


def microseconds(at: datetime) -> int:
    """Whole microseconds since 1970 of an aware datetime."""
    return (at - EPOCH) // timedelta(microseconds=1)


def moment(value: int) -> datetime:
    """The UTC datetime this many microseconds after 1970."""
    return EPOCH + timedelta(microseconds=value)


def entry_row(entry: Entry) -> tuple[Any, ...]:
    """Values in the order of ENTRY_COLUMNS."""
    return (
        entry.id,
        entry.act,
        entry.question,
        microseconds(entry.at),
        entry.day.isoformat(),
        None if entry.grade is None else int(entry.grade),
        None if entry.right is None else int(entry.right),
        entry.mode,
        int(entry.counts),
        entry.seconds,
        entry.hints,
        entry.revision,
        entry.session,
        entry.cancels,
        json.dumps(dict(entry.details), ensure_ascii=False, sort_keys=True),
    )


def entry_of(row: sqlite3.Row | Mapping[str, Any]) -> Entry:
    """The entry of a row that has ENTRY_COLUMNS."""
    return Entry(
        id=row["id"],
        act=row["act"],
        question=row["question"],
        at=moment(row["at"]),
        day=date.fromisoformat(row["day"]),
        grade=None if row["grade"] is None else Grade(row["grade"]),
        right=None if row["right"] is None else bool(row["right"]),
        mode=row["mode"],
        counts=bool(row["counts"]),
        seconds=row["seconds"],
        hints=row["hints"],
        revision=row["revision"],
        session=row["session"],
        cancels=row["cancels"],
        details=json.loads(row["details"]),
    )


def card_row(card: Card) -> tuple[Any, ...]:
    """Values in the order of CARD_COLUMNS."""
    return (
        card.question,
        card.due.isoformat(),
        card.last.isoformat(),
        card.stability,
        card.difficulty,
        card.reviews,
        card.lapses,
        int(card.suspended),
        int(card.leech),
        card.buried and card.buried.isoformat(),
        card.revision,
    )


def card_of(row: sqlite3.Row) -> Card:
    """The card of a row that has CARD_COLUMNS."""
    return Card(
        question=row["question"],
        due=date.fromisoformat(row["due"]),
        last=date.fromisoformat(row["last"]),
        stability=row["stability"],
        difficulty=row["difficulty"],
        reviews=row["reviews"],
        lapses=row["lapses"],
        suspended=bool(row["suspended"]),
        leech=bool(row["leech"]),
        buried=row["buried"] and date.fromisoformat(row["buried"]),
        revision=row["revision"],
    )
