"""Runs a check with a progress bar, once or whenever a file changes."""

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import typer

from quizcli.bank.check.prove import Progress, RunProgram
from quizcli.bank.check.report import Report, check
from quizcli.bank.claims import root_of
from quizcli.bank.files import stamps
from quizcli.cli import environment
from quizcli.cli.consent import Agreed
from quizcli.cli.saying import say
from quizcli.language import _
from quizcli.model.run import Backend

POLL = 0.3  # seconds between checks for changes


def check_once(
    places: Sequence[Path], backend: Backend, agreed: Agreed, *, record: bool, as_json: bool
) -> Report:
    """Check once and print the report; runs only files that were `agreed` to."""
    with _runners(backend) as runners:
        return _check(places, runners, agreed, record=record, as_json=as_json)


def keep_checking(places: Sequence[Path], backend: Backend, *, record: bool) -> None:
    """Check again whenever a file changes, until interrupted."""
    root = root_of(places[0])
    with _runners(backend) as runners:
        _check(places, runners, None, record=record, as_json=False)
        seen = stamps(root)
        while True:
            say(_("Watching {folder} (Ctrl-C to stop)").format(folder=root))
            changed = _wait_for_change(root, seen)
            if changed:
                _check(changed, runners, None, record=record, as_json=False)
            seen = stamps(root)


def _wait_for_change(root: Path, seen: Sequence[tuple[str, int, int, int]]) -> list[Path]:
    while (now := stamps(root)) == seen:
        time.sleep(POLL)
    return [root / stamp[0] for stamp in now if stamp not in seen]


def _check(
    places: Sequence[Path],
    runners: Sequence[RunProgram],
    agreed: Agreed,
    *,
    record: bool,
    as_json: bool,
) -> Report:
    from quizcli.bank.files import shipped_folder, topic_files
    from quizcli.cli import opening, pages
    from quizcli.screens.bank_report import report_lines
    from quizcli.screens.theme import print_lines

    shipped = [file.stem for file in topic_files(shipped_folder())]
    with _bar(quiet=as_json) as progress:
        report = check(
            places, runners, record=record, elsewhere=shipped, agreed=agreed, progress=progress
        )
    if as_json:
        typer.echo(json.dumps(report.as_json(), indent=1, ensure_ascii=False))
        return report
    console, look = pages.console_and_look(opening.settings())
    print_lines(console, report_lines(report, look))
    return report


@contextmanager
def _runners(backend: Backend) -> Iterator[list[RunProgram]]:
    from quizcli.runner.runner import Runner

    with ExitStack() as stack:
        started = [stack.enter_context(Runner(backend)) for _core in range(os.cpu_count() or 1)]
        yield [runner.run for runner in started]


@contextmanager
def _bar(*, quiet: bool) -> Iterator[Progress]:
    """A progress bar on a terminal; nothing in a pipe."""
    from quizcli.screens.theme import make_console

    console = make_console(stderr=True, plain=environment.plain(sys.argv[1:]))
    if quiet or not console.is_terminal or console.is_dumb_terminal:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn(_("programs")), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
