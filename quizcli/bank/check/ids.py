"""The list of all ids that were ever shipped: a renamed one must not lose anyone's history."""

from collections.abc import Sequence
from pathlib import Path

from quizcli.bank.check.held import Held
from quizcli.bank.files import replace_file
from quizcli.bank.problem import Problem
from quizcli.language import _

IDS_FILE = "ids.txt"


def present(held: Sequence[Held]) -> set[str]:
    """The ids that topics and questions have now."""
    topics = {each.topic.id for each in held}
    return topics | {question.id for each in held for question in each.topic.questions}


def former(held: Sequence[Held]) -> set[str]:
    """The ids that topics and questions say they had before."""
    found = {old for each in held for old in each.topic.formerly}
    for each in held:
        found |= {old for question in each.topic.questions for old in question.formerly}
    return found


def guard(root: Path, held: Sequence[Held]) -> list[Problem]:
    """Ids on the list that no topic or question has or had."""
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
    """Put every id on the list that is not there yet; none is ever taken off."""
    file = root / IDS_FILE
    listed = file.read_text(encoding="utf-8").split() if file.exists() else []
    lines = sorted({*listed, *present(held)})
    replace_file(file, ("\n".join(lines) + "\n").encode())
