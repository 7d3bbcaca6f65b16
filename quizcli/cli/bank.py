"""`quizcli bank …`: check, create, add and trust question banks."""

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

SHIPPED = "quizcli"  # the name of the shipped bank in lists

app = Commands(
    no_args_is_help=True, help=_("Check the question bank; write, add and trust your own.")
)

Places = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH]...",
        help=_(
            "Files, a folder, or the name of one of your banks; by default the bank you are in."
        ),
    ),
]
Name = Annotated[str, typer.Argument(metavar="NAME", help=_("Name of one of your banks."))]
Trust = Annotated[bool, typer.Option("--trust", help=_("Run its code without asking."))]


@app.command(help=_("Check a bank: its files, programs, links and claims."))
def check(
    paths: Places = None,
    backend: RunsOn = "engine",
    record: Annotated[
        bool, typer.Option("--record", help=_("Record in the files what the programs print."))
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
        topic_files(place)  # report missing paths before asking anything
    agreed = agree_to_run(places, registry(), trusted=trust, watching=watch)
    if watch:
        keep_checking(places, backend, record=record)
    elif check_once(places, backend, agreed, record=record, as_json=as_json).problems:
        raise typer.Exit(ExitCode.FOUND_WRONG)


@app.command(help=_("Create a small bank that passes its check, as a starting point."))
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=_("Folder to create."))],
) -> None:
    from quizcli.bank.new import write_bank

    write_bank(folder)
    say(_("Created a bank in {folder}. Next:").format(folder=folder))
    say(f"  quizcli bank check {folder}\n  quizcli bank add {folder}")


@app.command(help=_("Add a bank, to look up and practise its topics."))
def add(
    path: Annotated[Path, typer.Argument(metavar="PATH", help=_("Folder of the bank."))],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=_("Name of the bank; defaults to the folder's name.")),
    ] = None,
) -> None:
    from quizcli.cli.consent import ask_for_trust, describe

    path = path.expanduser().resolve()
    chosen = name or path.name.casefold().replace("_", "-").replace(" ", "-")
    bank = _open(path, chosen)
    if not bank.topics:
        problems = "; ".join(bank.index.problems[:1]) or _("it has no topic file (`.yaml`)")
        raise UsageError(_("{path}: not a bank: {why}").format(path=path, why=problems))
    registry().add(chosen, path)
    say(_("Added as `{name}`. You can read it now.").format(name=chosen))
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
        state = "" if bank.name in library.trusted else _(" (not trusted: its code is not run)")
        questions = sum(topic.questions for topic in bank.topics)
        holds = plural("{n} topic", "{n} topics", len(bank.topics)) + _(", ")
        holds += plural("{n} question", "{n} questions", questions)
        say(f"{bank.name or SHIPPED}  {holds}{state}\n  {bank.folder}")
    for problem in library.problems:
        say(problem, err=True)


@app.command(help=_("Remove a bank from the list; its files and your progress stay."))
def remove(name: Name) -> None:
    registry().remove(name)
    say(_("Removed `{name}` from the list. Its files are untouched.").format(name=name))


@app.command(help=_("Show what a bank contains, and allow or forbid its code to run."))
def trust(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help=_("Agree without being asked."))] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help=_("Withdraw your agreement."))] = False,
) -> None:
    from quizcli.cli.consent import ask_for_trust, describe

    own = registry().get(name)
    if revoke:
        registry().trust(name, None)
        say(_("The code of `{name}` will no longer run.").format(name=name))
        return
    bank = _open(own.path, name)
    describe(bank)
    if not ask_for_trust(bank, registry(), yes=yes):
        raise typer.Exit(ExitCode.FOUND_WRONG)


@app.command(
    "import", help=_("Turn Markdown notes into a topic: headings ask, Python code proves.")
)
def import_(
    notes: Annotated[
        Path, typer.Argument(metavar="NOTES.md", help=_("Markdown file with your notes."))
    ],
    into: Annotated[
        Path, typer.Option(metavar="DIR", help=_("Folder of the bank; created if missing."))
    ],
    trust: Trust = False,
) -> None:
    from quizcli.cli.importing import import_notes

    import_notes(notes, into, registry(), trusted=trust)


@app.command(help=_("Print the JSON Schema of topic files, for editors."))
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
    """The registry of the user's banks."""
    return Registry(environment.folder("data") / "banks.json")


def _open(path: Path, name: str) -> "Bank":
    from quizcli.bank.bank import open_bank

    return open_bank(path, environment.folder("cache"), name)


def _usual() -> Path:
    """The bank of the current folder, else the shipped one."""
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
