import json

import pytest

from quizcli.settings import Settings
from quizcli.store.store import Store
from tests.quizcli.histories import answer, day, entry, noon

FIRST = "graph-release/why-it-raises"


@pytest.fixture
def did(home):
    """Writes entries into the person's progress file."""

    def write(*entries, at=home / "data" / "progress.db"):
        with Store.open(at, Settings(), at=noon(day(0)), day=day(0)) as store:
            for one in entries:
                store.append(one)

    return write


def test_an_export_imported_elsewhere_is_the_same_log(cli, did, home):
    did(answer(FIRST), answer("leaf/why", on=1))
    first = cli("progress", "export")
    assert len(first.out.splitlines()) == 3
    assert "3 entries" in cli("progress", "export", home / "log.jsonl").out
    (home / "data" / "progress.db").rename(home / "old.db")
    assert cli("progress", "import", home / "log.jsonl").out == "3 new entries added\n"
    assert cli("progress", "export").out == first.out
    assert cli("progress", "import", home / "log.jsonl").out == "0 new entries added\n"
    assert cli("progress", "merge", home / "old.db").out == "0 new entries added\n"


def test_an_export_replaces_no_file(cli, did, home):
    did(answer(FIRST))
    notes = home / "notes.txt"
    notes.write_text("mine")
    refused = cli("progress", "export", notes)
    assert refused.code == 1
    assert "already exists" in refused.err
    assert notes.read_text() == "mine"


def test_merging_takes_in_the_file_of_another_machine(cli, did, home):
    did(answer(FIRST))
    did(answer("leaf/why"), at=home / "other.db")
    assert cli("progress", "merge", home / "other.db").code == 0
    questions = {card["question"] for card in json.loads(cli("cards", "--json").out)}
    assert questions == {FIRST, "leaf/why"}


@pytest.mark.parametrize("command", ["import", "merge"])
def test_a_file_that_is_no_log_is_refused_in_one_line(command, cli, home):
    (home / "notes.txt").write_text("hello\n")
    said = cli("progress", command, home / "notes.txt")
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "notes.txt:1: not a log entry" in said.err


def test_undo_says_what_it_took_back_as_often_as_asked(cli, did):
    did(answer(FIRST), answer("leaf/why", on=1))
    said = cli("progress", "undo", "-n", "2")
    assert said.out.splitlines()[0].startswith("undone: answer (good), leaf/why, 2026-03-02")
    assert FIRST in said.out.splitlines()[1]
    assert cli("progress", "undo") == (1, "", "quizcli: there is nothing to undo\n")


def test_a_rebuild_says_how_many_cards_changed(cli, did):
    did(answer(FIRST))
    assert cli("progress", "rebuild").out == "1 card rebuilt, 0 differ from before\n"


def test_a_sound_file_passes_the_check(cli, did, home):
    did(answer(FIRST))
    said = cli("progress", "check")
    assert said.code == 0
    assert "sound, 2 entries and 1 card" in said.out


def test_a_sound_file_is_not_repaired(cli, did, home):
    did(answer(FIRST))
    said = cli("progress", "repair", "--yes")
    assert said.out == cli("progress", "check").out
    assert not list((home / "data").glob("progress-damaged-*.db"))


def test_a_damaged_file_is_told_and_repaired_on_request(cli, did, home):
    did(*(answer(f"leaf/{n}") for n in range(30)))
    path = home / "data" / "progress.db"
    path.write_bytes(b"x" * 20_000)
    for command in (["stats"], ["progress", "check"], ["cards"]):
        said = cli(*command)
        assert said.code == 1
        assert "quizcli progress repair" in said.err
        assert said.err.count("\n") == 1
    offered = cli("progress", "repair")
    assert "The newest good backup, progress-2026-03-01.db, has 31 entries." in offered.out
    assert "Nothing was changed" in offered.out
    assert path.read_bytes() == b"x" * 20_000
    assert "31 entries restored" in cli("progress", "repair", "--yes").out
    assert len(json.loads(cli("cards", "--json").out)) == 30
    assert len(list(path.parent.glob("progress-damaged-*.db"))) == 1


def test_a_newer_programs_file_is_refused_without_harm(cli, did, home):
    import sqlite3

    did(answer(FIRST))
    path = home / "data" / "progress.db"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()
    said = cli("stats")
    assert said.code == 1
    assert "newer quizcli" in said.err
    assert path.read_bytes() == before


def test_answers_dated_by_a_wrong_clock_can_be_dated_today(cli, did):
    did(answer(FIRST, on=400))
    assert cli("progress", "redate").out == "1 answer redated to today\n"
    assert json.loads(cli("cards", "--json").out)[0]["last"] == "2026-03-01"


def test_appeals_are_listed_for_the_author(cli, did):
    assert cli("progress", "appeals").out == "There are none.\n"
    one = answer(FIRST)
    did(one, entry("appeal", FIRST, details={"answer": "it was freed", "of": one.id}))
    assert cli("progress", "appeals").out == f"2026-03-01  {FIRST}\n    it was freed\n"
    (row,) = json.loads(cli("progress", "appeals", "--json").out)
    assert row["question"] == FIRST
    assert row["answer"] == "it was freed"


def test_a_short_history_is_not_fitted(cli, did):
    did(answer(FIRST))
    said = cli("progress", "fit")
    assert said.code == 1
    assert "not enough data: 0 repeated answers" in said.err


def test_what_is_said_is_said_in_chinese_too(cli, did):
    did(answer(FIRST))
    assert "已撤销" in cli("progress", "undo", "--lang", "zh").out
    assert "没有可撤销的" in cli("progress", "undo", "--lang", "zh").err


@pytest.mark.parametrize("command", [("quiz", "-n", "1"), ("review",), ("interview",)])
def test_nothing_is_asked_where_no_answer_can_be_kept(cli, monkeypatch, command):
    opened = Store.open

    def read_only(*arguments, **options):
        store = opened(*arguments, **options)
        store.writable = False
        return store

    monkeypatch.setattr(Store, "open", read_only)
    said = cli(*command)
    assert (said.code, said.out) == (1, "")
    assert "cannot be written; make it writable" in said.err
