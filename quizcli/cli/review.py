"""`quizcli review`: what is due today, and a few new questions."""

from typing import Annotated

import typer

from quizcli.cli import environment, opening, stages
from quizcli.cli.quiz import Resume, Seed, begun, resumed, run
from quizcli.cli.saying import say
from quizcli.cli.sitting import Sitting, sitting
from quizcli.cli.today import catalogue, todays_queue
from quizcli.language import _, plural
from quizcli.schedule.queue import Queue


def review(
    number: Annotated[
        int | None,
        typer.Option("-n", "--number", metavar="N", min=1, help=_("At most this many questions.")),
    ] = None,
    seed: Seed = None,
    resume: Resume = False,
    count: Annotated[bool, typer.Option("--count", help=_("Only print how many are due."))] = False,
    new: Annotated[
        int | None,
        typer.Option("--new-per-day", metavar="N", help=_("Number of new questions today.")),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option("--reviews-per-day", metavar="N", help=_("Number of reviews today.")),
    ] = None,
    retention: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help=_("Target recall when a question is due, such as 0.9.")),
    ] = None,
    longest: Annotated[
        int | None,
        typer.Option(
            "--maximum-interval",
            metavar="DAYS",
            help=_("Longest time between two reviews, in days."),
        ),
    ] = None,
) -> None:
    settings = opening.settings(
        new_per_day=new, reviews_per_day=most, retention=retention, maximum_interval=longest
    )
    with stages.stage(settings) as stage, sitting(stage, settings) as desk:
        if resume:
            run(desk, resumed(desk, "review"))
            return
        queue = todays(desk)
        if count:
            say(_said(queue))
            return
        if not queue.questions:
            say(_("Nothing is due today. To practise anyway: `quizcli quiz`."))
            return
        chosen = (queue if number is None else queue.at_most(number)).questions
        drawn = environment.fresh_seed() if seed is None else seed
        run(desk, begun("review", drawn, chosen))


def todays(desk: Sitting) -> Queue:
    """Today's questions."""
    return todays_queue(desk.store, catalogue(desk.library), desk.settings, desk.today)


def _said(queue: Queue) -> str:
    due = plural("{n} due", "{n} due", len(queue.due))
    new = plural("{n} new", "{n} new", len(queue.new))
    parts = [due, new]
    if queue.waiting:
        parts.append(plural("{n} waiting", "{n} waiting", queue.waiting))
    return _(", ").join(parts)
