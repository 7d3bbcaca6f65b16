"""Repairs a damaged progress file: sets it aside and rebuilds from backup and readable entries."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from quizcli.model.review import Entry
from quizcli.settings import Settings
from quizcli.store import backups
from quizcli.store.connection import connect, connect_to_read
from quizcli.store.errors import telling
from quizcli.store.exchange import of_line, to_line
from quizcli.store.rows import ENTRY_COLUMNS, entry_of
from quizcli.store.store import Store

_SMALLEST_ROW = 40  # bytes; bounds the number of rows in a file
_ENOUGH_FAILURES = 20_000  # beyond that, the table's root is gone


@dataclass(frozen=True, slots=True)
class Found:
    """What could replace a damaged file: a good backup, if any, and the entries still readable."""

    copy: Path | None
    in_copy: int
    readable: tuple[Entry, ...]


def examine(path: Path) -> Found:
    """Find the newest good backup and the readable entries; changes nothing."""
    good, count = None, 0
    for candidate in backups.copies(path):
        entries = _count_if_good(candidate)
        if entries is not None:
            good, count = candidate, entries
            break
    return Found(good, count, tuple(_readable(path)))


def restore(
    path: Path, found: Found, settings: Settings, *, at: datetime, day: date
) -> tuple[Path, int]:
    """Set the file aside and build a new one; returns the old file's path, and the entries."""
    with telling(path):
        aside = path.with_name(f"{path.stem}-damaged-{at:%Y%m%d-%H%M%S}.db")
        for ending in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                Path(f"{path}{ending}").rename(f"{aside}{ending}")
        if found.copy:
            with closing(connect_to_read(found.copy)) as db:
                backups.copy(db, path)
    with Store.open(path, settings, at=at, day=day) as store:
        safe = {entry.id for entry in store.log()}
        store.unite({one.id: one for one in found.readable if one.id not in safe}.values())
        store.rebuild()
        return aside, sum(1 for _entry in store.log())


def _count_if_good(candidate: Path) -> int | None:
    with suppress(sqlite3.Error), closing(connect_to_read(candidate)) as db:
        if backups.fault(db) is None:
            return int(db.execute("SELECT count(*) FROM log").fetchone()[0])
    return None


def _readable(path: Path) -> Iterator[Entry]:
    with suppress(sqlite3.Error, OSError), closing(connect(path)) as db:
        most = path.stat().st_size // _SMALLEST_ROW
        for seq in _readable_keys(db, most):
            with suppress(sqlite3.Error, ValueError, TypeError, KeyError, OverflowError):
                row = db.execute(
                    f"SELECT {', '.join(ENTRY_COLUMNS)} FROM log NOT INDEXED WHERE seq = ?", (seq,)
                ).fetchone()
                if row:
                    yield of_line(to_line(entry_of(row)))  # validates its content


def _readable_keys(db: sqlite3.Connection, most: int) -> Iterator[int]:
    """Keys of readable rows, found by bisecting ranges in which reading fails."""
    ranges, failures = [(0, most + 1)], 0
    while ranges and failures < _ENOUGH_FAILURES:
        low, high = ranges.pop()
        try:
            rows = db.execute(
                "SELECT seq FROM log NOT INDEXED WHERE seq >= ? AND seq < ?", (low, high)
            ).fetchall()
        except sqlite3.DatabaseError:
            failures += 1
            middle = (low + high) // 2
            if high - low > 1:
                ranges += [(middle, high), (low, middle)]
        else:
            yield from (seq for (seq,) in rows)
