import random
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizcli.errors import UsageError
from quizcli.model.review import Grade
from quizcli.schedule.memory import next_card, preview, recall, replay
from quizcli.settings import Settings
from tests.quizcli.histories import answer, day, entry, histories

PLAIN = Settings()


def after(*entries, settings=PLAIN):
    return replay(entries, settings)


def test_a_first_answer_gives_the_first_intervals_of_fsrs():
    days = {grade: after(answer(grade=grade)).due - day(0) for grade in Grade}
    assert [days[grade].days for grade in (Grade.AGAIN, Grade.HARD, Grade.GOOD)] == [1, 1, 2]
    assert days[Grade.EASY].days in (7, 8, 9)


def test_the_hour_within_a_study_day_changes_nothing():
    # failed at 21:00; passed next day a minute before or after 24 hours have gone by
    failed = answer(grade=Grade.AGAIN, on=0, at=answer().at.replace(hour=21, minute=0))
    for hour, minute in ((20, 59), (21, 1), (8, 0)):
        passed = answer(on=1)
        passed = replace(passed, at=passed.at.replace(hour=hour, minute=minute))
        assert after(failed, passed).stability == pytest.approx(1.887, abs=0.001)


steps = st.tuples(st.integers(0, 9), st.sampled_from(Grade), st.integers(0, 1_000))


@given(st.lists(steps, max_size=8))
def test_times_of_day_never_change_a_schedule(steps):
    on, early, late = 0, [], []
    for number, (gap, grade, minutes) in enumerate(steps):
        on += gap
        one = answer(on=on, grade=grade, id=str(number))
        morning = datetime.combine(one.day, time(4), UTC)
        early.append(replace(one, at=morning + timedelta(seconds=number)))
        late.append(replace(one, at=morning + timedelta(minutes=minutes + 55 * number)))
    late = [replace(one, at=max(two.at for two in late[: n + 1])) for n, one in enumerate(late)]
    assert after(*early) == after(*late)


@given(histories(), st.randoms())
def test_the_order_in_which_entries_arrive_does_not_matter(history, shuffler):
    mine = [one for one in history if one.question == "leaf/why"]
    shuffled = list(mine)
    shuffler.shuffle(shuffled)
    assert after(*mine) == after(*shuffled)


def test_a_replay_ignores_the_global_random_generator():
    answers = [answer(on=on, id=str(on)) for on in (0, 2, 13, 60)]
    random.seed(1)
    first = after(*answers)
    random.seed(2)
    assert after(*answers) == first


def test_questions_answered_alike_come_back_on_different_days():
    due = {after(*(answer(f"leaf/{n}", on) for on in (0, 2, 13))).due for n in range(20)}
    assert len(due) > 2


@given(st.lists(st.tuples(st.integers(1, 60), st.sampled_from(Grade)), max_size=6))
def test_a_preview_is_what_will_be_stored(steps):
    on, entries = 0, []
    for gap, grade in steps:
        entries.append(answer(on=on, grade=grade))
        on += gap
    card = after(*entries)
    shown = preview(card, "leaf/why", day(on), PLAIN)
    for grade in Grade:
        assert next_card(card, answer(on=on, grade=grade), PLAIN).due == shown[grade]
    assert list(shown.values()) == sorted(shown.values())
    assert min(shown.values()) > day(on)


@given(st.lists(st.sampled_from([Grade.GOOD, Grade.EASY]), min_size=3, max_size=12))
def test_no_interval_is_longer_than_the_maximum(grades):
    settings = PLAIN._replace(maximum_interval=30)
    card, on = None, day(0)
    for grade in grades:
        card = next_card(card, answer(day=on, grade=grade), settings)
        assert on < card.due <= on + timedelta(days=30)
        on = card.due


def test_a_higher_retention_asks_earlier():
    answers = [answer(on=0), answer(on=2)]
    dues = [after(*answers, settings=PLAIN._replace(retention=r)).due for r in (0.95, 0.9, 0.8)]
    assert dues == sorted(set(dues))


def test_an_answer_dated_before_the_last_counts_on_the_day_of_the_last():
    card = next_card(None, answer(on=10), PLAIN)
    assert next_card(card, answer(on=3), PLAIN) == next_card(card, answer(on=10), PLAIN)


def test_cramming_leaves_the_card_alone():
    card = after(answer())
    assert next_card(card, answer(on=1, grade=Grade.AGAIN, counts=False), PLAIN) == card
    assert next_card(None, answer(counts=False), PLAIN) is None


def test_failing_twice_on_one_day_is_one_lapse():
    card = after(answer(on=0), answer(on=2, grade=Grade.AGAIN), answer(on=2, grade=Grade.AGAIN))
    assert card.lapses == 1


def test_failing_a_new_question_is_no_lapse():
    assert after(answer(grade=Grade.AGAIN)).lapses == 0


def test_a_question_that_keeps_failing_is_set_aside_as_a_leech():
    settings = PLAIN._replace(leech_after=3)
    answers = [answer(on=on, grade=Grade.AGAIN) for on in range(4)]
    assert not after(*answers[:3], settings=settings).suspended
    card = after(*answers, settings=settings)
    assert card.suspended
    assert card.leech
    back = next_card(card, entry("unsuspend", on=5), settings)
    assert not back.suspended
    assert not back.leech
    assert next_card(back, answer(on=6, grade=Grade.AGAIN), settings).leech


def test_leeches_can_be_switched_off():
    answers = [answer(on=on, grade=Grade.AGAIN) for on in range(40)]
    assert not after(*answers, settings=PLAIN._replace(leech_after=0)).suspended


def test_a_reset_forgets_what_came_before():
    fresh = after(answer(on=20))
    assert after(answer(), answer(on=2), entry("reset", on=10)) is None
    assert after(answer(), entry("reset", on=10), answer(on=20)) == fresh


def test_a_new_question_can_be_suspended_and_brought_back():
    card = after(entry("suspend"))
    assert card.suspended
    assert card.reviews == 0
    assert after(entry("suspend"), entry("unsuspend", on=1), answer(on=2)) == after(answer(on=2))


def test_burying_hides_a_question_on_that_day_alone():
    assert after(answer(), entry("bury", on=2)).buried == day(2)


def test_a_revised_question_keeps_its_memory_and_notes_the_revision():
    card = after(answer(), answer(on=2, revision=2))
    assert card.revision == 2
    assert replace(card, revision=1) == after(answer(), answer(on=2))


def test_recall_falls_to_ninety_percent_after_the_stability():
    card = after(answer(grade=Grade.EASY))
    assert recall(card, day(0), PLAIN) == 1
    assert recall(card, day(0) + timedelta(days=round(card.stability)), PLAIN) == pytest.approx(
        0.9, abs=0.01
    )
    assert recall(None, day(0), PLAIN) == 0


def test_parameters_out_of_bounds_are_refused_in_one_line():
    settings = PLAIN._replace(parameters=(500.0, *[1.0] * 20))
    with pytest.raises(UsageError, match="out of bounds") as raised:
        after(answer(), settings=settings)
    assert "\n" not in str(raised.value)
