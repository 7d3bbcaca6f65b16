"""Plays a session from the first question to the closing page."""

from collections.abc import Callable

from quizcli.screens.desk import Answered, Desk
from quizcli.screens.stage import Stage
from quizcli.screens.talk import Leave, Talk
from quizcli.session.course import Course, Step

Closing = Callable[[Course], bool]


def play(stage: Stage, desk: Desk, course: Course, closing: Closing) -> Course:
    """Ask the questions of the course until it ends or the user stops; answers are saved at once.

    `closing` shows the last page and returns whether the user undoes the last answer.
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
            talk = Talk(stage, desk.asked(course, step))
            talk.open()
            desk.warm_up(course)
            from quizcli.screens.turn import take_turn  # loads while the user reads

            course, stop = take_turn(talk, desk, course, step)
        except Leave as leave:
            course, stop = _leave(desk, course, step, leave.how)
        except EOFError:
            course, stop = desk.read(course), True
        if stop and course.current is not None:
            if not closing(course):
                return course
            course = desk.undo(course)


def _leave(desk: Desk, course: Course, step: Step, how: str) -> tuple[Course, bool]:
    match how:
        case "skip":
            return desk.keep(course, step, Answered(act="bury", details={})), False
        case "undo":
            return desk.undo(course), False
        case _:
            return course, how == "stop"
