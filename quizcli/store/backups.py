"""Backups: a few daily copies of the progress file, each complete."""

import os
import sqlite3
from datetime import date
from pathlib import Path

from quizcli.store.errors import damaged


def folder(path: Path) -> Path:
    """The folder for backups of a progress file."""
    return path.parent / "backups"


def daily(path: Path) -> list[Path]:
    """The daily backups, newest first."""
    return sorted(folder(path).glob(f"{path.stem}-[0-9]*.db"), reverse=True)


def copies(path: Path) -> list[Path]:
    """All backups, including those made before a migration, newest first."""
    found = folder(path).glob(f"{path.stem}-*.db")
    return sorted(found, key=lambda copy: copy.stat().st_mtime, reverse=True)


def keep_daily(db: sqlite3.Connection, path: Path, day: date, keep: int) -> Path | None:
    """Make today's backup if there is none, and delete all but the newest `keep`.

    Raises DamagedError before a damaged file could replace a good backup.
    """
    target = folder(path) / f"{path.stem}-{day.isoformat()}.db"
    if target.exists():
        return None
    if fault(db):
        raise damaged(path)
    copy(db, target)
    for old in daily(path)[keep:]:
        old.unlink(missing_ok=True)
    return target


def copy(db: sqlite3.Connection, target: Path) -> None:
    """Make a compact copy of the file, which appears only when complete."""
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    partial = target.with_suffix(f".{os.getpid()}.part")
    partial.unlink(missing_ok=True)
    try:
        db.execute("VACUUM INTO ?", (str(partial),))
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def fault(db: sqlite3.Connection) -> str | None:
    """What SQLite finds wrong with the file, or None."""
    found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(3)")]
    return None if found == ["ok"] else "; ".join(found)
