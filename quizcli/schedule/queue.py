"""What to ask today: due questions within the daily limits and new ones, with topics spread out."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from quizcli.model.review import Card
from quizcli.settings import Settings


@dataclass(frozen=True, slots=True)
class Done:
    """How many were already asked today: new questions and due ones."""

    new: int = 0
    reviews: int = 0


NOTHING = Done()


@dataclass(frozen=True, slots=True)
class Queue:
    """Ids of questions in asking order, and how many wait beyond today's limits."""

    due: tuple[str, ...]
    new: tuple[str, ...]
    waiting: int = 0

    @property
    def questions(self) -> tuple[str, ...]:
        """Due and new questions, with the new ones spread evenly among the due ones."""
        return tuple(_interleaved(self.due, self.new))

    def at_most(self, number: int) -> "Queue":
        """At most this many questions; due ones take precedence over new ones."""
        due = self.due[:number]
        return Queue(due, self.new[: number - len(due)], self.waiting)


def day_queue(
    cards: Iterable[Card],
    seen: Iterable[str],
    catalogue: Mapping[str, int],
    day: date,
    settings: Settings,
    done: Done = NOTHING,
) -> Queue:
    """Today's queue.

    `cards` may be all cards or only those that are due; `seen` are ids with a card of any state;
    `catalogue` is the bank: id → revision, in the order in which it should be learned.
    """
    due = [card for card in cards if is_due(card, day, catalogue)]
    due.sort(key=lambda card: (card.due, card.stability, card.question))
    room = max(0, settings.reviews_per_day - done.reviews)
    known = set(seen)
    fresh = [question for question in catalogue if question not in known]
    new = fresh[: max(0, settings.new_per_day - done.new)] if len(due) <= room else []
    return Queue(
        due=tuple(spread([card.question for card in due[:room]])),
        new=tuple(spread(new)),
        waiting=max(0, len(due) - room),
    )


def is_due(card: Card, day: date, catalogue: Mapping[str, int]) -> bool:
    """Whether to ask today; a question revised by its author is due once, at any time."""
    revision = catalogue.get(card.question)
    if revision is None or not card.reviews or is_set_aside(card, day):
        return False
    return card.due <= day or card.revision < revision


def is_set_aside(card: Card, day: date) -> bool:
    """Whether a card must not be asked on a day: suspended, or buried on that day."""
    return card.suspended or card.buried == day


def named_day(due: date, day: date, settings: Settings) -> date:
    """The due day to show the user: while a plan is active, never after the interview."""
    last = settings.interview_date
    return min(due, last) if last is not None and day < last else due


def topic_of(question: str) -> str:
    """The topic of a question: the part of its id before the slash."""
    return question.partition("/")[0]


def spread(questions: Sequence[str]) -> list[str]:
    """Reorder questions to separate those of one topic, otherwise keeping the order."""
    waiting: dict[str, deque[int]] = defaultdict(deque)
    for place, question in enumerate(questions):
        waiting[topic_of(question)].append(place)
    ordered: list[str] = []
    last = ""
    while waiting:
        left = len(questions) - len(ordered)
        others = [topic for topic in waiting if topic != last] or [last]
        fullest = max(others, key=lambda topic: len(waiting[topic]))
        first = min(others, key=lambda topic: waiting[topic][0])
        last = fullest if 2 * len(waiting[fullest]) > left else first
        ordered.append(questions[waiting[last].popleft()])
        if not waiting[last]:
            del waiting[last]
    return ordered


def _interleaved(due: Sequence[str], new: Sequence[str]) -> list[str]:
    places = [
        ((i + 0.5) / len(row), question) for row in (due, new) for i, question in enumerate(row)
    ]
    return [question for _, question in sorted(places, key=lambda placed: placed[0])]
