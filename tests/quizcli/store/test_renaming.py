"""A question keeps its history when its id changes."""

from quizcli.model.review import Grade
from quizcli.schedule.queue import Done
from tests.quizcli.histories import answer, day


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
