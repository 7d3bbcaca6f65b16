"""The end of a mock interview: tick off spoken answers, then show the report."""

from functools import partial

from quizcli.cli import environment
from quizcli.cli.sitting import Sitting
from quizcli.language import _
from quizcli.model.review import Entry
from quizcli.model.topic import Question, Recall
from quizcli.screens import question as draw
from quizcli.screens.choosing import tick_points
from quizcli.screens.question import Asked
from quizcli.screens.rating import Rating
from quizcli.screens.report import report_lines
from quizcli.screens.stage import Key
from quizcli.screens.talk import GiveUp, Leave, Talk
from quizcli.screens.turn import answered
from quizcli.session.course import Course, Step
from quizcli.session.evidence import Evidence, suggest
from quizcli.session.grading import judge_recall
from quizcli.session.interview import reports


def last_page(desk: Sitting, course: Course) -> bool:
    """Tick off pending answers and show the report; returns whether to undo the last answer."""
    if course.current is None:
        for entry in course.answered:
            if entry.details.get("pending"):
                _tick(desk, course, entry)
    made = reports(desk.store.entries(acts=["answer"]))
    mine = next((each for each in made if each.session == course.plan.name), None)
    stage = desk.stage
    stage.fresh()
    if mine is None:
        stage.say(_("No questions were answered."))
        return False
    stage.show(partial(report_lines, mine, partial(question_of, desk), desk.title))
    stage.gap()
    stage.say(_("Saved; `quizcli interview --export FILE` writes it as Markdown."), "muted")
    if not stage.interactive:
        return False
    try:
        return stage.key([Key("enter", _("done"), ("q", " ")), Key("u", _("undo"))]) == "u"
    except (KeyboardInterrupt, EOFError):
        return False


def question_of(desk: Sitting, question: str) -> Question | None:
    """The current version of the question; None if it left the bank."""
    try:
        return desk.library.question(question)
    except KeyError:
        return None


def _tick(desk: Sitting, course: Course, entry: Entry) -> None:
    """Replace a spoken answer with one whose key points are ticked."""
    question = question_of(desk, entry.question)
    if not isinstance(question, Recall):
        return
    topic = desk.library.topic(entry.question.partition("/")[0])
    asked = Asked(question, topic, course.place)
    talk = Talk(desk.stage, asked)
    talk.stage.fresh()
    talk.stage.show(partial(draw.question, asked))
    talk.stage.gap()
    said = entry.details.get("answer")
    if said:
        talk.stage.say(_("You said: {answer}").format(answer=said))
    try:
        ticked = tick_points(talk, question)
    except (GiveUp, Leave):
        ticked = frozenset()
    evidence = Evidence(
        kind="recall",
        level=question.level,
        verdict=judge_recall(question, ticked),
        points=len(question.points),
        hints=entry.hints,
        seconds=entry.seconds,
    )
    rating = Rating(suggest(evidence), suggest(evidence), evidence)
    desk.store.undo(at=environment.now(), day=desk.today, entry=entry.id, session=entry.session)
    desk.keep(course, Step(entry.question), answered(said, rating, question, {}))
