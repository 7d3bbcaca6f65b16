"""What the README and the pages show is what happens."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import pytest

from quizcli.bank.check.report import check
from quizcli.bank.new import begin_bank
from quizcli.cli.app import COMMANDS, load
from tests.e2e.commands import ROOT
from tests.e2e.terminal import Terminal
from tests.quizcli.bank.running import run

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_of_this_repository_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    files = re.findall(r"\b(?:engine|quizcli|questions|tests|benchmarks|docs)/[\w/.-]*\w", text)
    links = [page.parent / link for link in re.findall(r"\]\(([\w./-]+)", text)]
    missing = [str(file) for file in [*map(ROOT.joinpath, files), *links] if not file.exists()]
    modules = re.findall(r"python -m ((?:tests|benchmarks)[\w.]*\w)", text)
    assert [*missing, *(name for name in modules if not find_spec(name))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_prose_of_a_page_fits_into_a_hundred_columns(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    wide = [line for line in prose.split("\n") if len(line) > 100 and not line.startswith("|")]
    assert wide == []


def test_the_targets_that_contributors_are_told_of_are_there() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    told = {
        name
        for page in PAGES
        for name in re.findall(r"(?:`|^ +)make ([a-z]+)", page.read_text(encoding="utf-8"), re.M)
    }
    assert "check" in told
    assert told <= {*targets}


def test_every_command_that_a_page_names_is_there_and_the_readme_names_them_all() -> None:
    commands = {row.name: load(row) for row in COMMANDS}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        code = "\n".join(re.findall(r"(?s:```.*?```)|`[^`]+`|^ {4}.*$", text, re.M))
        for name, below in re.findall(r"quizcli ([a-z]+)(?: ([a-z]+))?", code):
            known = getattr(commands[name], "commands", {below: None})
            assert below in known or not below, f"{page.name}: quizcli {name} {below}"
    readme = PAGES[0].read_text(encoding="utf-8")
    assert commands.keys() <= {*re.findall(r"`(?:quizcli )?([a-z]+)", readme)}


def test_autograd_is_as_small_as_the_readme_says() -> None:
    most = re.search(r"autograd is under ([\d,]+) lines", PAGES[0].read_text(encoding="utf-8"))
    assert most is not None
    files = (ROOT / "engine" / "autograd").glob("*.py")
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    assert lines < int(most[1].replace(",", ""))


def test_the_operator_that_contributors_are_shown_has_its_derivatives() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    declaration = re.search(r"^( {4}witch = .*?)\n\n", page, re.M | re.S)
    assert declaration is not None
    program = f"""
import engine as torch
from engine.ops.declare import unary
{dedent(declaration[1])}
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
print(witch(x).grad_fn.name(), torch.autograd.gradcheck(witch, x, check_forward_ad=True))
print(torch.autograd.gradgradcheck(witch, x))
"""  # in a process of its own: what is declared stays
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.stdout == "WitchBackward0 True\nTrue\n", done.stderr
