"""Schema migrations: numbered steps, each applied once, after a backup."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from quizcli.language import _
from quizcli.store import backups
from quizcli.store.connection import transaction
from quizcli.store.errors import NewerError, StoreError

LATEST = 2
_TURNS = 100  # attempts, while other processes open a new file at the same moment
APPLICATION = 0x71756963  # "quic": identifies our files


def steps() -> list[tuple[int, str]]:
    """The number and SQL of each step, in order."""
    from importlib.resources import files  # slow, and only needed for new and outdated files

    found = sorted(
        (item for item in files("quizcli.store").joinpath("schema").iterdir()
         if item.name.endswith(".sql")),
        key=lambda item: item.name,
    )  # fmt: skip
    return [(int(item.name[:3]), item.read_text(encoding="utf-8")) for item in found]


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Migrate the file to the latest version; raises NewerError if it is newer."""
    version = version_of(db)
    if version > LATEST:
        raise NewerError(
            _(
                "{path}: written by a newer quizcli (format {found}; this version reads up to "
                "{known}); update quizcli; the file was not changed"
            ).format(path=path, found=version, known=LATEST)
        )
    if version == LATEST:
        return
    if version:
        name = f"{path.stem}-before-format-{version + 1}.db"
        backups.copy(db, backups.folder(path) / name)
    elif _is_foreign(db):
        raise StoreError(
            _("{path}: this database was not made by quizcli; move it elsewhere").format(path=path)
        )
    _log_ahead(db)
    with transaction(db):
        apply(db, after=version_of(db))  # another process may have migrated it first


def _log_ahead(db: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, the one thing SQLite does not wait for by itself."""
    for turns_left in reversed(range(_TURNS)):
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or not turns_left:
                raise
            with transaction(db):
                pass  # this does wait for other processes


def apply(db: sqlite3.Connection, after: int, until: int = LATEST) -> None:
    """Run the steps after `after` up to `until` in the open transaction."""
    for number, script in steps():
        if after < number <= until:
            for statement in _statements(script):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
    db.execute(f"PRAGMA application_id = {APPLICATION}")


def version_of(db: sqlite3.Connection) -> int:
    """The number of the last step applied to the file; 0 for an empty one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _is_foreign(db: sqlite3.Connection) -> bool:
    """Whether the file is not ours; this order allows for another process creating it."""
    tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return bool(tables) and db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION


def _statements(script: str) -> Iterator[str]:
    """Split SQL into statements, because executescript() would commit the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
