"""A page longer than the screen is read in a pager; no other page is, and no pipe ever."""

import re
import shutil
from pathlib import Path

import pytest

from tests.e2e.commands import run
from tests.e2e.terminal import Terminal

MARKING = "sed s/^/paged:/"
LONG = ("explain", "retain-graph", "--no-run")


def paged(home: Path, *arguments: str, rows: int = 24, **variables: str) -> bool:
    with Terminal(home, *arguments, rows=rows, **{"PAGER": MARKING, **variables}) as terminal:
        assert terminal.end() == 0
        return "paged:" in terminal.text


@pytest.mark.parametrize("command", [LONG, ("topics",), ("graph", "retain-graph")], ids=" ".join)
def test_what_is_longer_than_the_screen_goes_to_the_pager(home: Path, command: list[str]) -> None:
    assert paged(home, *command)
    assert not paged(home, *command, rows=300)
    assert not paged(home, *command, "--no-pager")


def test_a_pager_gets_the_whole_page_also_what_was_on_the_screen_before(
    home: Path, tmp_path: Path
) -> None:
    assert paged(home, *LONG, PAGER=f"sh -c 'tee {tmp_path}/page | {MARKING}'")
    alone = run(home, *LONG, "--no-pager").stdout
    assert re.sub(r"\x1b\[[\d;]*m", "", (tmp_path / "page").read_text()) == alone.replace("`", "")


@pytest.mark.parametrize(
    "variables",
    [
        {"PAGER": ""},
        {"PAGER": "cat"},
        {"PAGER": "no-such-pager"},
        {"QUIZCLI_PLAIN": "1"},
        {"TERM": "dumb"},
    ],
    ids=str,
)
def test_where_a_pager_cannot_be_used_the_page_is_printed(
    home: Path, variables: dict[str, str]
) -> None:
    assert not paged(home, *LONG, **variables)


def test_the_settings_can_do_without(home: Path) -> None:
    run(home, "config", "pager", "false")
    assert not paged(home, *LONG)


def test_a_pipe_is_never_paged(home: Path) -> None:
    assert "paged:" not in run(home, *LONG, PAGER=MARKING).stdout


def test_a_pager_that_was_left_early_ends_the_page_in_peace(home: Path) -> None:
    with Terminal(home, "explain", "retain-graph", PAGER="head -n 1") as terminal:
        assert terminal.end() == 0
        assert "Traceback" not in terminal.text
        assert "quizcli:" not in terminal.text


@pytest.mark.skipif(not shutil.which("less"), reason="less is not installed")
def test_in_less_one_goes_back_and_ctrl_c_ends_nothing(home: Path) -> None:
    with Terminal(home, *LONG, LESS="R") as terminal:
        terminal.see("retain_graph=True: keep what was saved")
        terminal.type(" ")
        terminal.see("A plain pass frees")
        terminal.type("\x03")
        terminal.type("g")
        terminal.see("retain_graph=True: keep what was saved")
        terminal.type("q")
        assert terminal.end() == 0
