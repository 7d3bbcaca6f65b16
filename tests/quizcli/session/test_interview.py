"""A mock interview is composed by a seed and reported by concept."""

from dataclasses import replace
from typing import Any

import pytest

from quizcli.model.review import Entry
from quizcli.model.topic import Kind, Level
from quizcli.session.course import Plan, follow, time_left
from quizcli.session.evidence import HARDER, USUAL
from quizcli.session.interview import compose, reports
from tests.quizcli.session.test_choose import Row
from tests.quizcli.session.test_course import entry

KINDS: tuple[Kind, ...] = ("recall", "choice", "predict", "fill", "fix")
LEVELS: tuple[Level, ...] = ("junior", "mid", "senior")
BANK = [
    Row(f"{topic}/{kind}-{level}", topic, kind, level)
    for topic in "abcdef"
    for kind in KINDS
    for level in LEVELS
]
BY_ID = {row.id: row for row in BANK}


def test_the_seed_alone_decides() -> None:
    assert compose(BANK, 30, "mid", 7) == compose(BANK[::-1], 30, "mid", 7)
    assert compose(BANK, 30, "mid", 7) != compose(BANK, 30, "mid", 8)


def test_what_else_the_bank_holds_decides_nothing() -> None:
    of_a = [row for row in BANK if row.topic == "a"]
    assert compose(BANK, 30, "mid", 7, ("a",)) == compose(of_a, 30, "mid", 7)


@pytest.mark.parametrize("minutes", [5, 30, 60])
def test_it_fills_the_time(minutes: int) -> None:
    chosen = [BY_ID[question] for question in compose(BANK, minutes, "mid", 1)]
    seconds = [USUAL[row.kind] * HARDER[row.level] for row in chosen]
    assert sum(seconds[:-1]) < 60 * minutes <= sum(seconds)


def test_topics_come_in_turn() -> None:
    topics = [question[0] for question in compose(BANK, 30, "mid", 1)]
    assert len(set(topics[:6])) == 6


def test_a_senior_is_asked_nothing_for_juniors() -> None:
    assert {BY_ID[q].level for q in compose(BANK, 120, "senior", 1)} == {"mid", "senior"}


def test_only_the_topics_asked_for_are_asked() -> None:
    assert {question[0] for question in compose(BANK, 30, "mid", 1, {"b"})} == {"b"}


def said(question: str, session: str = "s", **details: Any) -> Entry:
    facts = {"kind": "recall", "level": "mid", "plan": {"minutes": 30, "level": "mid", "seed": 7}}
    right = details.pop("right", True)
    return replace(entry(question), mode="interview", session=session, right=right, seconds=60.0,
                   details={**facts, **details})  # fmt: skip


def test_a_score_counts_points_missed_and_near_misses() -> None:
    (report,) = reports(
        [
            said("a/1", points=4, missed=[0]),
            said("b/1", kind="predict", right=False, near="sign"),
            said("c/1", kind="choice", right=False),
        ]
    )
    assert [round(concept.score, 2) for concept in report.concepts] == [0.75, 0.25, 0.0]
    assert [concept.topic for concept in report.weak()] == ["c", "b", "a"]


def test_a_hint_costs_a_quarter() -> None:
    (report,) = reports([replace(said("a/1"), hints=1)])
    assert report.score == 0.75


def test_a_report_is_compared_with_the_one_before() -> None:
    first, second = reports([said("a/1", "x", right=False), said("a/1", "y")])
    assert first.score_before is None
    assert (second.score_before, second.before) == (0.0, {"a": 0.0})


def test_other_sessions_and_open_answers_are_no_part_of_it() -> None:
    pending = replace(said("a/1"), right=None)
    assert reports([entry("a/1"), pending]) == []


PLAN = Plan(name="s", mode="interview", seed=1, questions=("a/1", "a/2"), details={"minutes": 1})


def test_when_the_time_is_over_nothing_more_is_asked() -> None:
    assert time_left(PLAN, []) == 60
    assert follow(PLAN, [replace(entry("a/1"), seconds=59)]).current is not None
    assert follow(PLAN, [replace(entry("a/1"), seconds=61)]).current is None


def test_a_plan_without_minutes_has_no_end() -> None:
    assert time_left(PLAN._replace(details=None), []) is None
