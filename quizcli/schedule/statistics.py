"""Practice statistics, from the log and the cards derived from it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from quizcli.model.review import Card, Entry, Grade
from quizcli.schedule.memory import recall
from quizcli.schedule.queue import Queue, is_due, topic_of
from quizcli.settings import Settings

WEAKEST = 5
MONTH = 30  # days over which true retention is measured


@dataclass(frozen=True, slots=True)
class Today:
    """The current study day: what was done and what is left."""

    answers: int
    right: int
    seconds: float
    due: int
    new: int


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive study days with an answer: the current and the longest streak."""

    now: int
    best: int


@dataclass(frozen=True, slots=True)
class Retention:
    """How many answers to questions from an earlier day were right."""

    asked: int
    recalled: int
    target: float

    @property
    def share(self) -> float | None:
        """The share of right answers; None while there are no answers."""
        return self.recalled / self.asked if self.asked else None


@dataclass(frozen=True, slots=True)
class Mastery:
    """A topic: how many questions were seen, and the mean recall; unseen ones count as 0."""

    topic: str
    questions: int
    seen: int
    recall: float  # tomorrow, because today everything just seen counts as known
    on_date: float  # on the day `Statistics.until`
    lapses: int


@dataclass(frozen=True, slots=True)
class Confidence:
    """Answers given with one level of confidence (percent), and how many of them were right."""

    percent: int
    answers: int
    right: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """All that `quizcli stats` shows."""

    day: date
    until: date  # the interview, or a month from now
    today: Today
    streak: Streak
    retention: Retention
    answers: int
    days: Mapping[date, int]  # number of answers, for each day that had any
    forecast: tuple[tuple[date, int], ...]  # questions that fall due; the first day has all overdue
    mastery: tuple[Mastery, ...]
    leeches: tuple[str, ...]
    calibration: tuple[Confidence, ...]

    @property
    def weakest(self) -> tuple[Mastery, ...]:
        """The started topics with the lowest expected recall on the date."""
        begun = [topic for topic in self.mastery if topic.seen]
        return tuple(sorted(begun, key=lambda topic: (topic.on_date, topic.topic))[:WEAKEST])


def statistics(
    entries: Iterable[Entry],
    cards: Sequence[Card],
    catalogue: Mapping[str, int],
    queue: Queue,
    day: date,
    settings: Settings,
    weeks: int = 4,
) -> Statistics:
    """The statistics as of a study day; `entries` are the valid ones, in time order."""
    answers = [entry for entry in entries if entry.act == "answer"]
    there = [card for card in cards if card.question in catalogue]
    interview = settings.interview_date
    until = interview if interview and interview > day else day + timedelta(days=MONTH)
    days = Counter(entry.day for entry in answers)
    return Statistics(
        day=day,
        until=until,
        today=_today([entry for entry in answers if entry.day == day], queue),
        streak=streak(days, day),
        retention=retention(answers, day - timedelta(days=MONTH), settings.retention),
        answers=len(answers),
        days=days,
        forecast=due_by_day(there, catalogue, day, weeks * 7),
        mastery=mastery(there, catalogue, day, until, settings),
        leeches=tuple(card.question for card in there if card.leech),
        calibration=calibration(answers),
    )


def _today(answers: Sequence[Entry], queue: Queue) -> Today:
    return Today(
        answers=len(answers),
        right=sum(bool(entry.right) for entry in answers),
        seconds=sum(entry.seconds for entry in answers),
        due=len(queue.due),
        new=len(queue.new),
    )


def streak(days: Iterable[date], day: date) -> Streak:
    """Consecutive days; today does not break the streak while it has no answers."""
    used = sorted(on for on in days if on <= day)
    runs = [1] if used else []
    for before, after in pairwise(used):
        runs.append(runs[-1] + 1 if after - before == timedelta(days=1) else 1)
    alive = bool(used) and used[-1] >= day - timedelta(days=1)
    return Streak(now=runs[-1] if alive else 0, best=max(runs, default=0))


def retention(answers: Iterable[Entry], since: date, target: float) -> Retention:
    """How many of each day's first answers, to questions seen on an earlier day, were right."""
    last: dict[str, date] = {}
    asked = recalled = 0
    for entry in answers:
        if not entry.counts or entry.grade is None:
            continue
        before = last.get(entry.question)
        if before is not None and before < entry.day and entry.day > since:
            asked += 1
            recalled += entry.grade > Grade.AGAIN
        last[entry.question] = max(entry.day, before or entry.day)
    return Retention(asked, recalled, target)


def due_by_day(
    cards: Iterable[Card], catalogue: Mapping[str, int], day: date, days: int
) -> tuple[tuple[date, int], ...]:
    """How many questions fall due on each of the coming days, by the present cards."""
    counts: Counter[date] = Counter()
    for card in cards:
        if is_due(card, day, catalogue):
            counts[day] += 1
        elif card.reviews and not card.suspended:
            counts[max(card.due, day + timedelta(days=1))] += 1
    coming = (day + timedelta(days=number) for number in range(days))
    return tuple((on, counts[on]) for on in coming)


def mastery(
    cards: Iterable[Card],
    catalogue: Mapping[str, int],
    day: date,
    on_date: date,
    settings: Settings,
) -> tuple[Mastery, ...]:
    """Each topic of the bank, in the bank's order."""
    by_topic: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        if card.reviews:
            by_topic[topic_of(card.question)].append(card)
    sizes = Counter(map(topic_of, catalogue))
    tomorrow = day + timedelta(days=1)
    return tuple(
        Mastery(
            topic=topic,
            questions=size,
            seen=len(by_topic[topic]),
            recall=sum(recall(card, tomorrow, settings) for card in by_topic[topic]) / size,
            on_date=sum(recall(card, on_date, settings) for card in by_topic[topic]) / size,
            lapses=sum(card.lapses for card in by_topic[topic]),
        )
        for topic, size in sizes.items()
    )


def calibration(answers: Iterable[Entry]) -> tuple[Confidence, ...]:
    """How often answers were right, by the confidence stated before seeing the truth."""
    told: dict[int, list[bool]] = defaultdict(list)
    for entry in answers:
        percent = entry.details.get("confidence")
        if isinstance(percent, int) and entry.right is not None:
            told[percent].append(entry.right)
    return tuple(Confidence(p, len(told[p]), sum(told[p])) for p in sorted(told))
