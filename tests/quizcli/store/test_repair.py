from contextlib import closing

import pytest

from quizcli.settings import Settings
from quizcli.store import backups
from quizcli.store.connection import connect
from quizcli.store.errors import DamagedError, StoreError
from quizcli.store.repair import examine, restore
from tests.quizcli.histories import answer, day, noon

PAGE = 4096


@pytest.fixture
def ids(path, open_store):
    """A file with 600 answers, the first 300 of which are in a daily copy."""
    entries = [answer(f"topic/{n % 50}", n // 10, details={"typed": "x" * 50}) for n in range(600)]
    for on, part in ((0, entries[:300]), (1, entries[300:])):
        store = open_store(day=day(on), backups=0 if on else 7)
        store.append(*part)
        store.close()
    with closing(connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return [one.id for one in entries]


def spoil(path, *pages):
    content = bytearray(path.read_bytes())
    for page in pages:
        content[page * PAGE : (page + 1) * PAGE] = b"\xa5" * PAGE
    path.write_bytes(content)


def repaired(path):
    return restore(path, examine(path), Settings(), at=noon(day(2)), day=day(2))


def test_the_first_writing_of_a_day_leaves_one_copy(path, open_store):
    for on in (0, 0, 1):
        store = open_store(day=day(on))
        store.append(answer(f"a/{on}", on))
        store.close()
    copies = backups.daily(path)
    assert [copy.name for copy in copies] == ["progress-2026-03-02.db", "progress-2026-03-01.db"]
    with closing(connect(copies[1])) as db:
        assert backups.fault(db) is None
        assert db.execute("SELECT count(*) FROM log WHERE act = 'answer'").fetchone()[0] == 1


def test_reading_alone_makes_no_copy(path, open_store):
    store = open_store()
    store.cards()
    store.close()
    assert backups.copies(path) == []


def test_only_a_few_copies_are_kept(path, open_store):
    for on in range(9):
        store = open_store(day=day(on), backups=3)
        store.append(answer(on=on))
        store.close()
    assert [copy.name[-6:-3] for copy in backups.daily(path)] == ["-09", "-08", "-07"]


def test_a_damaged_file_never_takes_the_place_of_a_good_copy(path, ids, open_store):
    store = open_store(day=day(1))
    store.append(answer("topic/new", 60))
    spoil(path, *range(8, 40))
    with pytest.raises(DamagedError, match="quizcli progress repair"):
        store.close()
    assert len(backups.daily(path)) == 1


def test_damage_that_a_copy_would_hide_is_told_before_it_is_made(path, ids, open_store):
    with closing(connect(path)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "UPDATE sqlite_schema SET sql = 'CREATE INDEX log_by_day ON log (session)'"
            " WHERE name = 'log_by_day'"
        )
    store = open_store(day=day(1))
    store.append(answer("topic/new", 60))
    with pytest.raises(DamagedError):
        store.close()
    assert len(backups.daily(path)) == 1


def test_damage_in_the_middle_costs_no_more_than_what_stood_there(path, ids, open_store):
    spoil(path, 12, 30)
    found = examine(path)
    assert found.copy == backups.daily(path)[0]
    assert 200 < len(found.readable) < 602
    aside, entries = repaired(path)
    store = open_store()
    kept = {one.id for one in store.log()}
    assert aside.exists()
    assert entries == len(kept)
    assert set(ids[:300]) <= kept
    assert {one.id for one in found.readable} <= kept
    assert store.fault() is None


def test_where_file_and_copy_differ_the_copy_is_believed(path, ids, open_store):
    with closing(connect(path)) as db:
        db.execute("UPDATE log SET question = 'topic/garbled' WHERE id = ?", (ids[0],))
    repaired(path)
    store = open_store()
    assert store.card("topic/garbled") is None
    assert {one.id for one in store.log()} >= set(ids)


@pytest.mark.parametrize(
    "ruin",
    [
        lambda path: path.write_bytes(b"not a database" * 999),
        lambda path: spoil(path, 0),
        lambda path: path.write_bytes(b"\0" * path.stat().st_size),
        lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    ],
    ids=["overwritten", "without header", "zeroed", "cut in half"],
)
def test_a_ruined_file_is_replaced_by_the_newest_good_copy(ruin, path, ids, open_store):
    ruin(path)
    with pytest.raises(DamagedError):
        list(open_store().log())
    repaired(path)
    kept = {one.id for one in open_store().log()}
    assert set(ids[:300]) <= kept


def test_a_spoiled_copy_is_passed_over_for_an_older_one(path, ids, open_store):
    store = open_store(day=day(5))
    store.append(answer("topic/new", 60))
    store.close()
    newest, oldest = backups.daily(path)
    spoil(newest, 3, 4, 5)
    path.write_bytes(b"gone")
    assert examine(path).copy == oldest


def test_without_any_copy_what_can_be_read_is_saved(path, ids, open_store):
    for copy in backups.copies(path):
        copy.unlink()
    spoil(path, 20)
    aside, entries = repaired(path)
    assert aside.exists()
    assert 300 < entries < 602
    assert len(open_store().cards()) > 40


def test_a_sound_file_can_be_repaired_without_loss(path, ids, open_store):
    before = open_store()
    log, cards = list(before.log()), before.cards()
    before.close()
    repaired(path)
    after = open_store()
    assert (list(after.log()), after.cards()) == (log, cards)


def test_a_folder_in_the_place_of_the_file_is_told(path, open_store):
    path.mkdir(parents=True)
    with pytest.raises(StoreError, match="is a folder"):
        open_store()
