"""A session from its first question to the closing page: ask, run, judge, rate, keep, go on."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any, NamedTuple, Protocol

from quizcli.language import _
from quizcli.model.review import Act, Grade
from quizcli.model.run import Program, RunResult
from quizcli.model.topic import Question, Recall
from quizcli.screens.answering import Given, take_answer
from quizcli.screens.question import Asked
from quizcli.screens.rating import Rater, Rating, ask_confidence
from quizcli.screens.revealing import ask_follow_up, reveal_answer
from quizcli.screens.stage import Stage
from quizcli.screens.talk import Leave, Talk
from quizcli.session.course import Course, Step
from quizcli.session.evidence import Evidence, suggest


class Answered(NamedTuple):
    """What is to be kept of an answer."""

    details: Mapping[str, Any]
    act: Act = "answer"
    grade: Grade | None = None
    right: bool | None = None
    seconds: float = 0.0
    hints: int = 0
    appealed: bool = False


Closing = Callable[[Course], bool]


class Desk(Protocol):
    """What a session needs from the world around it."""

    @property
    def today(self) -> date: ...
    @property
    def asks_confidence(self) -> bool: ...

    def asked(self, course: Course, step: Step) -> Asked:
        """The question at its turn."""
        ...

    def warm_up(self) -> None:
        """Starts the child process, which gets ready while the person reads."""
        ...

    def run(self, program: Program) -> RunResult:
        """Runs a program in the child process."""
        ...

    def edit(self, code: str) -> str | None:
        """The code as the person left it in their editor; None where there is none."""
        ...

    def stopwatch(self) -> float:
        """Seconds on a clock that only runs forwards."""
        ...

    def days(self, course: Course, step: Step, *, right: bool) -> Mapping[Grade, date] | None:
        """When each grade would bring the question back; None where it changes nothing."""
        ...

    def keep(self, course: Course, step: Step, answered: Answered) -> Course:
        """Writes the answer down, durably, and says how the session goes on."""
        ...

    def read(self, course: Course) -> Course:
        """The course as the log has it now."""
        ...

    def undo(self, course: Course) -> Course:
        """Takes the session's last answer back."""
        ...

    def finish(self, course: Course) -> None:
        """The session came to its end; there is nothing to resume."""
        ...


def play(stage: Stage, desk: Desk, course: Course, closing: Closing) -> Course:
    """Goes through the course until it ends or the person stops; every answer is kept at once.

    `closing` shows the last page and says whether the person wants the last answer back.
    """
    while True:
        step = course.current
        if step is None:
            if not closing(course):
                desk.finish(course)
                return course
            course = desk.undo(course)
            continue
        try:
            course, stop = _one(stage, desk, course, step)
        except Leave as leave:
            course, stop = _leave(stage, desk, course, step, leave.how)
        except EOFError:
            course, stop = desk.read(course), True
        if stop and course.current is not None:
            if not closing(course):
                return course
            course = desk.undo(course)


def _leave(stage: Stage, desk: Desk, course: Course, step: Step, how: str) -> tuple[Course, bool]:
    match how:
        case "skip":
            return desk.keep(course, step, Answered(act="bury", details={})), False
        case "undo" if course.last is not None:
            return desk.undo(course), False
        case "undo":
            stage.say(_("There is nothing to undo in this session."), "muted")
            return course, False
        case _:
            return course, how == "stop"


def _one(stage: Stage, desk: Desk, course: Course, step: Step) -> tuple[Course, bool]:
    """One question, asked and kept; and whether to stop after it. Raises Leave."""
    asked = desk.asked(course, step)
    talk = Talk(stage, asked)
    talk.open()
    desk.warm_up()
    began = desk.stopwatch()
    given = take_answer(talk, desk.run, desk.edit)
    question = asked.question
    evidence = Evidence(
        kind=question.kind,
        level=question.level,
        verdict=given.verdict,
        points=len(question.points) if isinstance(question, Recall) else 0,
        hints=talk.hints,
        seconds=desk.stopwatch() - began,
        first=not step.attempt,
    )
    if not asked.tutor:
        return desk.keep(course, step, _unjudged(given, evidence, question)), False
    days = partial(desk.days, course, step)
    rater = Rater(stage, given, evidence, days, desk.today, desk.run, desk.edit)
    further: dict[str, Any] = {}
    try:
        if desk.asks_confidence and not given.verdict.given_up:
            further["confidence"] = ask_confidence(stage)
        reveal_answer(stage, asked, given, desk.run)
        further |= ask_follow_up(stage, asked, given)
        rating = rater.rate()
    except (KeyboardInterrupt, EOFError):  # what was answered is kept, whatever comes
        desk.keep(course, step, answered(given.answer, rater.accepted(), question, further))
        raise
    course = desk.keep(course, step, answered(given.answer, rating, question, further))
    return course, rating.stop


def answered(
    answer: Any, rating: Rating, question: Question, further: Mapping[str, Any]
) -> Answered:
    """An answer with its grade, as it is to be kept."""
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
    """An answer of which nothing is said yet; what was said aloud is ticked off at the end."""
    grade = suggest(evidence)
    kept = answered(given.answer, Rating(grade, grade, evidence), question, {})
    if isinstance(question, Recall) and not given.verdict.given_up:
        return kept._replace(grade=None, right=None, details={**kept.details, "pending": True})
    return kept
