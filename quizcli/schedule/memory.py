"""The memory model: FSRS on study days, without its steps, its clock and its randomness."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache
from importlib.metadata import version
from random import Random

import fsrs

from quizcli.errors import UsageError
from quizcli.model.review import Card, Entry, Grade
from quizcli.schedule.days import midnight
from quizcli.settings import Settings

SCHEDULER = f"fsrs {version('fsrs')}"


@lru_cache(maxsize=32)
def _scheduler(
    retention: float, maximum_interval: int, parameters: tuple[float, ...] | None
) -> fsrs.Scheduler:
    try:
        return fsrs.Scheduler(
            parameters=parameters or fsrs.scheduler.DEFAULT_PARAMETERS,
            desired_retention=retention,
            learning_steps=(),  # the session, not FSRS, repeats failed questions
            relearning_steps=(),
            maximum_interval=maximum_interval,
            enable_fuzzing=False,  # it uses the global random generator: a replay would differ
        )
    except ValueError as wrong:
        raise UsageError(f"parameters of FSRS: {' '.join(str(wrong).split())}") from None


def scheduler(settings: Settings) -> fsrs.Scheduler:
    """The scheduler for these settings; raises UsageError for parameters out of bounds."""
    return _scheduler(settings.retention, settings.maximum_interval, settings.parameters)


def next_card(card: Card | None, entry: Entry, settings: Settings) -> Card | None:
    """The card after another entry of its question; None while nothing is known about it."""
    match entry.act:
        case "answer" if entry.counts and entry.grade is not None:
            return answered(card or _unseen(entry), entry, settings)
        case "suspend":
            return replace(card or _unseen(entry), suspended=True)
        case "unsuspend" if card:
            return replace(card, suspended=False, leech=False)
        case "bury":
            return replace(card or _unseen(entry), buried=entry.day)
        case "reset" if card:
            return None
        case _:
            return card


def replay(history: Iterable[Entry], settings: Settings) -> Card | None:
    """The card that results from the entries of one question, in any order."""
    card: Card | None = None
    for entry in sorted(history, key=lambda entry: (entry.at, entry.id)):
        card = next_card(card, entry, settings)
    return card


def answered(card: Card, entry: Entry, settings: Settings) -> Card:
    """The card after a graded answer; an answer dated before the last one counts as of that day."""
    assert entry.grade is not None
    day = max(entry.day, card.last) if card.reviews else entry.day
    seen, _ = scheduler(settings).review_card(
        _as_fsrs(card), fsrs.Rating(entry.grade), midnight(day)
    )
    assert seen.stability is not None
    assert seen.difficulty is not None
    lapsed = entry.grade is Grade.AGAIN and card.reviews > 0 and day > card.last
    lapses = card.lapses + lapsed
    leech = card.leech or (lapsed and _is_leech(lapses, settings.leech_after))
    return replace(
        card,
        due=day + _fuzzed((seen.due - midnight(day)).days, card, settings),
        last=day,
        stability=seen.stability,
        difficulty=seen.difficulty,
        reviews=card.reviews + 1,
        lapses=lapses,
        suspended=card.suspended or leech,
        leech=leech,
        revision=max(card.revision, entry.revision),
    )


def preview(card: Card | None, question: str, day: date, settings: Settings) -> dict[Grade, date]:
    """The study day on which the question would return, for each grade."""
    known = card or Card(question=question, due=day, last=day, stability=0, difficulty=0)
    entry = Entry(id="", act="answer", question=question, at=midnight(day), day=day)
    return {grade: answered(known, replace(entry, grade=grade), settings).due for grade in Grade}


def recall(card: Card | None, day: date, settings: Settings) -> float:
    """The probability that the answer is known on a day (0 for a question never answered)."""
    if card is None or not card.reviews:
        return 0.0
    return scheduler(settings).get_card_retrievability(_as_fsrs(card), midnight(day))


def _unseen(entry: Entry) -> Card:
    return Card(question=entry.question, due=entry.day, last=entry.day, stability=0, difficulty=0)


def as_fsrs(stability: float, difficulty: float, last: date) -> fsrs.Card:
    """Convert a previously answered card to an FSRS card."""
    return fsrs.Card(
        card_id=1,  # without an id, it sleeps to generate one
        state=fsrs.State.Review,
        stability=stability,
        difficulty=difficulty,
        due=midnight(last),
        last_review=midnight(last),
    )


def _as_fsrs(card: Card) -> fsrs.Card:
    if not card.reviews:
        return fsrs.Card(card_id=1)
    return as_fsrs(card.stability, card.difficulty, card.last)


def _fuzzed(days: int, card: Card, settings: Settings) -> timedelta:
    """Spread due dates over neighbouring days, in the same way on every replay."""
    spread = 0 if days < 3 else max(1, round(days * 0.06))
    draw = Random(f"{card.question} {card.reviews}").uniform(-1, 1)  # noqa: S311 - no secret
    return timedelta(days=max(1, min(days + round(draw * spread), settings.maximum_interval)))


def _is_leech(lapses: int, limit: int) -> bool:
    """Whether lapses are at the limit, or at each further half of it."""
    return limit > 0 and lapses >= limit and (lapses - limit) % max(1, limit // 2) == 0
