"""`quizcli review`: what is due today, and a few new questions."""

from typing import Annotated

import typer

from quizcli.cli import environment, opening, stages
from quizcli.cli.quiz import Resume, Seed, begun, resumed, run
from quizcli.cli.sitting import Sitting, sitting
from quizcli.language import _, plural
from quizcli.schedule.queue import Queue, day_queue


def review(
    number: Annotated[
        int | None, typer.Option("-n", "--number", min=1, help=_("At most so many."))
    ] = None,
    seed: Seed = None,
    resume: Resume = False,
    count: Annotated[bool, typer.Option("--count", help=_("Only say how many are due."))] = False,
) -> None:
    settings = opening.settings()
    with stages.stage(settings) as stage, sitting(stage, settings) as desk:
        if resume:
            run(desk, resumed(desk, "review"))
            return
        queue = todays(desk)
        if count:
            typer.echo(_said(queue))
            return
        if not queue.questions:
            typer.echo(_("Nothing is due today. `quizcli quiz` asks something anyway."))
            return
        chosen = queue.questions[:number]
        drawn = environment.fresh_seed() if seed is None else seed
        run(desk, begun(desk, "review", drawn, chosen))


def todays(desk: Sitting) -> Queue:
    """What is to be asked today."""
    revisions = {question.id: question.revision for question in desk.library.questions}
    store, today = desk.store, desk.today
    cards, seen = store.due(today, revisions), store.seen(today)
    return day_queue(cards, seen, revisions, today, desk.settings, store.done(today))


def _said(queue: Queue) -> str:
    due = plural("{n} due", "{n} due", len(queue.due))
    new = plural("{n} new", "{n} new", len(queue.new))
    return f"{due}{_(', ')}{new}"
