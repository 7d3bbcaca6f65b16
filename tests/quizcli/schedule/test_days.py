from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizcli.schedule.days import meant_day, midnight, study_day

SHANGHAI, BERLIN, NEW_YORK = map(ZoneInfo, ("Asia/Shanghai", "Europe/Berlin", "America/New_York"))
ZONES = [
    SHANGHAI,
    BERLIN,
    NEW_YORK,
    *map(ZoneInfo, ("UTC", "Australia/Lord_Howe", "Pacific/Apia", "America/Santiago")),
]


@pytest.mark.parametrize(
    ("clock", "day"),
    [("03:59", date(2026, 6, 9)), ("04:00", date(2026, 6, 10)), ("23:59", date(2026, 6, 10))],
)
def test_the_day_turns_at_four_in_the_morning(clock, day):
    at = datetime.fromisoformat(f"2026-06-10T{clock}").replace(tzinfo=SHANGHAI)
    assert study_day(at, SHANGHAI) == day


@pytest.mark.parametrize(("rollover", "day"), [(0, 10), (3, 10), (4, 9), (23, 9)])
def test_the_turn_is_at_the_hour_that_was_chosen(rollover, day):
    at = datetime(2026, 6, 10, 3, 30, tzinfo=BERLIN)
    assert study_day(at, BERLIN, rollover) == date(2026, 6, day)


def test_the_same_moment_is_another_day_for_someone_elsewhere():
    at = datetime(2026, 6, 10, 1, 0, tzinfo=UTC)
    assert study_day(at, SHANGHAI) == date(2026, 6, 10)
    assert study_day(at, NEW_YORK) == date(2026, 6, 9)


@pytest.mark.parametrize(
    ("zone", "night"),
    [
        (BERLIN, date(2026, 3, 29)),  # clocks go forward: the night has one hour less
        (BERLIN, date(2026, 10, 25)),  # clocks go back
        (NEW_YORK, date(2026, 3, 8)),
        (NEW_YORK, date(2026, 11, 1)),
    ],
)
def test_a_change_of_the_clocks_leaves_the_turn_at_four(zone, night):
    turn = datetime(night.year, night.month, night.day, 4, tzinfo=zone).astimezone(UTC)
    assert study_day(turn - timedelta(minutes=1), zone) == night - timedelta(days=1)
    assert study_day(turn, zone) == night


def test_the_hour_that_comes_twice_belongs_to_one_day():
    first = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN, fold=0)
    assert (
        study_day(first, BERLIN) == study_day(first.replace(fold=1), BERLIN) == date(2026, 10, 24)
    )


def test_a_moment_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        study_day(datetime(2026, 6, 10), UTC)


moments = st.datetimes(datetime(2015, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))


@given(moments, st.integers(0, 172_800), st.sampled_from(ZONES), st.integers(0, 23))
def test_a_later_moment_is_never_an_earlier_day(at, seconds, zone, rollover):
    later = at + timedelta(seconds=seconds)
    assert study_day(later, zone, rollover) >= study_day(at, zone, rollover)


def test_fsrs_sees_whole_days():
    assert midnight(date(2026, 3, 2)) - midnight(date(2026, 3, 1)) == timedelta(days=1)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("2026-12-18", date(2026, 12, 18)),
        ("tomorrow", date(2026, 6, 11)),
        ("Thursday", date(2026, 6, 11)),
        ("tue", date(2026, 6, 16)),
        ("周四", date(2026, 6, 11)),
        ("星期日", date(2026, 6, 14)),
        ("礼拜天", date(2026, 6, 14)),
        ("wednesday", date(2026, 6, 17)),
        ("soon", None),
        ("周八", None),
        ("2026-13-01", None),
    ],
)
def test_a_day_may_be_named_by_its_weekday(said, meant):
    wednesday = date(2026, 6, 10)
    assert meant_day(said, wednesday) == meant
