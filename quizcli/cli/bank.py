"""`quizcli bank …`: check the bank, write one, take others in, trust them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quizcli.bank.registry import Registry
from quizcli.cli import environment
from quizcli.cli.saying import say
from quizcli.cli.usage import Commands, Json, RunsOn
from quizcli.errors import ExitCode, UsageError
from quizcli.language import _, plural

if TYPE_CHECKING:
    from quizcli.bank.bank import Bank

SHIPPED = "quizcli"  # what the shipped bank is called in lists

app = Commands(
    no_args_is_help=True, help=_("Check the bank; write, add and trust banks of your own.")
)

Places = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH]...",
        help=_("Files, a folder, or the name of a bank of yours; else the bank you are in."),
    ),
]
Name = Annotated[str, typer.Argument(metavar="NAME", help=_("The name of a bank of yours."))]
Trust = Annotated[bool, typer.Option("--trust", help=_("Run its code without asking."))]


@app.command(help=_("Prove a bank: its files, programs, links and claims."))
def check(
    paths: Places = None,
    backend: RunsOn = "engine",
    record: Annotated[
        bool, typer.Option("--record", help=_("Write what was printed into the files."))
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help=_("Check again whenever a file changes."))
    ] = False,
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    from quizcli.bank.files import topic_files
    from quizcli.cli.checking import check_once, keep_checking
    from quizcli.cli.consent import agree_to_run

    places = [_place(path) for path in paths or ()] or [_usual()]
    for place in places:
        topic_files(place)  # what is not there is told before anything is asked
    agreed = agree_to_run(places, registry(), trusted=trust, watching=watch)
    if watch:
        keep_checking(places, backend, record=record)
    elif check_once(places, backend, agreed, record=record, as_json=as_json).problems:
        raise typer.Exit(ExitCode.FOUND_WRONG)


@app.command(help=_("Write a small bank that passes its check, as a beginning."))
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=_("A folder, to be made."))],
) -> None:
    from quizcli.bank.new import write_bank

    write_bank(folder)
    say(_("{folder} is a bank now. Next:").format(folder=folder))
    say(f"  quizcli bank check {folder}\n  quizcli bank add {folder}")


@app.command(help=_("Take in a bank, so that its topics can be looked up and asked."))
def add(
    path: Annotated[Path, typer.Argument(metavar="PATH", help=_("The folder of the bank."))],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help=_("Its name; by default the folder's."))
    ] = None,
) -> None:
    from quizcli.cli.consent import ask_for_trust, describe

    path = path.expanduser().resolve()
    chosen = name or path.name.casefold().replace("_", "-").replace(" ", "-")
    bank = _open(path, chosen)
    if not bank.topics:
        problems = "; ".join(bank.index.problems[:1]) or _("it has no topic file (`.yaml`)")
        raise UsageError(_("{path}: no bank here: {why}").format(path=path, why=problems))
    registry().add(chosen, path)
    say(_("Added as `{name}`. It can be read now.").format(name=chosen))
    describe(bank)
    ask_for_trust(bank, registry())


@app.command("list", help=_("List the banks: where they are, and whether they may run."))
def list_(as_json: Json = False) -> None:
    from quizcli.bank.library import open_library

    library = open_library(environment.folder("data"), environment.folder("cache"))
    if as_json:
        rows = [_row(bank, trusted=bank.name in library.trusted) for bank in library.banks]
        typer.echo(json.dumps({"banks": rows, "problems": library.problems}, indent=2))
        return
    for bank in library.banks:
        state = "" if bank.name in library.trusted else _(" (not trusted: read, but not run)")
        questions = sum(topic.questions for topic in bank.topics)
        holds = plural("{n} topic", "{n} topics", len(bank.topics)) + _(", ")
        holds += plural("{n} question", "{n} questions", questions)
        say(f"{bank.name or SHIPPED}  {holds}{state}\n  {bank.folder}")
    for problem in library.problems:
        say(problem, err=True)


@app.command(help=_("Forget a bank; its files and your progress stay."))
def remove(name: Name) -> None:
    registry().remove(name)
    say(_("Forgotten: `{name}`. Its files are where they were.").format(name=name))


@app.command(help=_("See what a bank holds, and agree (or no longer agree) to run its code."))
def trust(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help=_("Agree without being asked."))] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help=_("Agree no longer."))] = False,
) -> None:
    from quizcli.cli.consent import ask_for_trust, describe

    own = registry().get(name)
    if revoke:
        registry().trust(name, None)
        say(_("The code of `{name}` will not run any more.").format(name=name))
        return
    bank = _open(own.path, name)
    describe(bank)
    if not ask_for_trust(bank, registry(), yes=yes):
        raise typer.Exit(ExitCode.FOUND_WRONG)


@app.command("import", help=_("Make a topic from Markdown notes: headings ask, Python proves."))
def import_(
    notes: Annotated[Path, typer.Argument(metavar="NOTES.md", help=_("The notes."))],
    into: Annotated[
        Path, typer.Option(metavar="DIR", help=_("The bank's folder; made if it is not there."))
    ],
    trust: Trust = False,
) -> None:
    from quizcli.cli.importing import import_notes

    import_notes(notes, into, registry(), trusted=trust)


@app.command(help=_("Print the JSON Schema of a topic's file, for editors."))
def schema() -> None:
    from quizcli.bank.schema import json_schema

    typer.echo(json.dumps(json_schema(), indent=1, ensure_ascii=False))


def _row(bank: "Bank", *, trusted: bool) -> dict[str, Any]:
    return {
        "name": bank.name or SHIPPED,
        "path": str(bank.folder),
        "topics": len(bank.topics),
        "questions": sum(topic.questions for topic in bank.topics),
        "content": bank.content,
        "trusted": trusted,
    }


def registry() -> Registry:
    """The list of the person's banks."""
    return Registry(environment.folder("data") / "banks.json")


def _open(path: Path, name: str) -> "Bank":
    from quizcli.bank.bank import open_bank

    return open_bank(path, environment.folder("cache"), name)


def _usual() -> Path:
    """The bank that the person is in, else the one that was shipped."""
    from quizcli.bank.claims import ABOUT_FILE
    from quizcli.bank.files import shipped_folder

    if Path(ABOUT_FILE).is_file():
        return Path()
    folder, here = shipped_folder(), Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder


def _place(text: str) -> Path:
    """A path, or the folder of the bank with this name."""
    path = Path(text).expanduser()
    if path.exists() or "/" in text:
        return path
    return next((bank.path for bank in registry().banks() if bank.name == text), path)
