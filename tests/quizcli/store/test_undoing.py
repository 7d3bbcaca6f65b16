"""Undo brings back what was before, and erases nothing."""

from hypothesis import given
from hypothesis import strategies as st

from quizcli.model.review import Grade
from tests.quizcli.histories import answer, answers, day, entry, histories, in_memory, noon


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
