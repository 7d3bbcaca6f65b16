"""The numbered steps of the schema, each applied once, with a copy of the file made first."""

import sqlite3
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from quizcli.store.errors import NewerError

APPLICATION = 0x71756963  # "quic": tells our files from others


def steps() -> list[tuple[int, str]]:
    """Number and SQL of every step, in order."""
    found = sorted(
        (item for item in files("quizcli.store").joinpath("schema").iterdir()
         if item.name.endswith(".sql")),
        key=lambda item: item.name,
    )  # fmt: skip
    return [(int(item.name[:3]), item.read_text(encoding="utf-8")) for item in found]


LATEST = 2


def migrate(db: sqlite3.Connection, path: Path, backups: Path) -> None:
    """Bring the file to the latest version; raises NewerError if it is beyond it."""
    version = version_of(db)
    if version > LATEST:
        raise NewerError(
            f"{path}: written by a newer quizcli (format {version}, this one knows {LATEST}); "
            "update quizcli; the file was left as it is"
        )
    if version == LATEST:
        return
    if version:
        backups.mkdir(parents=True, exist_ok=True)
        copy = backups / f"{path.stem}-before-format-{version + 1}.db"
        copy.unlink(missing_ok=True)
        db.execute("VACUUM INTO ?", (str(copy),))
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("BEGIN IMMEDIATE")
    try:
        apply(db, after=version_of(db))  # another process may have been faster
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def apply(db: sqlite3.Connection, after: int, until: int = LATEST) -> None:
    """Run the steps numbered above `after` up to `until` in the open transaction."""
    for number, script in steps():
        if after < number <= until:
            for statement in _statements(script):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
    db.execute(f"PRAGMA application_id = {APPLICATION}")


def version_of(db: sqlite3.Connection) -> int:
    """The number of the last step applied to the file; 0 for an empty one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _statements(script: str) -> Iterator[str]:
    """executescript() would commit the transaction, so statements are run one by one."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
