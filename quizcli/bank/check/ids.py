"""The list of all ids ever shipped, so that a renamed question does not lose its history."""

from collections.abc import Sequence
from pathlib import Path

from quizcli.bank.check.held import Held
from quizcli.bank.files import replace_file
from quizcli.bank.problem import Problem
from quizcli.language import _

IDS_FILE = "ids.txt"


def present(held: Sequence[Held]) -> set[str]:
    """The current ids of topics and questions."""
    topics = {each.topic.id for each in held}
    return topics | {question.id for each in held for question in each.topic.questions}


def former(held: Sequence[Held]) -> set[str]:
    """The former ids that topics and questions declare."""
    found = {old for each in held for old in each.topic.formerly}
    for each in held:
        found |= {old for question in each.topic.questions for old in question.formerly}
    return found


def guard(root: Path, held: Sequence[Held]) -> list[Problem]:
    """Listed ids that are neither a current nor a former id of anything."""
    file = root / IDS_FILE
    if not file.exists():
        return []
    known = present(held) | former(held)
    return [
        Problem(
            str(file), number + 1, 1, id_, _("is gone; list it under `formerly` at its new place")
        )
        for number, id_ in enumerate(file.read_text(encoding="utf-8").split("\n"))
        if id_ and id_ not in known
    ]


def unlisted(root: Path, held: Sequence[Held]) -> set[str]:
    """Ids that are not on the list yet; a bank without a list guards none."""
    file = root / IDS_FILE
    if not file.exists():
        return set()
    return present(held) - set(file.read_text(encoding="utf-8").split())


def enlist(root: Path, held: Sequence[Held]) -> None:
    """Add the missing ids to the list; ids are never removed."""
    file = root / IDS_FILE
    listed = file.read_text(encoding="utf-8").split() if file.exists() else []
    lines = sorted({*listed, *present(held)})
    replace_file(file, ("\n".join(lines) + "\n").encode())
