import resource
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from quizcli.store import store as store_module
from quizcli.store.connection import connect
from quizcli.store.errors import StoreError, told
from tests.quizcli.histories import answer, day, noon


@contextmanager
def small_disk(monkeypatch, pages):
    def small(path):
        db = connect(path)
        db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    with monkeypatch.context() as patch:
        patch.setattr(store_module, "connect", small)
        yield


def test_a_full_disk_is_told_and_loses_nothing_that_was_saved(path, open_store, monkeypatch):
    saved = []
    with small_disk(monkeypatch, pages=30):
        store = open_store()

        def answer_for_ever():
            for number in count():
                one = answer(f"a/{number}")
                store.append(one, state={"at": one.id})
                saved.append(one.id)

        with pytest.raises(StoreError, match="disk is full, so this was not saved"):
            answer_for_ever()
        assert [one.id for one in store.log() if one.act == "answer"] == saved
        assert store.sessions() == {"one": {"at": saved[-1]}}
    again = open_store()
    assert again.fault() is None
    again.append(answer("a/last"))
    assert len(again.cards()) == len(saved) + 1


def test_a_disk_that_refuses_is_told_with_what_to_do_next(path):
    said = str(told(path, sqlite3.OperationalError("disk I/O error")))
    assert said.startswith(f"{path}: the disk refused")
    assert "check whether it is full" in said


def run_apart(script, *arguments, **how):
    """Run Python in a process of its own; returns what it printed."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, **how)
    assert done.returncode == 0, done.stderr
    return done.stdout


ANSWER_UNTIL_IT_FAILS = """
import sys
from pathlib import Path
from quizcli.errors import QuizError
from quizcli.settings import Settings
from quizcli.store.store import Store
from tests.quizcli.histories import answer, day, noon
try:
    with Store.open(Path(sys.argv[1]), Settings(backups=0), at=noon(day(0)), day=day(0)) as store:
        for number in range(2000):
            store.append(answer(f"a/{number}"))
            print(number)
except QuizError as error:
    print(error)
"""


def test_a_file_that_may_not_grow_is_told_and_stays_sound(path, open_store):
    limit = 300_000
    told = run_apart(
        ANSWER_UNTIL_IT_FAILS,
        path,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    *numbers, message = told.splitlines()
    assert str(path) in message
    store = open_store()
    assert store.fault() is None
    assert len(store.cards()) == len(numbers)


@contextmanager
def folder_for_everyone():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        try:
            yield folder
        finally:
            folder.chmod(0o755)


READ_AND_TRY_TO_WRITE = """
import os, sys
from pathlib import Path
from quizcli.errors import QuizError
from quizcli.settings import Settings
from quizcli.store.store import Store
from quizcli.schedule import memory
from tests.quizcli.histories import answer, day, noon
if os.geteuid() == 0:  # the superuser may write anywhere
    os.setuid(65534)
try:
    with Store.open(Path(sys.argv[1]), Settings(), at=noon(day(0)), day=day(0)) as store:
        print(len(store.cards()))
        store.rename({"a/0": "a/1"})
        store.append(answer("a/2"))
except QuizError as error:
    print(error)
"""


def test_what_is_in_a_read_only_folder_can_still_be_read(open_store):
    with folder_for_everyone() as folder:
        store = open_store(folder / "progress.db", backups=0)
        store.append(answer("a/1"))
        store.close()
        folder.chmod(0o555)
        told = run_apart(READ_AND_TRY_TO_WRITE, folder / "progress.db")
    number, message = told.splitlines()
    assert number == "1"
    assert "cannot be written" in message
    assert "QUIZCLI_HOME" in message


def test_a_folder_that_cannot_be_entered_is_told(open_store):
    with folder_for_everyone() as folder:
        (folder / "data").mkdir()
        open_store(folder / "data" / "progress.db").close()
        (folder / "data").chmod(0)
        told = run_apart(READ_AND_TRY_TO_WRITE, folder / "data" / "progress.db")
        (folder / "data").chmod(0o700)
    assert "cannot be written" in told
    assert len(told.splitlines()) == 1


def test_a_new_file_in_a_read_only_folder_is_told():
    with folder_for_everyone() as folder:
        folder.chmod(0o555)
        told = run_apart(READ_AND_TRY_TO_WRITE, folder / "new" / "p.db")
    assert "cannot be written" in told
    assert len(told.splitlines()) == 1


def test_a_clock_set_back_by_days_leaves_a_sound_schedule(store):
    store.append(answer("a/1", on=30))
    store.append(answer("a/1", on=20))
    card = store.append(answer("a/1", on=31))
    assert card.last == day(31)
    assert card.reviews == 3
    kept = store.cards()
    store.rebuild()
    assert store.cards() == kept


def test_answers_of_a_clock_that_was_ahead_are_found_and_dated_again(store):
    store.append(answer("a/1", on=0))
    store.append(answer("a/2", on=400))
    ahead = list(store.entries(since=day(2)))
    store.redate(ahead, at=noon(day(1)), day=day(1))
    assert max(card.due for card in store.cards()) < day(10)
    assert list(store.entries(since=day(2))) == []


def test_undo_after_the_clock_was_set_back_takes_the_answer_given_last(store):
    store.append(answer("a/1", on=30))
    store.append(answer("a/2", on=2))
    assert store.undo(at=noon(day(2)), day=day(2)).question == "a/2"
