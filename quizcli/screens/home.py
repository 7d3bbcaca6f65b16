"""The page of `quizcli` without arguments: where the user stands and what to do next."""

from datetime import date
from typing import NamedTuple

from rich.text import Text

from quizcli.language import _, current, plural
from quizcli.screens.dates import calendar_day, day_name
from quizcli.screens.lists import command_lines
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped

SITTING = 20  # questions: more than this is a lot for one sitting


class Standing(NamedTuple):
    """Where a user stands today."""

    today: date
    questions: int  # that there are
    known: int  # that were answered at least once
    topics: int
    due: int = 0
    new: int = 0
    waiting: int = 0  # due beyond the daily limit
    answered_today: int = 0
    interrupted: tuple[str, ...] = ()  # modes of sessions that can be resumed
    interview: date | None = None
    ahead: int = 0  # answers dated in the future: the clock was wrong
    weakest: str | None = None  # topic
    problems: tuple[str, ...] = ()
    again: date | None = None  # the next day with something to ask


def home(standing: Standing, look: Look) -> list[Text]:
    """The page."""
    lines = [Text("quizcli", "title"), *wrapped(Text(_where(standing)), look.width)]
    if standing.interview and standing.interview >= standing.today:
        lines += wrapped(Text(_interview(standing.interview, standing.today)), look.width)
    if standing.again:
        said = _("Nothing more is due today; next: {day}.").format(
            day=day_name(standing.again, standing.today)
        )
        lines += wrapped(Text(said), look.width)
    if standing.ahead:
        said = plural(
            "{n} answer is dated in the future.", "{n} answers are dated in the future.",
            standing.ahead,
        )  # fmt: skip
        lines += wrapped(Text(said, "near"), look.width)
    for problem in standing.problems:
        lines += wrapped(
            Text(_("Not loaded: {problem}").format(problem=problem), "near"), look.width
        )
    return [*lines, Text(), *command_lines(next_steps(standing, look), look)]


def _interview(on: date, today: date) -> str:
    if on == today:
        return _("The interview is today. Good luck!")
    left = plural("{n} day", "{n} days", (on - today).days)
    return _("Interview on {day}: {left} to go.").format(day=calendar_day(on, today), left=left)


def _where(standing: Standing) -> str:
    if not standing.known:
        there = plural("{n} question", "{n} questions", standing.questions)
        said = _(
            "{there} on {topics} PyTorch autograd topics. Every answer is proved by code that "
            "runs in front of you."
        )
        return said.format(there=there, topics=standing.topics)
    today = _("today: {due} due, {new} new, {done} answered.").format(
        due=standing.due, new=standing.new, done=standing.answered_today
    )
    if standing.waiting:
        said = plural(
            " {n} more waits for another day.", " {n} more wait for another day.", standing.waiting
        )
        today += said
    return _("{known} of {all} questions seen; {today}").format(
        known=standing.known, all=standing.questions, today=today
    )


def next_steps(standing: Standing, look: Look | None = None) -> list[tuple[str, str]]:
    """Suggested commands, the most useful first."""
    steps = [
        (f"quizcli {m} --resume", _("continue where you stopped")) for m in standing.interrupted
    ]
    if standing.ahead:
        steps.append(("quizcli progress redate", _("if a clock was wrong: redate them to today")))
    if standing.known and (standing.due or standing.new):
        said = (
            _("what is due today, and a few new ones") if standing.new else _("what is due today")
        )
        steps.append(("quizcli review", said))
    if standing.due > SITTING:
        said = _("only the {n} most urgent").format(n=SITTING)
        steps.append((f"quizcli review -n {SITTING}", said))
    steps.append(("quizcli quiz", _("ten questions, checked by running your answers")))
    if standing.weakest:
        steps.append((f"quizcli explain {standing.weakest}", _("your weakest topic, live")))
    else:
        steps.append(("quizcli explain retain_graph", _("look something up and watch it run")))
    if not standing.known:
        if not standing.interview:
            steps.append(("quizcli plan --date DAY", _("what to do each day before an interview")))
        steps.append(_other_language(look or Look()))
    return [*steps, ("quizcli --help", _("everything else"))]


def _other_language(look: Look) -> tuple[str, str]:
    if current() == "zh":
        return "quizcli config language en", "English"
    return "quizcli config language zh", look.sign("中文", "Chinese")
