"""Chooses the questions of a quiz, their order and their values."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import islice
from random import Random
from typing import NamedTuple, Protocol, get_args

from quizcli.model.program import combinations
from quizcli.model.review import Card
from quizcli.model.topic import Kind, Level, Value, Variants

MOST_WAYS = 5000  # further combinations are not used
NEW = 1  # urgency, between due and not due


class Listed(Protocol):
    """What choosing needs to know about a question."""

    @property
    def id(self) -> str: ...
    @property
    def topic(self) -> str: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def level(self) -> Level: ...


class Wish(NamedTuple):
    """The user's selection; empty means any."""

    topics: Collection[str] = ()
    kinds: Collection[Kind] = ()
    levels: Collection[Level] = ()

    def allows(self, question: Listed) -> bool:
        """Whether the question matches the selection."""
        return (
            (not self.topics or question.topic in self.topics)
            and (not self.kinds or question.kind in self.kinds)
            and (not self.levels or question.level in self.levels)
        )


def choose(
    questions: Iterable[Listed],
    wish: Wish,
    count: int,
    seed: int,
    cards: Mapping[str, Card] | None = None,
    today: date | None = None,
) -> tuple[str, ...]:
    """Draw `count` question ids with the seed: due ones first, then new ones, then others.

    `questions` are in learning order. Suspended and buried ones are left out. New questions are
    ordered by level, then by learning order.
    """
    known = cards or {}
    allowed = [q for q in questions if wish.allows(q) and not _aside(known.get(q.id), today)]
    drawn = Random(seed).sample(allowed, len(allowed))  # noqa: S311 - no secret
    drawn.sort(key=lambda question: _urgency(known.get(question.id), today))
    chosen = drawn[: max(0, count)]
    order = {question.id: place for place, question in enumerate(allowed)}
    chosen.sort(key=lambda q: _turn(q, _urgency(known.get(q.id), today), order[q.id]))
    return tuple(question.id for question in chosen)


def draw_values(variants: Variants, seed: int, question: str, attempt: int) -> dict[str, Value]:
    """A value for each placeholder: the same for the same seed, different on the next attempt."""
    ways = list(islice(combinations(variants), MOST_WAYS))
    Random(f"{seed} {question}").shuffle(ways)  # noqa: S311 - no secret
    return ways[attempt % len(ways)]


def draw_order(size: int, seed: int, question: str, attempt: int) -> Sequence[int]:
    """The display order of a choice's options."""
    dice = Random(f"{seed} {question} {attempt} order")  # noqa: S311 - no secret
    return dice.sample(range(size), size)


def _aside(card: Card | None, today: date | None) -> bool:
    return card is not None and (card.suspended or (today is not None and card.buried == today))


def _urgency(card: Card | None, today: date | None) -> int:
    if card is None or not card.reviews:
        return NEW
    return 0 if today is not None and card.due <= today else 2


def _turn(question: Listed, urgency: int, place: int) -> tuple[int, ...]:
    if urgency != NEW:
        return (urgency,)
    return urgency, get_args(Level).index(question.level), place
