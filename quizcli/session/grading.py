"""From an answer and what ran to a verdict; one way for each kind of question."""

from collections.abc import Collection
from typing import NamedTuple

from quizcli.model.run import RunResult
from quizcli.model.topic import Choice, Question, Recall
from quizcli.session.matching import Match, Near, match


class Verdict(NamedTuple):
    """Whether an answer is right, and what there is to say about it.

    `missed` are the key points not mentioned, or the options wrongly taken or left.
    """

    right: bool
    near: Near | None = None
    match: Match | None = None
    attempt: RunResult | None = None
    missed: tuple[int, ...] = ()
    appealed: bool = False
    given_up: bool = False


def judge_prediction(run: RunResult, answer: str) -> Verdict:
    """A predicted output against what the program printed just now."""
    found = match(printed(run), answer)
    return Verdict(found.right, found.near, found)


def judge_choice(question: Choice, picked: Collection[int]) -> Verdict:
    """Options taken against those that are right."""
    right = {number for number, option in enumerate(question.options) if option.right}
    return Verdict(right == set(picked), missed=tuple(sorted(right ^ set(picked))))


def judge_run(attempt: RunResult) -> Verdict:
    """A filled or mended program: right if it ran and its check passed."""
    return Verdict(attempt.ok, attempt=attempt)


def judge_recall(question: Recall, ticked: Collection[int]) -> Verdict:
    """Key points that the person says they mentioned; half of them is enough to pass."""
    missed = tuple(n for n in range(len(question.points)) if n not in ticked)
    return Verdict(len(missed) * 2 <= len(question.points), missed=missed)


def give_up(question: Question) -> Verdict:
    """No answer: the person wants to see it, and so missed every key point."""
    points = len(question.points) if isinstance(question, Recall) else 0
    return Verdict(right=False, given_up=True, missed=tuple(range(points)))


def printed(run: RunResult) -> str:
    """What a program printed; where an exception ended it, its name is the last line."""
    if run.outcome != "raised" or run.error is None:
        return run.stdout
    before = run.stdout if not run.stdout or run.stdout.endswith("\n") else run.stdout + "\n"
    return f"{before}{run.error.type}\n"
