"""The complete check of a bank, and its report."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quizcli.bank.check.coverage import Coverage, Mix, coverage, mix
from quizcli.bank.check.held import Held, hold
from quizcli.bank.check.ids import enlist
from quizcli.bank.check.lists import Bounds, read_lists, together
from quizcli.bank.check.prove import Progress, RunProgram, prove
from quizcli.bank.check.verdicts import Judged, judge
from quizcli.bank.claims import root_of
from quizcli.bank.files import replace_file, topic_files
from quizcli.bank.place import Fault
from quizcli.bank.prints import with_prints
from quizcli.bank.problem import BankError, Problem


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check; the bank is in order if there are no problems."""

    problems: tuple[Problem, ...]
    files: int
    programs: int
    recorded: int  # outputs written into files
    mix: Mix
    coverage: Coverage | None  # only for a whole bank that lists claims
    to_come: tuple[str, ...]  # what an incomplete bank still lacks

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def check(
    paths: Sequence[Path],
    runners: Sequence[RunProgram],
    *,
    record: bool = False,
    elsewhere: Sequence[str] = (),
    agreed: Collection[str] | None = None,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Check the bank, or files of a bank, at `paths`; links may also lead to topics `elsewhere`.

    `agreed` are the digests of the files whose programs may run; None allows all.
    """
    within = _bounds(paths)
    held, problems = hold(within.files, agreed)
    runs = prove(held, runners, progress)
    recorded = 0
    for each, of_topic in zip(held, runs, strict=True):
        judged = judge(of_topic)
        recorded += len(judged.stale) if record else 0
        problems += _record(each, judged) if record else each.located(_all(judged))
    if record and not problems:
        enlist(within.root, held)
    lists, more = read_lists(within.root)
    found, to_come = together(within, held, lists, elsewhere)
    return Report(
        problems=tuple(sorted({*problems, *more, *found})),
        files=len(within.files),
        programs=sum(map(len, runs)),
        recorded=recorded,
        mix=mix(held),
        coverage=coverage(held, lists.claims) if within.whole and lists.claims else None,
        to_come=tuple(to_come),
    )


def _bounds(paths: Sequence[Path]) -> Bounds:
    root = root_of(paths[0])
    files = tuple(dict.fromkeys(file for path in paths for file in topic_files(path)))
    return Bounds(root, files, whole=len(paths) == 1 and paths[0].is_dir() and root == paths[0])


def _all(judged: Judged) -> list[Fault]:
    return [*judged.faults, *judged.differences]


def _record(each: Held, judged: Judged) -> list[Problem]:
    """Write stale output into the file; other problems are located in the new text."""
    try:
        text = with_prints(each.text, judged.stale, each.file)
    except BankError as error:
        return [*error.problems, *each.located(judged.faults)]
    if text != each.text:
        replace_file(each.file, text.encode("utf-8"))
    return Held(each.file, text, each.topic).located(judged.faults)
