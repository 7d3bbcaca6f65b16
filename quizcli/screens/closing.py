"""The last page of a session: what was learned, what was missed, what to do next."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

from rich.text import Text

from quizcli.language import _, plural
from quizcli.screens.dates import duration
from quizcli.screens.lists import command_lines
from quizcli.screens.stage import Key, Stage
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped
from quizcli.session.course import Course
from quizcli.session.summary import Summary, summarise


class Titles(Protocol):
    """Provides the titles of topics, and which questions were set aside."""

    def title(self, topic: str) -> str: ...

    def leeches(self, course: Course) -> Mapping[str, Sequence[str]]:
        """Maps questions of the session that were set aside to the topics that theirs builds on."""
        ...


def closing(stage: Stage, titles: Titles, course: Course) -> bool:
    """Show the closing page; returns whether the user undoes the last answer."""
    stage.fresh()
    stage.show(partial(closing_lines, course, titles))
    stage.gap()
    if not stage.interactive or course.last is None:
        return False
    try:
        return stage.key([Key("enter", _("done"), ("q", " ")), Key("u", _("undo"))]) == "u"
    except (KeyboardInterrupt, EOFError):
        return False


def closing_lines(course: Course, titles: Titles, look: Look) -> list[Text]:
    """The lines of the page."""
    summary = summarise(course.answered)
    if not summary.asked:
        return [Text(_("No questions were answered.")), *_next(course, summary, look)]
    right = len(summary.right)
    lines = [Text(_("Session over") if course.current is None else _("Session paused"), "title")]
    head = plural("{n} question", "{n} questions", summary.asked)
    rest = _("{right} right first time, {time}").format(right=right, time=duration(summary.seconds))
    lines += wrapped(Text(f"{head}{_(': ')}{rest}"), look.width)
    known = (*summary.right, *summary.recovered)
    lines += _listed(_("Learnt"), look.sign("✓", "-"), "right", known, titles, look)
    lines += _listed(_("Missed"), look.sign("✗", "-"), "wrong", summary.missed, titles, look)
    lines += _set_aside(titles.leeches(course), titles, look)
    return [*lines, *_next(course, summary, look)]


def _set_aside(leeches: Mapping[str, Sequence[str]], titles: Titles, look: Look) -> list[Text]:
    """Questions that keep failing, with the topics to learn first."""
    lines = _listed(
        _("Set aside after repeated failures"),
        look.sign("✗", "-"),
        "wrong",
        tuple(leeches),
        titles,
        look,
    )
    ground = dict.fromkeys(topic for before in leeches.values() for topic in before)
    rows = [(f"quizcli quiz {topic}", titles.title(topic)) for topic in ground]
    rows += [(f"quizcli cards unsuspend {name}", _("then try again")) for name in leeches]
    return [*lines, *command_lines(rows, look)] if leeches else []


def _listed(
    head: str, sign: str, style: str, questions: tuple[str, ...], titles: Titles, look: Look
) -> list[Text]:
    if not questions:
        return []
    lines = [Text(), Text(head, "title")]
    for question in questions:
        topic, _slash, name = question.partition("/")
        line = Text(f"{sign} ", style).append(titles.title(topic))
        lines += wrapped(line.append(f"  {name}", "muted"), look.width, hang=2)
    return lines


def _next(course: Course, summary: Summary, look: Look) -> list[Text]:
    """What to do next, as commands to type."""
    steps: list[tuple[str, str]] = []
    if course.current is not None:
        steps.append((f"quizcli {_command(course)} --resume", _("to continue where you stopped")))
    topic = summary.weakest_topic()
    if topic:
        steps.append((f"quizcli explain {topic}", _("to see why, live")))
    if course.current is None:
        steps.append(("quizcli review", _("tomorrow, for what is due then")))
    return [Text(), Text(_("Next"), "title"), *command_lines(steps, look)]


def _command(course: Course) -> str:
    return "interview" if course.plan.mode == "interview" else course.plan.mode
