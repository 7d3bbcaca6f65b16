"""`quizcli cards`: the schedule of each question; set aside, bring back, start over."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quizcli.cli import environment, opening
from quizcli.cli.finding import completions, topic_named
from quizcli.cli.opening import library
from quizcli.cli.paging import Paging, paged
from quizcli.cli.saying import say
from quizcli.cli.today import catalogue
from quizcli.cli.usage import Commands, Json
from quizcli.errors import QuizError
from quizcli.language import _, plural
from quizcli.model.review import Act, Card, Entry
from quizcli.schedule.queue import topic_of

if TYPE_CHECKING:
    from quizcli.bank.library import Library

app = Commands(add_completion=False)
Names = Annotated[list[str], typer.Argument(metavar="NAME...", help=_("Question or topic ids."))]


@app.callback(invoke_without_command=True)
def cards(
    context: typer.Context,
    topic: Annotated[
        str | None,
        typer.Option(metavar="TOPIC", autocompletion=completions, help=_("Only this topic.")),
    ] = None,
    suspended: Annotated[
        bool, typer.Option("--suspended", help=_("Only questions that are set aside."))
    ] = False,
    leeches: Annotated[
        bool, typer.Option("--leeches", help=_("Only questions that you kept failing."))
    ] = False,
    as_json: Json = False,
    paging: Paging = True,
) -> None:
    if context.invoked_subcommand is not None:
        return
    settings = opening.settings()
    books = library()
    only = topic_named(books, topic) if topic else None
    with opening.progress(settings) as store:
        store.rename(books.renamed)
        chosen = [
            card
            for card in store.cards()
            if (only is None or topic_of(card.question) == only)
            and (card.suspended or not suspended)
            and (card.leech or not leeches)
        ]
    if as_json:
        print(json.dumps([_plainly(card) for card in chosen], ensure_ascii=False, indent=2))
        return
    from quizcli.screens.cards import card_lines, leech_lines
    from quizcli.screens.theme import print_lines

    if not chosen and not (topic or suspended or leeches):
        say(_("No questions answered yet; start with: quizcli quiz"))
        return
    before = {each.id: each.builds_on for each in books.topics}
    with paged(settings, wanted=paging) as (console, look):
        lines = card_lines(chosen, opening.today(settings), look)
        if leeches:
            lines += leech_lines(chosen, before, look)
        print_lines(console, lines)


def _plainly(card: Card) -> dict[str, Any]:
    return {
        name: value.isoformat() if hasattr(value, "isoformat") else value
        for name, value in asdict(card).items()
    }


@app.command(help=_("Set questions aside until you bring them back."))
def suspend(names: Names) -> None:
    _act("suspend", names, _("set aside: {what}"))


@app.command(help=_("Bring back questions that were set aside."))
def unsuspend(names: Names) -> None:
    _act("unsuspend", names, _("brought back: {what}"))


@app.command(help=_("Skip questions for the rest of today."))
def bury(names: Names) -> None:
    _act("bury", names, _("skipped for today: {what}"))


@app.command(help=_("Reset questions, as if you had never answered them."))
def reset(names: Names) -> None:
    _act("reset", names, _("reset: {what}"))


def _act(act: Act, names: Iterable[str], told: str) -> None:
    from quizcli.store.rows import new_id

    settings = opening.settings()
    books = library()
    at, day = environment.now(), opening.today(settings)
    batch = new_id(at)
    with opening.progress(settings) as store:
        store.rename(books.renamed)
        known = {card.question for card in store.cards()}
        questions = _named(books, names, known)
        if act in ("unsuspend", "reset"):
            questions = [question for question in questions if question in known]
        if not questions:
            raise QuizError(_("none of these has been answered or set aside yet"))
        store.append(
            *(
                Entry(
                    id=new_id(at), act=act, question=question, at=at, day=day,
                    details={"batch": batch, "size": len(questions)},
                )
                for question in questions
            )
        )  # fmt: skip
    what = plural("{n} question", "{n} questions", len(questions))
    say(told.format(what=what if len(questions) > 1 else questions[0]))
    say(_("To undo: quizcli progress undo"))


def _named(books: "Library", names: Iterable[str], known: set[str]) -> list[str]:
    """The questions with these ids, or of the topics with these names."""
    every = {**catalogue(books), **dict.fromkeys(sorted(known), 1)}
    found: dict[str, None] = {}
    for name in names:
        name = books.renamed.get(name, name)
        if name in every:
            found[name] = None
        else:
            topic = topic_named(books, name, exactly=True)  # do not change the schedule on a guess
            found |= dict.fromkeys(each for each in every if topic_of(each) == topic)
    return list(found)
