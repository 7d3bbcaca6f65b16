from dataclasses import replace
from datetime import timedelta

import pytest

from quizcli.model.review import Card
from quizcli.schedule.memory import recall
from quizcli.schedule.outlook import outlook
from quizcli.schedule.plan import gain, per_day, plan_queue
from quizcli.schedule.queue import Done, Queue
from quizcli.schedule.simulate import forecast, plain, planned
from quizcli.settings import Settings
from tests.quizcli.histories import day

BANK = {f"topic-{n % 15}/{n}": 1 for n in range(150)}


def until(number, **changes):
    return Settings(interview_date=day(number), leech_after=0, **changes)


def card(question="topic-0/0", last=-10, **changes):
    card = Card(
        question=question, due=day(last + 5), last=day(last), stability=5, difficulty=5, reviews=2
    )
    return replace(card, **changes)


def played(settings, choose, seeds, cards=()):
    return forecast(cards, BANK, day(0), settings, choose, seeds=range(seeds))


@pytest.mark.parametrize(
    ("days", "each_day", "without", "with_plan"), [(21, 18, 0.64, 0.9), (14, 24, 0.68, 0.89)]
)
def test_a_plan_raises_recall_on_the_day_with_no_more_answers(days, each_day, without, with_plan):
    settings = until(days)
    usual = played(settings, plain(BANK, settings, each_day), 12)
    plan = played(settings, planned(BANK, settings, each_day), 12)
    assert usual.recall == pytest.approx(without, abs=0.03)
    assert plan.recall == pytest.approx(with_plan, abs=0.02)
    assert plan.answers <= usual.answers == days * each_day
    assert plan.unlikely < usual.unlikely / 2
    assert plan.unseen == 0


def test_a_plan_beats_every_choice_of_retention():
    plan = played(until(21), planned(BANK, until(21), 18), 6)
    for retention in (0.7, 0.8, 0.95):
        settings = until(21, retention=retention)
        assert played(settings, plain(BANK, settings, 18), 6).recall < plan.recall


def test_with_time_to_spare_a_plan_still_gains_a_little():
    settings = until(30)
    usual = played(settings, plain(BANK, settings, 30), 4).recall
    assert usual > 0.94
    assert played(settings, planned(BANK, settings, 30), 4).recall > usual + 0.01


def test_after_missed_days_every_question_is_still_introduced():
    settings = until(21)
    plan = planned(BANK, settings, 18)

    def lazy(deck, on):
        return Queue((), ()) if day(3) <= on < day(9) else plan(deck, on)

    after = played(settings, lazy, 6)
    assert after.unseen == 0
    assert 0.8 < after.recall < played(settings, plan, 6).recall


def test_what_cannot_be_reached_is_told():
    settings = until(10)
    plan = played(settings, planned(BANK, settings, 8), 2)
    assert plan.unseen == 150 - 80
    assert plan.recall < 0.6


def test_new_questions_come_first_in_the_order_of_the_bank():
    queue = plan_queue([], BANK, day(0), until(21), 18)
    assert queue.due == ()
    assert set(queue.new) == set(list(BANK)[:18])


def test_where_time_is_too_short_something_of_each_topic_is_asked():
    bank = {f"topic-{topic}/{number}": 1 for topic in range(15) for number in range(10)}
    first = plan_queue([], bank, day(0), until(3), 15).new
    assert set(first) == {f"topic-{topic}/0" for topic in range(15)}
    seen = [card(question, last=0) for question in first]
    second = plan_queue(seen, bank, day(1), until(3), 15)
    assert set(second.new) <= {f"topic-{topic}/1" for topic in range(15)}
    enough = plan_queue([], bank, day(0), until(21), 15).new
    assert {question.partition("/")[0] for question in enough} == {"topic-0", "topic-1"}


def test_what_was_asked_today_is_taken_off_the_day():
    queue = plan_queue([], BANK, day(0), until(21), 18, Done(new=10, reviews=3))
    assert len(queue.new) == 5
    assert plan_queue([], BANK, day(0), until(21), 18, Done(new=20)).questions == ()


def test_the_questions_asked_are_those_that_gain_most():
    cards = [card(f"topic-{n}/{n}", last=-1 - n, stability=1 + 7 * (n % 4)) for n in range(12)]
    settings = until(9)
    bank = {one.question: 1 for one in cards}
    queue = plan_queue(cards, bank, day(0), settings, 5)
    ranked = sorted(cards, key=lambda one: -gain(one, day(0), settings))
    assert set(queue.due) == {one.question for one in ranked[:5]}


def test_the_gain_is_the_expected_rise_of_recall_on_the_date():
    settings = until(20)
    assert 0 < gain(card(), day(0), settings) < 1 - recall(card(), day(20), settings)
    known_for_ever = card(stability=5000.0)
    assert gain(known_for_ever, day(0), settings) < 0.01


@pytest.mark.parametrize("change", [{"suspended": True}, {"buried": day(0)}, {"last": 0}])
def test_what_is_set_aside_or_was_just_answered_is_not_asked(change):
    bank = {"topic-0/0": 1}
    assert plan_queue([card()], bank, day(0), until(9), 5).questions == ("topic-0/0",)
    assert plan_queue([card(**change)], bank, day(0), until(9), 5).questions == ()


def test_a_question_that_left_the_bank_is_not_asked():
    assert plan_queue([card("gone/1")], {}, day(0), until(9), 5).questions == ()


def test_a_revised_question_is_asked_first():
    cards = [card("topic-0/0", stability=900.0), card("topic-1/1"), card("topic-2/2")]
    queue = plan_queue(cards, {"topic-0/0": 2, "topic-1/1": 1, "topic-2/2": 1}, day(0), until(9), 1)
    assert queue.questions == ("topic-0/0",)


def test_on_the_day_itself_nothing_new_is_asked():
    assert plan_queue([card()], BANK, day(9), until(9), 50).questions == ("topic-0/0",)


def test_minutes_become_questions():
    assert per_day(15, seconds=50) == 15
    assert per_day(30, seconds=50) == 30
    assert per_day(1, seconds=600) == 1


def test_a_forecast_is_the_same_every_time():
    settings = until(10)
    runs = [played(settings, planned(BANK, settings, 12), 2) for _ in range(2)]
    assert runs[0] == runs[1]
    assert [on for on, _new, _due in runs[0].days] == [
        day(0) + timedelta(days=n) for n in range(10)
    ]


def test_an_outlook_names_the_fewest_minutes_that_are_enough():
    settings = until(14, minutes=10)
    told = outlook([], BANK, day(0), settings, 50.0)
    assert told.new == 150
    assert told.planned.unseen > 0
    assert told.minutes_for_all == 15
    more = settings._replace(minutes=told.minutes_for_wanted)
    less = settings._replace(minutes=told.minutes_for_wanted - 5)
    assert outlook([], BANK, day(0), more, 50.0).planned.recall > 0.89
    assert outlook([], BANK, day(0), less, 50.0).planned.recall < 0.91


def test_an_outlook_says_when_no_time_would_be_enough():
    told = outlook([], BANK, day(0), until(1), 600.0)
    assert told.minutes_for_all is None
    assert told.minutes_for_wanted is None


def test_an_outlook_that_is_good_asks_for_no_more():
    told = outlook([], {"a/1": 1, "a/2": 1}, day(0), until(9), 50.0)
    assert told.minutes_for_all == told.minutes_for_wanted == 15
