"""The days before an interview: what to ask so that the most is known on that day.

Every new question is introduced in time (if time is too short, some of each topic rather than all
of some topics); the rest of each day goes to the questions whose expected recall on the date gains
most from being asked today. A plan keeps no state: it is recomputed from the cards each day, so it
adapts to missed days by itself.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache

import fsrs

from quizcli.model.review import Card
from quizcli.schedule.days import midnight
from quizcli.schedule.memory import as_fsrs, scheduler
from quizcli.schedule.queue import NOTHING, Done, Queue, is_set_aside, spread, topic_of
from quizcli.settings import Settings

# Measured by simulation (benchmarks/plan.py): recall on the day hardly depends on either number.
INTRODUCED = 0.35  # share of the remaining days in which all new questions are introduced
WORTHWHILE = 0.01  # minimum gain in expected recall for a question to be asked
KNOWN_AT_FIRST = 0.6  # chance of answering a question never seen before
SECONDS = 50.0  # per answer, until the log has enough data


def per_day(minutes: int, seconds: float = SECONDS) -> int:
    """How many questions fit into a day's minutes; a fifth is reserved for repeats."""
    return max(1, int(minutes * 60 / (seconds * 1.2)))


def plan_queue(
    cards: Iterable[Card],
    catalogue: Mapping[str, int],
    day: date,
    settings: Settings,
    each_day: int,
    done: Done = NOTHING,
) -> Queue:
    """What to ask on a day up to the interview; `cards` must be all cards."""
    assert settings.interview_date is not None
    known = {card.question: card for card in cards}
    room = max(0, each_day - done.new - done.reviews)
    days = (settings.interview_date - day).days
    unseen = [question for question in catalogue if days and is_new(known.get(question), day)]
    if len(unseen) > room + each_day * (days - 1):  # there is no time for all of them
        unseen = _broadly(unseen, catalogue)
    quota = _quota(len(unseen) + done.new, days) - done.new
    reserved = min(room, len(unseen), max(0, quota))
    asked = _worthwhile(known.values(), catalogue, day, settings)[: room - reserved]
    new = unseen[: room - len(asked)]
    return Queue(due=tuple(spread(asked)), new=tuple(spread(new)))


def gain(card: Card, day: date, settings: Settings) -> float:
    """The expected gain in recall on the interview date from asking on a day."""
    assert settings.interview_date is not None
    return _gain(
        card.stability,
        card.difficulty,
        (day - card.last).days,
        (settings.interview_date - day).days,
        settings.parameters,
    )


def _broadly(questions: Iterable[str], catalogue: Iterable[str]) -> list[str]:
    """The first questions of all topics before the second ones, and so on."""
    rounds: dict[str, int] = {}
    sizes: Counter[str] = Counter()
    for question in catalogue:
        rounds[question] = sizes[topic_of(question)]
        sizes[topic_of(question)] += 1
    return sorted(questions, key=lambda question: rounds[question])


def _quota(new: int, days: int) -> int:
    window = max(1, int(days * INTRODUCED))
    return -(-new // window)


def is_new(card: Card | None, day: date) -> bool:
    """Whether a question has never been answered and may be asked."""
    return card is None or (not card.reviews and not is_set_aside(card, day))


def _worthwhile(
    cards: Iterable[Card], catalogue: Mapping[str, int], day: date, settings: Settings
) -> list[str]:
    """Questions worth asking, best first; revised questions come before all others."""
    ranked = []
    for card in cards:
        if card.question in catalogue and card.reviews and not is_set_aside(card, day):
            revised = card.revision < catalogue[card.question]
            rise = 1.0 if revised else gain(card, day, settings) if card.last < day else 0.0
            if rise >= WORTHWHILE:
                ranked.append((-rise, card.question))
    return [question for _rise, question in sorted(ranked)]


@lru_cache(maxsize=200_000)
def _gain(
    stability: float,
    difficulty: float,
    since: int,
    left: int,
    parameters: tuple[float, ...] | None,
) -> float:
    rules = scheduler(Settings(parameters=parameters))
    first = date(2000, 1, 1).toordinal()
    today, then = (midnight(date.fromordinal(first + days)) for days in (since, since + left))
    card = as_fsrs(stability, difficulty, date.fromordinal(first))
    known = rules.get_card_retrievability(card, today)
    after = {
        grade: rules.get_card_retrievability(rules.review_card(card, grade, today)[0], then)
        for grade in (fsrs.Rating.Good, fsrs.Rating.Again)
    }
    asked = known * after[fsrs.Rating.Good] + (1 - known) * after[fsrs.Rating.Again]
    return asked - rules.get_card_retrievability(card, then)
