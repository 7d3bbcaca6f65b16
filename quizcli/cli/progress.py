"""`quizcli progress`: export, import, undo, check and repair the log."""

import json
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from quizcli.cli import environment, opening
from quizcli.cli.saying import agrees, say
from quizcli.cli.texts import keep_existing
from quizcli.cli.usage import Commands, Json
from quizcli.errors import QuizError
from quizcli.language import _, plural
from quizcli.model.review import Entry
from quizcli.store.repair import Found

app = Commands(add_completion=False, no_args_is_help=True)


@app.command(help=_("Write the log as JSON Lines."))
def export(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help=_("Output file; standard output if omitted.")),
    ] = None,
) -> None:
    from quizcli.store.errors import telling
    from quizcli.store.exchange import write_log

    with opening.progress(opening.settings()) as store:
        if file is None:
            write_log(store.log(), sys.stdout)
            return
        keep_existing(file)
        with telling(file), file.open("w", encoding="utf-8") as lines:
            count = write_log(store.log(), lines)
    written = plural("{n} entry", "{n} entries", count)
    say(_("{entries} written to {file}").format(entries=written, file=file))


@app.command("import", help=_("Import the entries of an export."))
def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=_("A file written by progress export."))
    ],
) -> None:
    _unite(file)


@app.command(help=_("Merge progress from another machine; both then have the same schedule."))
def merge(
    other: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help=_("The other machine's progress.db, or an export of it.")
        ),
    ],
) -> None:
    _unite(other)


def _unite(file: Path) -> None:
    from quizcli.store.exchange import read_log

    with opening.progress(opening.settings()) as store:
        added = store.unite(read_log(file))
    say(plural("{n} new entry added", "{n} new entries added", added))


@app.command(help=_("Rebuild all cards from the log."))
def rebuild() -> None:
    with opening.progress(opening.settings()) as store:
        before = {card.question: card for card in store.cards()}
        store.rebuild()
        after = {card.question: card for card in store.cards()}
    changed = sum(before.get(name) != after.get(name) for name in {*before, *after})
    cards = plural("{n} card rebuilt", "{n} cards rebuilt", len(after))
    say(f"{cards}{_(', ')}{_('{n} differ from before').format(n=changed)}")


@app.command(help=_("Undo the last action."))
def undo(
    number: Annotated[
        int,
        typer.Option("-n", "--number", metavar="N", min=1, help=_("Number of actions to undo.")),
    ] = 1,
) -> None:
    settings = opening.settings()
    day = opening.today(settings)
    with opening.progress(settings) as store:
        for _time in range(number):
            undone = store.undo(at=environment.now(), day=day)
            if undone is None:
                raise QuizError(_("there is nothing to undo"))
            say(_("undone: {what}").format(what=_described(undone)))


def _described(entry: Entry) -> str:
    from quizcli.screens.rating import grade_name

    local = entry.at.astimezone(environment.zone())
    acts = {
        "answer": _("answer"),
        "suspend": _("set aside"),
        "unsuspend": _("brought back"),
        "bury": _("skipped for today"),
        "reset": _("reset"),
        "appeal": _("I was right"),
        "scheduler": _("changed schedule rules"),
    }
    grade = _(" ({what})").format(what=grade_name(entry.grade)) if entry.grade else ""
    size = entry.details.get("size", 1)
    what = entry.question if size == 1 else plural("{n} question", "{n} questions", size)
    words = [f"{acts.get(entry.act, '')}{grade}", what, f"{local:%Y-%m-%d %H:%M}"]
    return _(", ").join(word for word in words if word)


@app.command(help=_("Check the progress file for damage."))
def check() -> None:
    say(_soundness(opening.progress_file()))


def _soundness(path: Path) -> str:
    """Report that the file is sound and what it holds; raises StoreError if it is damaged."""
    with opening.progress(opening.settings()) as store:
        if store.fault():
            from quizcli.store.errors import damaged

            raise damaged(path)
        entries, cards = sum(1 for _entry in store.log()), len(store.cards())
    return _("{path}: sound, {entries} and {cards}").format(
        path=path,
        entries=plural("{n} entry", "{n} entries", entries),
        cards=plural("{n} card", "{n} cards", cards),
    )


@app.command(help=_("Set a damaged progress file aside and recover what can be recovered."))
def repair(
    yes: Annotated[bool, typer.Option("--yes", help=_("Do not ask for confirmation."))] = False,
) -> None:
    from quizcli.store.errors import StoreError
    from quizcli.store.repair import examine, restore

    path = opening.progress_file()
    if not path.exists():
        raise QuizError(_("{path}: no such file").format(path=path))
    with suppress(StoreError):
        say(_soundness(path))
        return
    found = examine(path)
    say(_found(found))
    if not yes and not agrees(_("Repair it?")):
        say(_("Nothing was changed; to repair it: quizcli progress repair --yes"))
        return
    settings = opening.settings()
    aside, entries = restore(
        path, found, settings, at=environment.now(), day=opening.today(settings)
    )
    restored = plural("{n} entry restored", "{n} entries restored", entries)
    say(_("{restored}; the old file is kept as {aside}").format(restored=restored, aside=aside))


def _found(found: Found) -> str:
    if found.copy is None:
        copy = _("There is no good backup.")
    else:
        entries = plural("{n} entry", "{n} entries", found.in_copy)
        copy = _("The newest good backup, {name}, has {entries}.").format(
            name=found.copy.name, entries=entries
        )
    entries = plural("{n} entry", "{n} entries", len(found.readable))
    readable = _("The file itself still has {entries} that can be read.").format(entries=entries)
    return f"{copy}\n{readable}"


@app.command(help=_("Change to today the date of answers that a wrong clock put in the future."))
def redate() -> None:
    settings = opening.settings()
    day = opening.today(settings)
    with opening.progress(settings) as store:
        ahead = store.entries(acts=["answer"], since=day + timedelta(days=1))
        count = store.redate(ahead, at=environment.now(), day=day)
    say(plural("{n} answer redated to today", "{n} answers redated to today", count))


@app.command(help=_("Fit the memory model to your own answers, if that predicts them better."))
def fit() -> None:
    from quizcli.schedule.fitting import by_fsrs_rs
    from quizcli.schedule.fitting import fit as fitted
    from quizcli.store.settings_file import write_setting

    settings = opening.settings()
    with opening.progress(settings) as store:
        found = fitted(store.entries(), settings, by_fsrs_rs)
    write_setting(
        opening.settings_file(), "parameters", " ".join(f"{p:.4f}" for p in found.parameters)
    )
    told = _("fitted to {n} answers: log loss {before:.4f} → {after:.4f} on held-out answers")
    say(told.format(n=found.answers, before=found.loss_before, after=found.loss_after))
    say(_("To revert: quizcli config parameters default"))


@app.command(help=_('List answers you marked "I was right", for the bank\'s author.'))
def appeals(
    as_json: Json = False,
) -> None:
    with opening.progress(opening.settings()) as store:
        entries = list(store.entries(acts=["appeal"]))
    if as_json:
        rows = [
            {"question": e.question, "revision": e.revision, "day": e.day.isoformat(), **e.details}
            for e in entries
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if not entries:
        say(_("There are none."))
    for entry in entries:
        say(f"{entry.day}  {entry.question}")
        for line in str(entry.details.get("answer", "")).splitlines():
            say(f"    {line}")
