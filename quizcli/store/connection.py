"""Connections to a progress file; commits are on disk when they return."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from quizcli.language import _
from quizcli.store.errors import StoreError


def connect(path: Path) -> sqlite3.Connection:
    """A connection that creates the file if it does not exist."""
    if path.is_dir():
        raise StoreError(_("{path}: is a folder, not a progress file").format(path=path))
    db = sqlite3.connect(path, timeout=20, isolation_level=None)
    db.row_factory = sqlite3.Row
    try:
        db.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        db.close()
        raise
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A read-only connection that leaves no trace, for files on read-only media."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True, isolation_level=None)
    db.row_factory = sqlite3.Row
    return db


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Do everything inside or nothing; other processes wait their turn."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def marks(values: Iterable[Any]) -> str:
    """One question mark per value, for SQL's `IN (…)`."""
    return ", ".join("?" for _value in values)
