"""A person's practice in numbers, as the golden screens show it."""

from datetime import timedelta

from quizcli.model.review import Card
from quizcli.schedule.outlook import Outlook
from quizcli.schedule.simulate import Forecast
from quizcli.schedule.statistics import (
    Confidence,
    Mastery,
    Retention,
    Statistics,
    Streak,
    Today,
)
from tests.quizcli.screens.samples import TODAY


def _days(number: int) -> list[tuple[int, int]]:
    return [(ago, 7 * ago % 11) for ago in range(0, number, 2)]


STATISTICS = Statistics(
    day=TODAY,
    until=TODAY + timedelta(days=30),
    today=Today(answers=12, right=10, seconds=840.0, due=5, new=3),
    streak=Streak(now=1, best=16),
    retention=Retention(asked=123, recalled=112, target=0.9),
    answers=1234,
    days={TODAY - timedelta(days=ago): count for ago, count in _days(60) if count},
    forecast=tuple((TODAY + timedelta(days=n), 3 * n % 8) for n in range(28)),
    mastery=(
        Mastery("graph-release", 7, 7, 0.91, 0.72, 1),
        Mastery("retain-graph", 8, 3, 0.35, 0.2, 4),
        Mastery("hooks", 5, 0, 0.0, 0.0, 0),
    ),
    leeches=("retain-graph/cost",),
    calibration=(Confidence(50, 10, 4), Confidence(100, 20, 19)),
)


def _forecast(recall: float, unlikely: float, unseen: float) -> Forecast:
    days = tuple((TODAY + timedelta(days=n), max(0.0, 9.0 - n), float(n)) for n in range(14))
    return Forecast(recall, unlikely, unseen, 140.0, days)


OUTLOOK = Outlook(
    day=TODAY,
    interview=TODAY + timedelta(days=14),
    minutes=10,
    each_day=9,
    questions=150,
    new=120,
    planned=_forecast(0.71, 52.0, 21.0),
    plain=_forecast(0.44, 90.0, 88.0),
    wanted=0.9,
    minutes_for_all=15,
    minutes_for_wanted=None,
)

CARDS = [
    Card(question="graph-release/why-it-raises", due=TODAY + timedelta(days=9), last=TODAY,
         stability=9.0, difficulty=5.0, reviews=4, lapses=1),
    Card(question="retain-graph/cost", due=TODAY, last=TODAY, stability=1.0, difficulty=9.0,
         reviews=9, lapses=5, suspended=True, leech=True),
    Card(question="hooks/order", due=TODAY, last=TODAY, stability=0.0, difficulty=0.0,
         buried=TODAY),
]  # fmt: skip
