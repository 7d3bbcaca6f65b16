"""Shows what a bank holds before its code first runs, and asks whether it may."""

import sys
from pathlib import Path

import typer

from quizcli.bank.bank import Bank, open_bank
from quizcli.bank.claims import root_of
from quizcli.bank.files import shipped_folder
from quizcli.bank.library import NotTrustedError
from quizcli.bank.registry import Registry
from quizcli.cli import environment
from quizcli.language import _, plural

_NAMED = 12  # so many topics are named


def agree_to_run(place: Path, registry: Registry, *, trusted: bool) -> None:
    """Raises `NotTrustedError` unless the bank was shipped, trusted as it is now, or agreed to."""
    root = root_of(place).resolve()
    if trusted or root == shipped_folder().resolve():
        return
    own = next((bank for bank in registry.banks() if bank.path.resolve() == root), None)
    bank = open_bank(root, environment.folder("cache"), own.name if own else "")
    if own and own.trusted == bank.content:
        return
    describe(bank)
    agreed = ask_for_trust(bank, registry) if own else _asked(_("Run its code now?"))
    if not agreed:
        raise NotTrustedError(_("nothing was run; `--trust` runs it without asking"))


def describe(bank: Bank) -> None:
    """Says what the bank holds, where it is from, and that it contains code."""
    typer.echo(_("Bank in {folder}").format(folder=bank.folder))
    programs = sum(topic.programs for topic in bank.topics)
    questions = sum(topic.questions for topic in bank.topics)
    holds = [
        plural("{n} topic", "{n} topics", len(bank.topics)),
        plural("{n} question", "{n} questions", questions),
        plural("{n} program that would run here", "{n} programs that would run here", programs),
    ]
    typer.echo("  " + _(", ").join(holds))
    for topic in bank.topics[:_NAMED]:
        typer.echo(f"  - {topic.id}")
    if (more := len(bank.topics) - _NAMED) > 0:
        typer.echo(_("  … and {n} more").format(n=more))
    for problem in bank.index.problems:
        typer.echo(f"  {problem}")
    typer.echo(_("  content {digest}").format(digest=bank.content[:16]))


def ask_for_trust(bank: Bank, registry: Registry, *, yes: bool = False) -> bool:
    """Whether the person agrees to run this content; remembered until it changes."""
    question = _("Its code did not come with quizcli. Let it run, until it changes?")
    if not (yes or _asked(question)):
        typer.echo(
            _("It does not run until you agree: `quizcli bank trust {name}`").format(name=bank.name)
        )
        return False
    registry.trust(bank.name, bank.content)
    typer.echo(_("The code of `{name}` may run; any change asks again.").format(name=bank.name))
    return True


def _asked(question: str) -> bool:
    return sys.stdin.isatty() and typer.confirm(question, default=False)
