"""`quizcli plan`: what to do until the interview, and what recall to expect on the day."""

import json
from datetime import date, timedelta
from typing import Annotated, Any

import typer

from quizcli.cli import opening, pages
from quizcli.cli.opening import library
from quizcli.cli.saying import say
from quizcli.cli.today import catalogue, is_planned
from quizcli.cli.usage import Json
from quizcli.errors import QuizError, UsageError
from quizcli.language import _
from quizcli.schedule.days import meant_day
from quizcli.schedule.outlook import Outlook
from quizcli.screens.plan import plan_lines
from quizcli.screens.theme import print_lines
from quizcli.settings import Settings


def plan(
    on: Annotated[
        str | None,
        typer.Option(
            "--date",
            metavar="DAY",
            help=_("Date of the interview: 2026-12-18, Thursday, tomorrow."),
        ),
    ] = None,
    minutes: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=1440, help=_("Minutes a day."))
    ] = None,
    off: Annotated[bool, typer.Option("--off", help=_("Cancel the plan."))] = False,
    as_json: Json = False,
) -> None:
    if off:
        _write("interview_date", "none")
        say(_("No interview is planned; questions come up when they are due."))
        return
    settings = _chosen(on, minutes)
    day = opening.today(settings)
    outlook = _outlook(settings, day)
    if as_json:
        print(json.dumps(as_dict(outlook), ensure_ascii=False, indent=2))
        return
    console, look = pages.console_and_look(settings)
    print_lines(console, plan_lines(outlook, look))
    console.print()
    console.print(_("Every day: quizcli review"), soft_wrap=True)


def _coming_day(text: str, today: date) -> date:
    day = meant_day(text, today)
    if day is None:
        said = _("--date {day}: must be a date such as {example}, or a weekday")
        raise UsageError(said.format(day=text, example=today + timedelta(days=30)))
    if day <= today:
        raise UsageError(_("--date {day}: not in the future").format(day=text))
    return day


def _chosen(on: str | None, minutes: int | None) -> Settings:
    settings = opening.settings()
    day = opening.today(settings)
    if on is not None:
        settings = settings._replace(interview_date=_coming_day(on, day))
    if settings.interview_date is None:
        raise UsageError(_("no interview is planned; set its date: quizcli plan --date DAY"))
    if not is_planned(settings, day):
        raise QuizError(
            _("the interview was on {day}; plan the next one: quizcli plan --date DAY").format(
                day=settings.interview_date
            )
        )
    if on is not None:
        _write("interview_date", settings.interview_date.isoformat())
    if minutes is not None:
        settings = settings._replace(minutes=minutes)
        _write("minutes", str(minutes))
    return settings


def _write(key: str, value: str) -> None:
    from quizcli.store.settings_file import write_setting

    write_setting(opening.settings_file(), key, value)


def _outlook(settings: Settings, day: date) -> Outlook:
    from quizcli.schedule.outlook import outlook
    from quizcli.schedule.plan import SECONDS

    books = library()
    with opening.progress(settings) as store:
        store.rename(books.renamed)
        cards, pace = store.cards(), store.pace() or SECONDS
    return outlook(cards, catalogue(books), day, settings, pace)


def as_dict(outlook: Outlook) -> dict[str, Any]:
    """The plan as JSON; shares are from 0 to 1, numbers per day are means over simulations."""
    return {
        "day": outlook.day.isoformat(),
        "date": outlook.interview.isoformat(),
        "minutes": outlook.minutes,
        "questions_a_day": outlook.each_day,
        "questions": outlook.questions,
        "new": outlook.new,
        "recall": round(outlook.planned.recall, 4),
        "recall_by_plain_review": round(outlook.plain.recall, 4),
        "unlikely": round(outlook.planned.unlikely, 1),
        "unseen": round(outlook.planned.unseen, 1),
        "wanted": outlook.wanted,
        "minutes_for_all": outlook.minutes_for_all,
        "minutes_for_wanted": outlook.minutes_for_wanted,
        "days": [
            {"day": on.isoformat(), "new": round(new, 1), "again": round(due, 1)}
            for on, new, due in outlook.planned.days
        ],
    }
