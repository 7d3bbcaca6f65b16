import sqlite3
from datetime import timedelta

import pytest
from hypothesis import given

from quizcli.model.review import Grade
from quizcli.schedule import memory
from quizcli.schedule.memory import replay
from quizcli.schedule.queue import Done
from quizcli.settings import Settings
from tests.quizcli.histories import answer, answers, day, entry, histories, in_memory, noon


def test_an_answer_is_in_the_log_and_on_its_card(store, open_store):
    one = answer(details={"typed": "张量", "seed": 7}, hints=2, seconds=3.5, revision=3)
    card = store.append(one)
    again = open_store()
    assert answers(again) == [one]
    assert again.cards() == [card] == [replay([one], Settings())]


def test_a_session_is_kept_with_the_answer_until_it_is_closed(store, open_store):
    store.append(answer(session="s1"), state={"left": ["a/b"]})
    store.append(answer(session="s2", on=1), state={"left": []})
    assert list(open_store().sessions().items()) == [
        ("s1", {"left": ["a/b"]}),
        ("s2", {"left": []}),
    ]
    store.close_session("s1")
    assert list(store.sessions()) == ["s2"]


def test_entries_are_found_by_question_act_day_and_session(store):
    store.append(answer("a/1", session="s1"), answer("a/2", on=3), entry("bury", "a/1", on=5))
    assert [one.question for one in store.entries(question="a/1")] == ["a/1", "a/1"]
    assert [one.question for one in store.entries(acts=["bury"])] == ["a/1"]
    assert [one.day for one in store.entries(acts=["answer", "bury"], since=day(3))] == [
        day(3),
        day(5),
    ]
    assert [one.question for one in store.entries(session="s1")] == ["a/1"]


def test_the_log_tells_new_questions_of_a_day_from_reviews(store):
    store.append(answer("a/1", on=0), answer("a/2", on=1), answer("a/1", on=1), answer("a/1", on=1))
    store.append(answer("a/3", on=1, counts=False))
    assert store.done(day(0)) == Done(new=1, reviews=0)
    assert store.done(day(1)) == Done(new=1, reviews=1)
    store.undo(at=noon(day(1)), day=day(1), entry=answers(store)[0].id)
    assert store.done(day(1)) == Done(new=2, reviews=0)


def test_what_is_due_leaves_out_what_is_set_aside(store):
    for n in range(4):
        store.append(answer(f"a/{n}"))
    store.append(entry("suspend", "a/0", on=1))
    store.append(entry("bury", "a/1", on=9))
    assert [card.question for card in store.due(day(9))] == ["a/2", "a/3"]
    assert [card.question for card in store.due(day(10))] == ["a/1", "a/2", "a/3"]
    assert store.due(day(1)) == []


def test_a_revised_question_is_due_until_it_was_answered(store):
    store.append(answer("a/0", grade=Grade.EASY))
    assert [card.question for card in store.due(day(1), {"a/0": 2})] == ["a/0"]
    store.append(answer("a/0", on=1, revision=2))
    assert store.due(day(1), {"a/0": 2}) == []


def test_a_question_is_new_until_it_was_answered_or_set_aside(store):
    store.append(answer("a/0"), entry("suspend", "a/1"), entry("bury", "a/2", on=0))
    store.append(answer("a/3", counts=False))
    assert store.seen(day(0)) == {"a/0", "a/1", "a/2"}
    assert store.seen(day(1)) == {"a/0", "a/1"}


def test_the_rules_stand_in_the_log_before_the_first_answer(store):
    store.append(answer())
    (rules,) = store.entries(acts=["scheduler"])
    assert rules.details["scheduler"].startswith("fsrs 6.")
    assert rules.details["retention"] == 0.9
    assert len(rules.details["weights"]) == 21
    assert rules.at <= answers(store)[0].at


def test_changed_rules_are_noted_once_and_reschedule_everything(open_store):
    first = open_store()
    first.append(answer(grade=Grade.EASY))
    card = first.append(answer(on=9, grade=Grade.EASY))
    changed = open_store(retention=0.8)
    assert changed.cards()[0].due > card.due
    changed.append(answer("a/2"))
    open_store(retention=0.8).append(answer("a/3"))
    assert [e.details["retention"] for e in changed.entries(acts=["scheduler"])] == [0.9, 0.8]


def test_another_version_of_fsrs_reschedules_everything(store, open_store, monkeypatch):
    card = store.append(answer(grade=Grade.EASY))
    monkeypatch.setattr(memory, "SCHEDULER", "fsrs 99")
    monkeypatch.setattr(memory, "_fuzzed", lambda days, card, settings: timedelta(days=77))
    open_store().append(answer("a/2"))
    assert store.card(card.question).due == day(77)
    versions = [one.details["scheduler"] for one in store.entries(acts=["scheduler"])]
    assert versions[1:] == ["fsrs 99"]


def test_changed_rules_count_even_after_the_clock_was_set_back(open_store):
    open_store(day=day(50)).append(answer(on=50))
    earlier = open_store(day=day(0), retention=0.8)
    open_store(day=day(0), retention=0.8).append(answer(on=1))
    assert len(list(earlier.entries(acts=["scheduler"]))) == 2


@given(histories())
def test_cards_follow_the_log_whatever_happened(history):
    store = in_memory()
    for one in history:
        store.append(one)
    kept = store.cards()
    written = list(store.log())
    cancelled = {one.cancels for one in written}
    for card in kept:
        mine = [one for one in written if one.question == card.question]
        standing = [one for one in mine if one.id not in cancelled and one.act != "undo"]
        assert card == replay(standing, Settings())
    store.rebuild()
    assert store.cards() == kept
    store.close()


@given(histories())
def test_what_was_done_keeps_its_order_whatever_the_clock_said(history):
    store = in_memory()
    for one in history:
        store.append(one)
    for question in {one.question for one in history}:
        done = [one.id for one in history if one.question == question]
        assert [one.id for one in store.log() if one.question == question] == done


def test_what_is_written_at_one_moment_keeps_its_order(store):
    at = noon(day(0))
    for n in range(9):
        store.append(entry("suspend", at=at, id=f"z{9 - n}"), entry("unsuspend", at=at, id=f"a{n}"))
        assert not store.cards()[0].suspended
    store.rebuild()
    assert not store.cards()[0].suspended


def test_starting_over_works_after_the_clock_was_set_back(store):
    store.append(answer(on=5))
    store.append(entry("reset", on=3))
    assert store.cards() == []
    store.rebuild()
    assert store.cards() == []


def test_a_failed_write_leaves_nothing_behind(store):
    store.append(answer("a/1"))
    one = answer("a/2")
    with pytest.raises(sqlite3.IntegrityError):
        store.append(one, one, state={"x": 1})
    assert [card.question for card in store.cards()] == ["a/1"]
    assert len(answers(store)) == 1
    assert store.sessions() == {}
    store.append(one)


def test_entries_of_a_wrong_clock_can_be_dated_again(store):
    store.append(answer("a/1"))
    wrong = answer("a/1", on=400, details={"seed": 1})
    store.append(wrong)
    assert store.redate([wrong], at=noon(day(2)), day=day(2)) == 1
    assert store.cards()[0].last == day(2)
    assert answers(store)[-1].details == {"seed": 1, "dated": wrong.at.isoformat()}
    assert answers(store)[-1].grade == wrong.grade
