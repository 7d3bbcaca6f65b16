"""`quizcli bank import`: turns Markdown notes into a topic and records its output."""

from pathlib import Path

import typer

from quizcli.bank.new import begin_bank
from quizcli.bank.notes import read_notes, topic_text
from quizcli.bank.registry import Registry
from quizcli.cli.checking import check_once
from quizcli.cli.consent import agree_to_run
from quizcli.cli.saying import say
from quizcli.cli.texts import keep_existing, read_text
from quizcli.errors import ExitCode
from quizcli.language import _


def import_notes(notes: Path, into: Path, registry: Registry, *, trusted: bool) -> None:
    """Write the topic, then run and record its programs if the user agrees."""
    text = read_text(notes)
    topic, content = topic_text(read_notes(text), notes)
    file = into / f"{topic}.yaml"
    keep_existing(file)
    begin_bank(into)
    file.write_text(content, encoding="utf-8")
    say(_("Wrote {file}").format(file=file))
    agreed = agree_to_run([file], registry, trusted=trusted)
    if check_once([file], "engine", agreed, record=True, as_json=False).problems:
        raise typer.Exit(ExitCode.FOUND_WRONG)
