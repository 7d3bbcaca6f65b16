"""Questions are drawn with a seed, what is due first."""

from datetime import date
from typing import NamedTuple

from quizcli.model.review import Card
from quizcli.model.topic import Kind, Level
from quizcli.session.choose import Wish, choose, draw_order, draw_values

TODAY = date(2026, 3, 1)


class Row(NamedTuple):
    id: str
    topic: str
    kind: Kind = "predict"
    level: Level = "mid"


BANK = [Row(f"{topic}/{n}", topic) for topic in ("a", "b") for n in range(5)]


def card(question: str, due: date, **more: bool | date) -> Card:
    return Card(question=question, due=due, last=TODAY, stability=1, difficulty=5, reviews=1,
                **more)  # type: ignore[arg-type]  # fmt: skip


def test_the_same_seed_draws_the_same_and_another_seed_something_else() -> None:
    first = choose(BANK, Wish(), 5, seed=1)
    assert first == choose(BANK, Wish(), 5, seed=1)
    assert first != choose(BANK, Wish(), 5, seed=2)


def test_only_what_was_wished_for_is_drawn() -> None:
    bank = [*BANK, Row("a/x", "a", "fill", "senior")]
    assert choose(bank, Wish(kinds=["fill"]), 5, seed=1) == ("a/x",)
    assert choose(bank, Wish(topics=["b"], levels=["senior"]), 5, seed=1) == ()
    assert set(choose(bank, Wish(topics=["b"]), 9, seed=1)) == {f"b/{n}" for n in range(5)}


def test_due_ones_come_first_then_new_ones_then_the_rest() -> None:
    cards = {
        "a/0": card("a/0", due=date(2026, 3, 9)),
        "b/3": card("b/3", due=date(2026, 2, 27)),
    }
    drawn = choose(BANK, Wish(), 10, 7, cards, TODAY)
    assert drawn[0] == "b/3"
    assert drawn[-1] == "a/0"


def test_what_is_new_begins_with_the_easier_and_with_what_is_to_be_learnt_first() -> None:
    levels: tuple[Level, ...] = ("senior", "junior", "mid")
    bank = [Row(f"a/{n:02}", "a", level=levels[n % 3]) for n in range(30)]
    row = {each.id: (["junior", "mid", "senior"].index(each.level), each.id) for each in bank}
    drawn = [row[question] for question in choose(bank, Wish(), 12, seed=1)]
    assert drawn == sorted(drawn)
    assert {level for level, _ in drawn} == {0, 1, 2}
    cards = {each.id: card(each.id, due=TODAY) for each in bank}
    due = [row[question] for question in choose(bank, Wish(), 30, 1, cards, TODAY)]
    assert due != sorted(due), "what is due keeps the order that was drawn"


def test_what_was_set_aside_is_not_drawn() -> None:
    cards = {
        "a/0": card("a/0", due=TODAY, suspended=True),
        "a/1": card("a/1", due=TODAY, buried=TODAY),
    }
    assert not {"a/0", "a/1"} & set(choose(BANK, Wish(), 10, 7, cards, TODAY))


def test_values_are_those_of_the_seed_and_differ_between_attempts() -> None:
    variants = {"k": tuple(range(1000))}
    assert draw_values(variants, 1, "a/1", 0) == draw_values(variants, 1, "a/1", 0)
    assert draw_values(variants, 1, "a/1", 0) != draw_values(variants, 1, "a/1", 1)


def test_the_order_of_options_is_a_permutation() -> None:
    assert sorted(draw_order(4, 1, "a/1", 0)) == [0, 1, 2, 3]
