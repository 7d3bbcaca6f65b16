"""Which questions a quiz asks, in which order, and with which values."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from quizcli.model.review import Card
from quizcli.model.topic import Kind, Level, Question, Topic, Value, Variants


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person asked for; empty means any."""

    topics: Collection[str] = ()
    kinds: Collection[Kind] = ()
    levels: Collection[Level] = ()


def matching(topics: Sequence[Topic], wish: Wish) -> list[Question]:
    """The questions that the wish allows, in the order of the bank."""
    return [
        question
        for topic in topics
        if not wish.topics or topic.id in wish.topics
        for question in topic.questions
        if (not wish.kinds or question.kind in wish.kinds)
        and (not wish.levels or question.level in wish.levels)
    ]


def choose(
    questions: Sequence[Question],
    count: int,
    seed: int,
    cards: Mapping[str, Card] | None = None,
    today: date | None = None,
) -> list[Question]:
    """`count` questions drawn with the seed: due ones first, then new ones, then the rest.

    Suspended and buried ones are left out; the order within a draw mixes the topics.
    """
    known = cards or {}
    open_ = [q for q in questions if not _set_aside(known.get(q.id), today)]
    drawn = Random(seed).sample(open_, len(open_))  # noqa: S311 - no secret
    drawn.sort(key=lambda question: _urgency(known.get(question.id), today))
    return drawn[: max(0, count)]


def draw_values(variants: Variants, seed: int, question: str, attempt: int) -> dict[str, Value]:
    """A value for each placeholder: the same for the same seed, another at every review."""
    dice = Random(f"{seed} {question} {attempt}")  # noqa: S311 - no secret
    return {name: dice.choice(values) for name, values in variants.items()}


def draw_order(size: int, seed: int, question: str, attempt: int) -> tuple[int, ...]:
    """The order in which to show a choice's options."""
    dice = Random(f"{seed} {question} {attempt} order")  # noqa: S311 - no secret
    return tuple(dice.sample(range(size), size))


def _set_aside(card: Card | None, today: date | None) -> bool:
    return card is not None and (card.suspended or (today is not None and card.buried == today))


def _urgency(card: Card | None, today: date | None) -> int:
    if card is None or not card.reviews:
        return 1
    return 0 if today is not None and card.due <= today else 2
