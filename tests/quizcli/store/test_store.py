import sqlite3
from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizcli.model.review import Grade
from quizcli.schedule import memory
from quizcli.schedule.memory import replay
from quizcli.schedule.queue import Done
from quizcli.settings import Settings
from quizcli.store.rows import new_id
from tests.quizcli.histories import answer, day, entry, histories, in_memory, noon

once_opened = settings(
    max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


def answers(store):
    return [one for one in store.entries() if one.act == "answer"]


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


def test_undo_brings_back_the_very_state_before(store):
    states = []
    for number in range(4):
        states.append((store.cards(), answers(store)))
        store.append(answer(on=2 * number, grade=Grade(1 + number % 4)))
    while states:
        undone = store.undo(at=noon(day(9)), day=day(9))
        assert undone.act == "answer"
        assert (store.cards(), answers(store)) == states.pop()
    assert store.undo(at=noon(day(9)), day=day(9)) is None


def test_undo_reaches_back_into_earlier_sessions(store, open_store):
    store.append(answer("a/1"))
    store.append(answer("a/2"))
    store.close()
    assert open_store().undo(at=noon(day(9)), day=day(9)).question == "a/2"
    assert open_store().undo(at=noon(day(9)), day=day(9)).question == "a/1"


def test_undo_can_name_an_entry_in_the_middle(store):
    first, second = answer("a/1"), answer("a/2")
    store.append(first)
    store.append(second)
    assert store.undo(at=noon(day(1)), day=day(1), entry=first.id) == first
    assert answers(store) == [second]
    assert store.undo(at=noon(day(1)), day=day(1), entry=first.id) is None


def test_undo_takes_back_a_leech_together_with_the_answer_that_made_it(open_store):
    store = open_store(leech_after=1)
    before = store.append(answer())
    assert store.append(answer(on=2, grade=Grade.AGAIN)).suspended
    store.undo(at=noon(day(2)), day=day(2))
    assert store.cards() == [before]


def test_undo_cancels_a_batch_as_one(store):
    cards = [store.append(answer(f"a/{n}")) for n in range(3)]
    store.append(*(entry("reset", f"a/{n}", on=1, details={"batch": "b"}) for n in range(3)))
    assert store.cards() == []
    store.undo(at=noon(day(1)), day=day(1))
    assert store.cards() == cards


def test_undoing_erases_nothing(store):
    store.append(answer())
    store.undo(at=noon(day(0)), day=day(0))
    assert [one.act for one in store.log()].count("answer") == 1


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


def test_a_renamed_question_keeps_its_history(store):
    store.append(answer("old/1", grade=Grade.EASY))
    store.rename({"old/1": "new/1"})
    (card,) = store.cards()
    assert card.question == "new/1"
    assert card.reviews == 1
    store.append(answer("new/1", on=9))
    assert store.card("old/1").reviews == 2
    assert store.done(day(9)) == Done(new=0, reviews=1)


def test_a_question_renamed_during_the_day_was_asked_once(store):
    store.append(answer("old/1"))
    store.rename({"old/1": "new/1"})
    store.append(answer("new/1"))
    assert store.done(day(0)) == Done(new=1, reviews=0)


def test_a_question_renamed_twice_keeps_its_history(store):
    store.append(answer("old/1"))
    store.rename({"old/1": "mid/1"})
    store.append(answer("mid/1", on=3))
    store.rename({"mid/1": "new/1"})
    assert [(card.question, card.reviews) for card in store.cards()] == [("new/1", 2)]
    assert len(list(store.entries(question="new/1"))) == 2


def test_entries_under_a_former_name_that_come_later_are_taken_in(store):
    store.append(answer("new/1", on=5))
    store.rename({"old/1": "new/1"})
    store.unite([answer("old/1", on=0)])
    assert [(card.question, card.reviews) for card in store.cards()] == [("new/1", 2)]


def test_a_question_that_left_the_bank_keeps_its_history(store):
    store.append(answer("gone/1"))
    store.rebuild()
    assert [card.question for card in store.cards()] == ["gone/1"]


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


@once_opened
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


@once_opened
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


@once_opened
@given(histories(most=12), st.integers(0, 11))
def test_undoing_the_last_answers_equals_never_having_given_them(history, depth):
    plain = [one for one in history if one.act != "undo"]
    depth = min(depth, len(plain))
    kept, undone = in_memory(), in_memory()
    for number, one in enumerate(plain):
        undone.append(one)
        if number < len(plain) - depth:
            kept.append(one)
    for _ in range(depth):
        undone.undo(at=noon(day(90)), day=day(90))
    assert undone.cards() == kept.cards()


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


def test_ids_sort_by_time_and_are_versions_7_of_uuid():
    earlier, later = (new_id(noon(day(on))) for on in (1, 2))
    assert earlier < later
    assert UUID(later).version == 7
    assert len({new_id(noon(day(1))) for _ in range(1000)}) == 1000
