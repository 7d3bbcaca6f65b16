"""Simulates what will be known on a future day: the memory model answers for the user."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from quizcli.model.review import Card, Entry, Grade
from quizcli.schedule.days import midnight
from quizcli.schedule.memory import answered, recall
from quizcli.schedule.plan import KNOWN_AT_FIRST, plan_queue
from quizcli.schedule.queue import Queue, day_queue
from quizcli.settings import Settings

Deck = dict[str, Card]
Choose = Callable[[Deck, date], Queue]
LIKELY = 0.8  # recall from which a question counts as known


@dataclass(frozen=True, slots=True)
class Forecast:
    """The state on the interview date, averaged over the runs."""

    recall: float  # mean over all questions; one that was never asked counts 0
    unlikely: float  # number of questions with a recall below LIKELY
    unseen: float  # number of questions never asked
    answers: float
    days: tuple[tuple[date, float, float], ...]  # day, new questions, others


def planned(catalogue: Mapping[str, int], settings: Settings, each_day: int) -> Choose:
    """Choose by the plan, recomputed each day."""
    return lambda deck, day: plan_queue(deck.values(), catalogue, day, settings, each_day)


def plain(catalogue: Mapping[str, int], settings: Settings, each_day: int) -> Choose:
    """Choose what is due, then what is new, up to the same number a day."""
    limits = settings._replace(reviews_per_day=each_day, new_per_day=each_day)

    def choose(deck: Deck, day: date) -> Queue:
        queue = day_queue(deck.values(), deck, catalogue, day, limits)
        return replace(queue, new=queue.new[: each_day - len(queue.due)])

    return choose


def forecast(
    cards: Iterable[Card],
    catalogue: Mapping[str, int],
    day: date,
    settings: Settings,
    choose: Choose,
    *,
    seeds: Iterable[int] = range(3),
    known_at_first: float = KNOWN_AT_FIRST,
) -> Forecast:
    """Simulate the days until the interview with each seed, and average what is known then."""
    assert settings.interview_date is not None
    deck = {card.question: card for card in cards if card.question in catalogue}
    runs = [
        _run(dict(deck), catalogue, day, settings, choose, Random(seed), known_at_first)  # noqa: S311
        for seed in seeds
    ]
    count = len(runs)
    days = tuple(
        (at[0][0], sum(one[1] for one in at) / count, sum(one[2] for one in at) / count)
        for at in zip(*(run.days for run in runs), strict=True)
    )
    return Forecast(
        recall=sum(run.recall for run in runs) / count,
        unlikely=sum(run.unlikely for run in runs) / count,
        unseen=sum(run.unseen for run in runs) / count,
        answers=sum(run.answers for run in runs) / count,
        days=days,
    )


def _run(
    deck: Deck,
    catalogue: Mapping[str, int],
    first: date,
    settings: Settings,
    choose: Choose,
    chance: Random,
    known_at_first: float,
) -> Forecast:
    assert settings.interview_date is not None
    days = []
    for number in range((settings.interview_date - first).days):
        day = first + timedelta(days=number)
        queue = choose(deck, day)
        days.append((day, float(len(queue.new)), float(len(queue.due))))
        for question in queue.questions:
            card = deck.get(question)
            seen = card is not None and card.reviews > 0
            knows = recall(card, day, settings) if seen else known_at_first
            grade = Grade.GOOD if chance.random() < knows else Grade.AGAIN
            deck[question] = _answer(card, question, day, grade, settings)
    known = [
        recall(deck.get(question), settings.interview_date, settings) for question in catalogue
    ]
    return Forecast(
        recall=sum(known) / max(1, len(known)),
        unlikely=sum(chance < LIKELY for chance in known),
        unseen=sum(not chance for chance in known),
        answers=sum(new + due for _day, new, due in days),
        days=tuple(days),
    )


def _answer(card: Card | None, question: str, day: date, grade: Grade, settings: Settings) -> Card:
    entry = Entry(id="", act="answer", question=question, at=midnight(day), day=day, grade=grade)
    known = card or Card(question=question, due=day, last=day, stability=0, difficulty=0)
    return answered(known, entry, settings)
