"""The page after an answer: verdict, difference, live proof, and explanation."""

from functools import partial
from typing import Any

from rich.text import Text

from quizcli.language import _, current
from quizcli.model.program import fill_blanks, with_values
from quizcli.model.topic import Choice, Fill, Fix, Predict, Recall
from quizcli.screens import reveal
from quizcli.screens.answering import Given, Run
from quizcli.screens.program import program, to_show
from quizcli.screens.prose import prose
from quizcli.screens.question import Asked
from quizcli.screens.stage import Key, Stage
from quizcli.screens.varying import Open
from quizcli.session.answers import follow_up


def reveal_answer(stage: Stage, asked: Asked, given: Given, run: Run) -> None:
    """Show what was right and why, running the proof live."""
    stage.gap()
    points = len(asked.question.points) if isinstance(asked.question, Recall) else 0
    stage.show(partial(reveal.verdict, given.verdict, points=points))
    match asked.question:
        case Predict():
            _reveal_prediction(stage, asked, given)
        case Fill() | Fix():
            _reveal_program(stage, asked, given, run)
        case Choice() as choice:
            stage.show(partial(reveal.options, choice, asked, given.picked))
            _reveal_demo(stage, asked, given, choice.demo, run)
        case Recall() as recall:
            ticked = None if given.verdict.given_up else given.picked
            stage.show(partial(reveal.points, recall, ticked))
            stage.gap()
            stage.show(partial(reveal.answer, recall))
            _reveal_demo(stage, asked, given, recall.demo, run)
    stage.show(partial(reveal.why, asked))
    stage.gap()


def _reveal_prediction(stage: Stage, asked: Asked, given: Given) -> None:
    if given.verdict.match and not given.verdict.right:
        stage.show(partial(reveal.comparison, given.verdict.match.pairs))
    stage.gap()
    assert given.code is not None
    if isinstance(asked.written, Predict):
        given.open = Open(asked.written.code, asked.written.variants, dict(asked.values))
    stage.show(partial(program, given.code, result=given.run))


def _reveal_program(stage: Stage, asked: Asked, given: Given, run: Run) -> None:
    question = asked.question
    assert isinstance(question, Fill | Fix)
    if given.run and not given.verdict.right:
        stage.show(partial(reveal.check_failed, given.run))
    given.open = _open(asked, given)
    if given.verdict.right and given.code:
        stage.show(partial(program, given.code, result=run(to_show(given.code))))
        return
    whole = question.solution
    code = whole if isinstance(whole, str) else fill_blanks(question.code, whole)
    given.code, given.run = code, run(to_show(code, question.check))
    stage.gap()
    stage.show(partial(reveal.solution, asked, code, given.run))


def _open(asked: Asked, given: Given) -> Open | None:
    """The part of the shown program that can be tried with other values."""
    written = asked.written
    if not isinstance(written, Fill):
        return None
    filled = given.answer if given.verdict.right else written.solution
    return Open(fill_blanks(written.code, filled), written.variants, dict(asked.values))


def _reveal_demo(stage: Stage, asked: Asked, given: Given, name: str, run: Run) -> None:
    demo = next((demo for demo in asked.topic.demos if demo.id == name), None)
    if demo is None:
        return
    values = {key: choices[0] for key, choices in demo.variants.items()}
    code = with_values(demo, values).code
    given.code, given.run = code, run(to_show(code))
    given.open = Open(demo.code, demo.variants, values)
    stage.gap()
    stage.show(partial(program, code, result=given.run))


def ask_follow_up(stage: Stage, asked: Asked, given: Given) -> dict[str, Any]:
    """Ask the follow-up that fits what was missed; returns how it went.

    There is no follow-up if the first answer was not known.
    """
    if not isinstance(asked.question, Recall) or given.verdict.given_up:
        return {}
    further = follow_up(asked.question, given.verdict.missed)
    if further is None:
        return {}
    stage.show(partial(reveal.follow_up, further))
    if stage.interactive:
        stage.key([Key("enter", _("see the answer"), (" ",))])
        stage.gap()
    stage.show(lambda look: [*prose(further.answer.get(current()), look), Text()])
    known = None
    if stage.interactive:
        stage.say(_("Did you know it?"))
        known = stage.key([Key("y", _("yes")), Key("n", _("no"))]) == "y"
        stage.gap()
    number = asked.question.follow_ups.index(further)
    return {"follow_up": {"number": number, "known": known}}
