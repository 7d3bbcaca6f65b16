"""An honest forecast of a plan: the recall to expect, and what is out of reach."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from quizcli.model.review import Card
from quizcli.schedule.plan import is_new, per_day
from quizcli.schedule.simulate import Forecast, forecast, plain, planned
from quizcli.settings import Settings

LONGEST = 120  # maximum minutes a day worth proposing
MANY = 20_000  # questions times days, above which a single simulation must do


@dataclass(frozen=True, slots=True)
class Outlook:
    """A plan, its expected result, and what it would take to know nearly everything."""

    day: date
    interview: date
    minutes: int
    each_day: int
    questions: int
    new: int
    planned: Forecast
    plain: Forecast
    wanted: float
    minutes_for_all: int | None  # a day, to see every question; None: more than LONGEST
    minutes_for_wanted: int | None  # a day, to reach the target recall


def outlook(
    cards: Sequence[Card],
    catalogue: Mapping[str, int],
    day: date,
    settings: Settings,
    seconds: float,
) -> Outlook:
    """The outlook for the interview date in the settings, at this many seconds per answer."""
    assert settings.interview_date is not None
    each_day = per_day(settings.minutes, seconds)
    days = (settings.interview_date - day).days
    seeds = range(3 if len(catalogue) * days < MANY else 1)
    ways = (planned(catalogue, settings, each_day), plain(catalogue, settings, each_day))
    by_plan, by_plain = (
        forecast(cards, catalogue, day, settings, way, seeds=seeds) for way in ways
    )

    @cache
    def with_minutes(minutes: int) -> Forecast:
        if minutes == settings.minutes:
            return by_plan
        way = planned(catalogue, settings, per_day(minutes, seconds))
        return forecast(cards, catalogue, day, settings, way, seeds=range(1))

    return Outlook(
        day=day,
        interview=settings.interview_date,
        minutes=settings.minutes,
        each_day=each_day,
        questions=len(catalogue),
        new=_unseen(cards, catalogue, day),
        planned=by_plan,
        plain=by_plain,
        wanted=settings.retention,
        minutes_for_all=_enough(settings.minutes, with_minutes, lambda then: not then.unseen),
        minutes_for_wanted=_enough(
            settings.minutes, with_minutes, lambda then: then.recall >= settings.retention
        ),
    )


def _unseen(cards: Sequence[Card], catalogue: Mapping[str, int], day: date) -> int:
    known = {card.question: card for card in cards}
    return sum(is_new(known.get(question), day) for question in catalogue)


def _enough(
    minutes: int,
    with_minutes: Callable[[int], Forecast],
    reached: Callable[[Forecast], bool],
) -> int | None:
    """The fewest minutes, in steps of five from the given ones, that reach a goal."""
    short, long = minutes, minutes
    while not reached(with_minutes(long)):
        if long >= LONGEST:
            return None
        short, long = long, min(2 * long, LONGEST)
    steps: list[int] = [*range(short // 5 * 5 + 5, long, 5), long]
    if short == long:
        return minutes
    place: int = bisect_left(steps, True, key=lambda each: reached(with_minutes(each)))
    return steps[place]
