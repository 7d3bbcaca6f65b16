"""`quizcli interview`: a timed mock interview and its reports."""

import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from quizcli.cli import environment, opening, stages
from quizcli.cli.finding import completions
from quizcli.cli.interviewing import last_page, question_of
from quizcli.cli.quiz import LEVELS, Resume, Seed, begun, resumed, run, wish_for
from quizcli.cli.saying import say
from quizcli.cli.sitting import Sitting, sitting
from quizcli.cli.texts import keep_existing
from quizcli.errors import QuizError
from quizcli.language import _, reason
from quizcli.model.topic import Level
from quizcli.screens.report import markdown, report_lines
from quizcli.session.interview import Report, compose, reports


def interview(
    minutes: Annotated[
        float, typer.Option(metavar="N", min=1, max=240, help=_("Length in minutes."))
    ] = 30,
    level: Annotated[
        Level, typer.Option(metavar="|".join(LEVELS), help=_("Level of the job."))
    ] = "mid",
    topics: Annotated[
        list[str] | None,
        typer.Option(
            "--topic",
            metavar="TOPIC",
            autocompletion=completions,
            help=_("Only this topic; repeatable."),
        ),
    ] = None,
    seed: Seed = None,
    feedback: Annotated[
        bool, typer.Option(help=_("Show the verdict after each answer, or only at the end."))
    ] = True,
    resume: Resume = False,
    report: Annotated[
        bool, typer.Option("--report", help=_("Show the report of the last interview."))
    ] = False,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write the last report as Markdown."))
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print all reports as JSON."))] = False,
) -> None:
    settings = opening.settings()
    with stages.stage(settings) as stage, sitting(stage, settings) as desk:
        if report or export or as_json:
            _show(desk, export, as_json=as_json)
            return
        if resume:
            plan = resumed(desk, "interview")
        else:
            wish = wish_for(desk.library, topics or [], [], [])
            drawn = environment.fresh_seed() if seed is None else seed
            chosen = compose(desk.library.questions, minutes, level, drawn, wish.topics)
            if not chosen:
                raise QuizError(_("no questions match; `quizcli topics` lists what is available"))
            details = {"minutes": minutes, "level": level, "feedback": feedback}
            plan = begun("interview", drawn, chosen, repeats=0, details=details)
        run(desk, plan, partial(last_page, desk))


def _show(desk: Sitting, export: Path | None, *, as_json: bool) -> None:
    made = reports(desk.store.entries(acts=["answer"]))
    if as_json:
        rows = [{**asdict(each), "score": each.score} for each in made]
        print(json.dumps(rows, ensure_ascii=False, indent=2, default=str))
        return
    if not made:
        raise QuizError(_("no interview yet; start one: quizcli interview"))
    if export:
        _write(desk, made[-1], export)
        return
    ask = partial(question_of, desk)
    desk.stage.show(partial(report_lines, made[-1], ask, desk.title))


def _write(desk: Sitting, report: Report, file: Path) -> None:
    keep_existing(file)
    try:
        file.write_text(markdown(report, partial(question_of, desk), desk.title), encoding="utf-8")
    except OSError as error:
        raise QuizError(f"{file}: {reason(error)}") from None
    say(_("wrote {file}").format(file=file))
