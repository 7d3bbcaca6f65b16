"""Compares a bank's topics with its lists: claims, concepts, ids, and topics it links to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from quizcli.bank.check import across
from quizcli.bank.check.coverage import coverage, not_found
from quizcli.bank.check.held import Held
from quizcli.bank.check.ids import guard, unlisted
from quizcli.bank.claims import (
    CLAIMS_FILE,
    CONCEPTS_FILE,
    Claim,
    Concept,
    read_about,
    read_claims,
    read_concepts,
)
from quizcli.bank.entry import names
from quizcli.bank.files import topic_files
from quizcli.bank.place import Fault
from quizcli.bank.problem import BankError, Problem
from quizcli.bank.source import decode, locate, read_bytes
from quizcli.language import _, plural


@dataclass(frozen=True, slots=True)
class Bounds:
    """The scope of a check: some files, or the whole bank below `root`."""

    root: Path
    files: tuple[Path, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Lists:
    """The bank's lists; empty where it has none."""

    claims: tuple[Claim, ...] = ()
    concepts: tuple[Concept, ...] = ()
    complete: bool = True


def read_lists(root: Path) -> tuple[Lists, list[Problem]]:
    """The lists of the bank in `root`, and what is wrong with their files."""
    try:
        about = read_about(root)
        return Lists(read_claims(root), read_concepts(root), about.complete), []
    except BankError as error:
        return Lists(), list(error.problems)


def together(
    within: Bounds, held: Sequence[Held], lists: Lists, elsewhere: Sequence[str]
) -> tuple[list[Problem], list[str]]:
    """The problems across topics, and what an incomplete bank still lacks."""
    problems = [problem for rule in across.EACH for problem in _problems(rule(held))]
    known_claims = {claim.id for claim in lists.claims}
    problems += _problems(across.claims(held, known_claims))
    topics = {file.stem for file in topic_files(within.root)} | set(elsewhere)
    planned = set() if lists.complete else {each.topic for each in lists.concepts}
    problems += _problems(across.links(held, topics | planned))
    if not within.whole:
        return problems, []
    problems += [problem for rule in across.ALL for problem in _problems(rule(held))]
    problems += guard(within.root, held)
    lacking = _lacking(within.root, held, lists)
    if lists.complete:
        return problems + lacking, []
    return problems, [problem.message for problem in lacking]


def _problems(located: across.Located) -> Iterator[Problem]:
    faults: dict[Path, tuple[Held, list[Fault]]] = {}
    for each, fault in located:
        faults.setdefault(each.file, (each, []))[1].append(fault)
    for each, of_file in faults.values():
        yield from each.located(of_file)


def _lacking(root: Path, held: Sequence[Held], lists: Lists) -> list[Problem]:
    """Claims without proof, concepts without a topic, and ids not yet listed."""
    unproved = set(coverage(held, lists.claims).unproved)
    problems = _in_list(
        root / CLAIMS_FILE,
        [
            Fault((index,), _("the claim `{id}` has no proof").format(id=claim.id))
            for index, claim in enumerate(lists.claims)
            if claim.id in unproved
        ],
    )
    all_names = [name for each in held for name in names(each.topic)]
    concepts = [
        Fault((index,), message)
        for index, concept in enumerate(lists.concepts)
        for message in not_found(concept, lists.concepts, all_names)
    ]
    problems += _in_list(root / CONCEPTS_FILE, concepts)
    if missing := unlisted(root, held):
        message = plural(
            "{n} id is not listed; `quizcli bank check --record` adds it",
            "{n} ids are not listed; `quizcli bank check --record` adds them",
            len(missing),
        )
        problems.append(Problem(str(root / "ids.txt"), 1, 1, "", message))
    return problems


def _in_list(file: Path, faults: list[Fault]) -> list[Problem]:
    return locate(decode(read_bytes(file), file), file, faults) if faults else []
