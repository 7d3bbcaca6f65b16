import json
import pwd

import pytest

from quizcli.settings import Settings
from quizcli.store.store import Store
from tests.quizcli.histories import answer, day, noon


@pytest.fixture
def question(cli):
    """A question of the bank, answered on Sunday 1 March and due on Tuesday 3 March 2026."""
    topic = json.loads(cli("topics", "--json").out)[0]["id"]
    cli("cards", "bury", topic)
    name = json.loads(cli("cards", "--json").out)[0]["question"]
    cli("progress", "undo")
    return name


@pytest.fixture
def due(cli, home, monkeypatch):
    """How many questions are due at a moment, in a zone, once some were answered."""

    def count(now, zone, *entries):
        path = home / "data" / "progress.db"
        with Store.open(path, Settings(), at=noon(day(0)), day=day(0)) as store:
            for one in entries:
                store.append(one)
        monkeypatch.setenv("QUIZCLI_NOW", now)
        monkeypatch.setenv("QUIZCLI_ZONE", zone)
        return int(cli("review", "--count").out.split()[0])

    return count


@pytest.mark.parametrize(
    ("now", "zone", "number"),
    [
        ("2026-03-03T03:59+08:00", "Asia/Shanghai", 0),
        ("2026-03-03T04:00+08:00", "Asia/Shanghai", 1),
        ("2026-03-02T20:00+00:00", "Asia/Shanghai", 1),
        ("2026-03-02T20:00+00:00", "UTC", 0),
        ("2026-03-03T08:59+00:00", "America/New_York", 0),
        ("2026-03-03T09:00+00:00", "America/New_York", 1),
    ],
)
def test_a_question_is_due_from_four_in_the_morning_wherever_one_is(
    due, question, now, zone, number
):
    assert due(now, zone, answer(question, revision=9)) == number


@pytest.mark.parametrize(
    ("answered", "before", "after", "zone"),
    [
        # the night in which the clocks go forward, and the one in which they go back
        (26, "2026-03-29T01:59+00:00", "2026-03-29T02:00+00:00", "Europe/Berlin"),
        (236, "2026-10-25T02:59+00:00", "2026-10-25T03:00+00:00", "Europe/Berlin"),
        (5, "2026-03-08T07:59+00:00", "2026-03-08T08:00+00:00", "America/New_York"),
        (243, "2026-11-01T08:59+00:00", "2026-11-01T09:00+00:00", "America/New_York"),
    ],
)
def test_a_change_of_the_clocks_moves_no_question(due, question, answered, before, after, zone):
    one = answer(question, on=answered, revision=9)
    assert due(before, zone, one) == 0
    assert due(after, zone) == 1


def test_another_hour_can_begin_the_day(due, question, cli):
    cli("config", "rollover-hour", "0")
    assert due("2026-03-03T00:00+00:00", "UTC", answer(question, revision=9)) == 1
    cli("config", "rollover-hour", "12")
    assert due("2026-03-03T11:59+00:00", "UTC") == 0


def test_a_clock_set_back_asks_nothing_twice_and_loses_nothing(due, question):
    assert due("2026-02-20T12:00+00:00", "UTC", answer(question, revision=9)) == 0
    assert due("2026-03-03T12:00+00:00", "UTC") == 1


def test_where_there_is_no_home_the_person_is_told_what_to_do(cli, monkeypatch):
    def nobody(uid):
        raise KeyError(uid)

    monkeypatch.delenv("QUIZCLI_HOME")
    monkeypatch.delenv("HOME", raising=False)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert cli("--help").code == 0
    said = cli("stats")
    assert said.code == 2
    assert "QUIZCLI_HOME" in said.err
    assert said.err.count("\n") == 1


def test_once_nothing_is_due_any_more_the_next_day_is_named(cli, due, question):
    cli("config", "new-per-day", "0")
    due("2026-03-01T13:00+00:00", "UTC", answer(question, revision=9))
    assert "Nothing more is due today; next: in 2 days, Tue 3 Mar." in cli().out
    assert "今天没有要做的了；下一次：2 天后，3月3日 周二。" in cli("--lang", "zh").out
    cli("config", "new-per-day", "8")
    assert "Nothing more" not in cli().out
