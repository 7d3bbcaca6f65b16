"""What the README and the pages show is what happens."""

import re
from pathlib import Path

from quizcli.bank.check.report import check
from quizcli.bank.new import begin_bank
from tests.e2e.commands import ROOT
from tests.e2e.terminal import Terminal
from tests.quizcli.bank.running import run


def block(page: str, lead: str) -> str:
    """The first fenced block of a page that begins so."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return next(found for found in re.findall(r"```\w*\n(.*?)```", text, re.S)
                if found.startswith(lead))  # fmt: skip


def test_the_session_of_the_readme_is_what_a_person_sees(home: Path) -> None:
    command, *shown = block("README.md", "$ quizcli").splitlines()
    (typed,) = (line[2:] for line in shown if line.startswith("> "))
    with Terminal(home, *command.split()[2:], rows=60, columns=100) as terminal:
        terminal.see(":q stop >")
        terminal.type(f"{typed}\r")
        terminal.see("answer again")
        assert terminal.lines[: len(shown)] == shown


def test_the_topic_in_the_page_on_own_banks_is_in_order(tmp_path: Path) -> None:
    begin_bank(tmp_path)
    text = block("docs/own-banks.md", "# yaml-language-server")
    (tmp_path / "broadcasting.yaml").write_text(text, encoding="utf-8")
    report = check([tmp_path], [run])
    assert [each for each in report.problems if "ids.txt" not in str(each)] == []
    assert report.programs > 5
