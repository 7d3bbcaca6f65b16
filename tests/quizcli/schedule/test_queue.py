from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizcli.model.review import Card
from quizcli.schedule.queue import Done, day_queue, named_day, spread, topic_of
from quizcli.settings import Settings
from tests.quizcli.histories import day

BANK = {f"topic-{n % 5}/{n}": 1 for n in range(40)}


def card(question="topic-0/0", due=0, **changes):
    card = Card(question=question, due=day(due), last=day(-9), stability=9, difficulty=5, reviews=3)
    return replace(card, **changes)


def queue(cards=(), on=0, bank=BANK, done=None, **settings):
    seen = {one.question for one in cards}
    return day_queue(cards, seen, bank, day(on), Settings(**settings), done or Done())


def test_what_is_due_today_or_overdue_is_asked():
    cards = [card("topic-0/0", due=0), card("topic-1/1", due=-5), card("topic-2/2", due=1)]
    assert queue(cards, new_per_day=0).questions == ("topic-1/1", "topic-0/0")


@pytest.mark.parametrize("change", [{"suspended": True}, {"buried": day(0)}, {"reviews": 0}])
def test_a_card_that_is_set_aside_is_not_asked(change):
    assert queue([card(**change)], new_per_day=0).questions == ()


def test_a_buried_card_is_back_on_the_next_day():
    assert queue([card(buried=day(0))], on=1, new_per_day=0).questions == ("topic-0/0",)


def test_a_question_that_left_the_bank_is_not_asked():
    assert queue([card("gone/1")], new_per_day=0).questions == ()


def test_a_revised_question_is_due_once_whenever_it_was_due():
    bank = {"topic-0/0": 2}
    assert queue([card(due=90)], bank=bank).questions == ("topic-0/0",)
    assert queue([card(due=90, revision=2)], bank=bank).questions == ()


def test_new_questions_come_in_the_order_of_the_bank_up_to_the_limit():
    assert queue(new_per_day=3).questions == ("topic-0/0", "topic-1/1", "topic-2/2")
    assert queue(new_per_day=3, done=Done(new=2)).questions == ("topic-0/0",)
    assert queue(new_per_day=3, done=Done(new=5)).questions == ()


def test_a_backlog_is_worked_off_within_the_limit_before_anything_new():
    cards = [card(question, due=-number) for number, question in enumerate(BANK)]
    today = queue(cards, reviews_per_day=10)
    assert len(today.due) == 10
    assert today.waiting == 30
    assert not today.new
    assert len(queue(cards, reviews_per_day=10, done=Done(reviews=4)).due) == 6


def test_a_backlog_holds_new_questions_back():
    cards = [card(question) for question in list(BANK)[:20]]
    assert not queue(cards, reviews_per_day=10).new
    assert queue(cards, reviews_per_day=20).new


questions = st.lists(
    st.tuples(st.sampled_from("abcde"), st.integers(0, 99)).map(lambda q: f"{q[0]}/{q[1]}"),
    unique=True,
)


@given(questions)
def test_siblings_stand_apart_wherever_that_is_possible(asked):
    apart = spread(asked)
    assert Counter(apart) == Counter(asked)
    largest = max(Counter(map(topic_of, asked)).values(), default=0)
    neighbours = sum(topic_of(a) == topic_of(b) for a, b in pairwise(apart))
    assert neighbours == max(0, largest - (len(asked) - largest) - 1)


def test_new_questions_are_spread_among_those_that_are_due():
    cards = [card(question, due=-1) for question in list(BANK)[:6]]
    order = queue(cards, new_per_day=2).questions
    places = [place for place, question in enumerate(order) if question in list(BANK)[6:8]]
    assert places[0] not in (0, 7)
    assert places[1] - places[0] > 2


def test_a_short_session_asks_what_is_due_before_anything_new():
    today = queue([card("topic-0/5", due=0), card("topic-1/6", due=0)], new_per_day=8)
    assert set(today.at_most(3).questions) == {"topic-0/5", "topic-1/6", "topic-0/0"}
    assert today.at_most(1).questions == ("topic-0/5",)
    assert len(today.at_most(50).questions) == 10


def test_no_day_after_the_interview_is_named_until_it_is_over():
    settings = Settings(interview_date=day(20))
    assert named_day(day(50), day(5), settings) == day(20)
    assert named_day(day(12), day(5), settings) == day(12)
    assert named_day(day(50), day(20), settings) == day(50)
    assert named_day(day(50), day(5), Settings()) == day(50)
