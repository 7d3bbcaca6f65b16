import sqlite3
from contextlib import closing

import pytest

from quizcli.store import backups
from quizcli.store.connection import connect
from quizcli.store.errors import NewerError, StoreError
from quizcli.store.migrations import LATEST, apply, steps, version_of
from quizcli.store.rows import ENTRY_COLUMNS, entry_row
from tests.quizcli.histories import answer


def file_of_version(path, version, *entries):
    path.parent.mkdir()
    with closing(connect(path)) as db:
        apply(db, after=0, until=version)
        marks = ", ".join("?" for _column in ENTRY_COLUMNS)
        for entry in entries:
            db.execute(
                f"INSERT INTO log ({', '.join(ENTRY_COLUMNS)}) VALUES ({marks})", entry_row(entry)
            )


def schema(path):
    with closing(sqlite3.connect(path)) as db:
        return set(db.execute("SELECT type, name, sql FROM sqlite_schema"))


def test_the_steps_are_numbered_without_gaps():
    assert [number for number, _script in steps()] == list(range(1, LATEST + 1))


@pytest.mark.parametrize("version", range(1, LATEST + 1))
def test_a_file_of_every_earlier_version_is_brought_up_to_date(version, path, open_store, tmp_path):
    one = answer()
    file_of_version(path, version, one)
    store = open_store()
    assert list(store.log()) == [one]
    store.rebuild()
    store.append(answer("a/2"), state={"x": 1})
    assert len(store.cards()) == 2
    open_store(tmp_path / "new.db")
    assert schema(path) == schema(tmp_path / "new.db")


@pytest.mark.parametrize("version", range(1, LATEST))
def test_a_copy_of_the_old_file_is_made_first(version, path, open_store):
    file_of_version(path, version, answer())
    open_store()
    (copy,) = backups.copies(path)
    with closing(connect(copy)) as db:
        assert version_of(db) == version
        assert db.execute("SELECT count(*) FROM log").fetchone()[0] == 1


def test_a_migration_that_fails_leaves_the_file_as_it_was(path, open_store, monkeypatch):
    file_of_version(path, 1, answer())
    before = schema(path)
    broken = [*steps()[:1], (2, steps()[1][1] + "\nCREATE TABLE log (oops);\n")]
    monkeypatch.setattr("quizcli.store.migrations.steps", lambda: broken)
    with pytest.raises(StoreError, match="already exists"):
        open_store()
    assert schema(path) == before
    monkeypatch.undo()
    assert len(list(open_store().log())) == 1


def test_a_file_of_a_newer_program_is_refused_and_left_alone(path, open_store):
    file_of_version(path, LATEST, answer())
    with closing(connect(path)) as db:
        db.execute(f"PRAGMA user_version = {LATEST + 1}")
    before = path.read_bytes()
    with pytest.raises(NewerError, match="newer quizcli"):
        open_store()
    assert path.read_bytes() == before
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_a_database_of_another_program_is_refused_and_left_alone(path, open_store):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE bookmarks (url)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not made by quizcli"):
        open_store()
    assert path.read_bytes() == before
