"""Shows what a bank contains before its code first runs, and asks for permission."""

import sys
from collections.abc import Sequence
from pathlib import Path

from quizcli.bank.bank import Bank, open_bank
from quizcli.bank.claims import root_of
from quizcli.bank.files import shipped_folder
from quizcli.bank.library import NotTrustedError
from quizcli.bank.registry import Registry
from quizcli.cli import environment
from quizcli.cli.saying import agrees, say
from quizcli.language import _, plural

Agreed = frozenset[str] | None  # digests of files; None agrees to any content
_NAMED = 12  # maximum number of topics listed


def agree_to_run(
    places: Sequence[Path], registry: Registry, *, trusted: bool, watching: bool = False
) -> Agreed:
    """What may run: the shipped bank, content that is trusted, or content agreed to just now.

    Raises `NotTrustedError` if the user does not agree; with `watching`, later changes run too.
    """
    roots = dict.fromkeys(root_of(place.resolve()) for place in places)
    foreign = [root for root in roots if root != shipped_folder().resolve()]
    if trusted or not foreign:
        return None
    banks = [_agreed_bank(root, registry, watching=watching) for root in foreign]
    if watching:
        return None
    if len(foreign) < len(roots):
        banks.append(open_bank(shipped_folder(), environment.folder("cache")))
    return frozenset(source for bank in banks for source in bank.index.sources)


def _agreed_bank(root: Path, registry: Registry, *, watching: bool) -> Bank:
    own = next((bank for bank in registry.banks() if bank.path.resolve() == root), None)
    bank = open_bank(root, environment.folder("cache"), own.name if own else "")
    if own and own.trusted == bank.content and not watching:
        return bank
    describe(bank)
    if watching:
        agreed = agrees(_("Run its code now, and again whenever it changes?"))
    else:
        agreed = ask_for_trust(bank, registry) if own else agrees(_("Run its code now?"))
    if not agreed:
        raise NotTrustedError(_("nothing was run; `--trust` runs it without asking"))
    return bank


def describe(bank: Bank) -> None:
    """Print what the bank contains, where it is, and that it includes code."""
    say(_("Bank in {folder}").format(folder=bank.folder))
    programs = sum(topic.programs for topic in bank.topics)
    questions = sum(topic.questions for topic in bank.topics)
    holds = [
        plural("{n} topic", "{n} topics", len(bank.topics)),
        plural("{n} question", "{n} questions", questions),
        plural("{n} program that would run here", "{n} programs that would run here", programs),
    ]
    say("  " + _(", ").join(holds))
    for topic in bank.topics[:_NAMED]:
        say(f"  - {topic.id}")
    if (more := len(bank.topics) - _NAMED) > 0:
        say(_("  … and {n} more").format(n=more))
    for problem in bank.index.problems:
        say(f"  {problem}")
    say(_("  content {digest}").format(digest=bank.content[:16]))


def ask_for_trust(bank: Bank, registry: Registry, *, yes: bool = False) -> bool:
    """Ask whether this content may run; the answer is remembered until it changes."""
    question = _("This code did not come with quizcli. Let it run until it changes?")
    if not (yes or agrees(question)):
        agreed = bank.name if sys.stdin.isatty() else f"{bank.name} --yes"  # nobody to ask
        say(
            _("Its code does not run until you agree: `quizcli bank trust {name}`").format(
                name=agreed
            )
        )
        return False
    registry.trust(bank.name, bank.content)
    say(
        _("The code of `{name}` may now run; you are asked again after any change.").format(
            name=bank.name
        )
    )
    return True
