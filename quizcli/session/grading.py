"""Judges answers: one function per kind of question."""

from collections.abc import Collection
from typing import NamedTuple

from quizcli.model.run import RunResult
from quizcli.model.topic import Choice, Question, Recall
from quizcli.session.matching import Match, Near, match


class Verdict(NamedTuple):
    """Whether an answer is right, and the details.

    `missed` are the key points not covered, or the options wrongly selected or not selected.
    """

    right: bool
    near: Near | None = None
    match: Match | None = None
    attempt: RunResult | None = None
    missed: tuple[int, ...] = ()
    appealed: bool = False
    given_up: bool = False


def judge_prediction(run: RunResult, answer: str) -> Verdict:
    """Compare a predicted output with what the program printed."""
    found = match(printed(run), answer)
    return Verdict(found.right, found.near, found)


def judge_choice(question: Choice, picked: Collection[int]) -> Verdict:
    """Compare the selected options with the right ones."""
    right = {number for number, option in enumerate(question.options) if option.right}
    return Verdict(right == set(picked), missed=tuple(sorted(right ^ set(picked))))


def judge_run(attempt: RunResult) -> Verdict:
    """Judge a filled or fixed program: right if it ran and its check passed."""
    return Verdict(attempt.ok, attempt=attempt)


def judge_recall(question: Recall, ticked: Collection[int]) -> Verdict:
    """Judge the key points that the user says they covered; half is enough to pass."""
    missed = tuple(n for n in range(len(question.points)) if n not in ticked)
    return Verdict(len(missed) * 2 <= len(question.points), missed=missed)


def give_up(question: Question) -> Verdict:
    """The verdict if the user gives up: every key point is missed."""
    points = len(question.points) if isinstance(question, Recall) else 0
    return Verdict(right=False, given_up=True, missed=tuple(range(points)))


def printed(run: RunResult) -> str:
    """The output of a program; if an exception ended it, its name is the last line."""
    if run.outcome != "raised" or run.error is None:
        return run.stdout
    before = run.stdout if not run.stdout or run.stdout.endswith("\n") else run.stdout + "\n"
    return f"{before}{run.error.type}\n"
