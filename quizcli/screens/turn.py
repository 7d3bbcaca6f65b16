"""Takes one question from its answer to the stored result: judge, reveal, rate."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from quizcli.model.topic import Question, Recall
from quizcli.screens.answering import Given, take_answer
from quizcli.screens.desk import Answered, Desk
from quizcli.screens.rating import Rater, Rating, ask_confidence
from quizcli.screens.revealing import ask_follow_up, reveal_answer
from quizcli.screens.talk import Talk
from quizcli.session.course import Course, Step
from quizcli.session.evidence import Evidence, suggest


def take_turn(talk: Talk, desk: Desk, course: Course, step: Step) -> tuple[Course, bool]:
    """Take the turn; returns the course afterwards, and whether to stop. Raises Leave."""
    asked = talk.asked
    began = desk.stopwatch()
    given = take_answer(talk, desk.run, desk.edit)
    evidence = _evidence(talk, step, given, desk.stopwatch() - began)
    if not asked.tutor:
        return desk.keep(course, step, _unjudged(given, evidence, asked.question)), False
    days = partial(desk.days, course, step)
    rater = Rater(talk.stage, given, evidence, days, desk.today, desk.run, desk.edit)
    further: dict[str, Any] = {}
    try:
        if desk.asks_confidence and not given.verdict.given_up:
            further["confidence"] = ask_confidence(talk.stage)
        reveal_answer(talk.stage, asked, given, desk.run)
        further |= ask_follow_up(talk.stage, asked, given)
        rating = rater.rate()
    except (KeyboardInterrupt, EOFError):  # the answer is saved in any case
        rating = rater.accepted()
        desk.keep(course, step, answered(given.answer, rating, asked.question, further))
        raise
    kept = answered(given.answer, rating, asked.question, further)
    return desk.keep(course, step, kept), rating.stop


def _evidence(talk: Talk, step: Step, given: Given, seconds: float) -> Evidence:
    question = talk.asked.question
    return Evidence(
        kind=question.kind,
        level=question.level,
        verdict=given.verdict,
        points=len(question.points) if isinstance(question, Recall) else 0,
        hints=talk.hints,
        seconds=seconds,
        first=not step.attempt,
    )


def answered(
    answer: Any, rating: Rating, question: Question, further: Mapping[str, Any]
) -> Answered:
    """An answer with its grade, in the form to store."""
    verdict = rating.evidence.verdict
    details = {
        "answer": answer,
        "kind": question.kind,
        "level": question.level,
        "points": rating.evidence.points,
        "suggested": int(rating.suggested),
        "missed": list(verdict.missed),
        "near": verdict.near,
        **further,
    }
    return Answered(
        grade=rating.grade,
        right=verdict.right,
        seconds=round(rating.evidence.seconds, 1),
        hints=rating.evidence.hints,
        appealed=verdict.appealed,
        details={key: value for key, value in details.items() if value not in (None, [], 0)},
    )


def _unjudged(given: Given, evidence: Evidence, question: Question) -> Answered:
    """An answer without a verdict yet; spoken answers are ticked off at the end."""
    grade = suggest(evidence)
    kept = answered(given.answer, Rating(grade, grade, evidence), question, {})
    if isinstance(question, Recall) and not given.verdict.given_up:
        return kept._replace(grade=None, right=None, details={**kept.details, "pending": True})
    return kept
