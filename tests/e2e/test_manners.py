"""Terminals of all sorts: nothing typed is lost or stray, nothing scrolls away unread."""

import os
import signal
import sqlite3
import termios
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.terminal import Terminal

LINES = ("quiz", "own:hinted", "--level", "senior", "--seed", "1")
SUM = ("quiz", "own:hinted", "--level", "mid", "--seed", "1")


def answers(home: Path) -> list[Any]:
    with closing(sqlite3.connect(home / "data" / "progress.db")) as db:
        return db.execute("SELECT right FROM log WHERE act = 'answer'").fetchall()


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX", "xx_YY.UTF-8"])
def test_typed_chinese_is_kept_in_any_locale(home: Path, locale: str) -> None:
    with Terminal(home, *LINES, LC_ALL=locale) as terminal:
        terminal.see("Several lines; finish with an empty line.", ":q stop >")
        terminal.type("计算图\r")
        terminal.see("> 计算图 >")
        terminal.type("tensor\r")
        terminal.see("> tensor >")
        terminal.type("\r")
        terminal.see("Right.")


def test_wide_characters_are_deleted_whole(home: Path) -> None:
    with Terminal(home, *LINES) as terminal:
        terminal.see(":q stop >")
        terminal.type("计算错\x7f图\r")
        terminal.see("> 计算图 >")


def test_moving_to_the_start_of_the_line_leaves_the_prompt_alone(home: Path) -> None:
    with Terminal(home, *SUM) as terminal:
        terminal.see(":q stop >")
        terminal.type("x\x01")
        terminal.see("> x")
        terminal.type("\x0b2\r")
        terminal.see("> 2 ✓ Right.")


def test_arrow_keys_are_no_part_of_the_answer(home: Path) -> None:
    with Terminal(home, *SUM) as terminal:
        terminal.see(":q stop >")
        terminal.type("\x1b[A\x1b[B\x1bOA2\x1b[D\x1b[C\x1b[5~\r")
        terminal.see("Right.")
        assert "[A" not in terminal.text


def test_a_line_goes_on_after_the_shell_had_the_terminal(home: Path) -> None:
    with Terminal(home, *SUM) as terminal:
        terminal.see(":q stop >")
        terminal.type("32")
        terminal.see("> 32")
        process, terminal_ = terminal.process, terminal.process.child_fd
        os.kill(process.pid, signal.SIGSTOP)
        mode = termios.tcgetattr(terminal_)
        mode[3] |= termios.ICANON | termios.ECHO  # as a shell leaves it
        termios.tcsetattr(terminal_, termios.TCSANOW, mode)
        os.kill(process.pid, signal.SIGCONT)
        terminal.see("> 32> 32")
        terminal.type("\x1b[D\x7f\r")
        terminal.see("Right.")


def test_a_dumb_terminal_may_be_narrow_too(home: Path) -> None:
    with Terminal(home, *SUM, columns=40, TERM="dumb") as terminal:
        terminal.see("stop >")
        assert all(len(line) < 40 for line in terminal.lines)


def test_the_answer_before_cannot_be_called_back(home: Path) -> None:
    with Terminal(home, *LINES) as terminal:
        terminal.see(":q stop >")
        terminal.type("first\r")
        terminal.see("> first >")
        terminal.type("\x1b[Asecond\r")
        terminal.see("> second >")


def test_keys_typed_ahead_rate_nothing(home: Path) -> None:
    with Terminal(home, *SUM) as terminal:
        terminal.see(":q stop >")
        terminal.type("2" + 10 * "\r")
        terminal.see("Right.", "Enter accept")
        assert answers(home) == []


@pytest.mark.parametrize("kill", [signal.SIGHUP, signal.SIGKILL, signal.SIGTERM])
def test_what_was_rated_survives_any_end(home: Path, kill: signal.Signals) -> None:
    with Terminal(home, "quiz", "own:hinted", "--seed", "1") as terminal:
        terminal.see(":q stop >")
        terminal.type(":n\r")
        terminal.see("Suggested grade: again", "q stop")
        terminal.type("\r")
        terminal.see("2/3", ":q stop >")
        os.kill(terminal.process.pid, kill)
        terminal.end()
    assert answers(home) == [(0,)]
    with Terminal(home, "quiz", "--resume") as terminal:
        terminal.see("2/3")


def test_a_closed_terminal_keeps_an_answer_not_yet_rated(home: Path) -> None:
    with Terminal(home, *SUM) as terminal:
        terminal.see(":q stop >")
        terminal.type("2\r")
        terminal.see("Right.", "Enter accept")
        os.kill(terminal.process.pid, signal.SIGHUP)
        assert terminal.end() == 130
    assert answers(home) == [(1,)]


def test_the_terminal_is_as_before_after_an_interrupt(home: Path) -> None:
    with Terminal(home, *SUM) as terminal:
        before = terminal.echoes()
        terminal.see(":q stop >")
        terminal.type("2\r")
        terminal.see("Enter accept")
        assert not terminal.echoes()
        terminal.type("\x03")
        terminal.see("--resume")
        while terminal.process.isalive():
            terminal.read()
        assert before
        assert terminal.echoes()


def test_a_new_size_is_followed(home: Path) -> None:
    with Terminal(home, *SUM, columns=100) as terminal:
        terminal.see(":q stop >")
        terminal.type("2\r")
        terminal.see("Enter accept")
        terminal.resize(24, 40)
        terminal.see("q stop")
        assert max(len(line) for line in terminal.lines) <= 40


def test_what_is_longer_than_the_screen_waits(home: Path) -> None:
    with Terminal(home, "quiz", "own:rounding", "--kind", "choice", "--seed", "1", rows=9) as short:
        short.see("press any key")
        short.type(" ")
        short.see("1-2 select")


def test_a_command_typed_while_the_page_waits_is_obeyed(home: Path) -> None:
    with Terminal(home, "quiz", "own:rounding", "--kind", "predict", rows=8) as short:
        short.see("press any key")
        short.type(":")
        short.see("> :")
        short.type("q\r")
        short.see("No questions were answered", "--resume")
        short.end()


def test_forty_columns_are_enough(home: Path) -> None:
    with Terminal(home, *SUM, columns=40) as terminal:
        terminal.see("What is printed?", ":q stop >")
        terminal.type("2\r")
        terminal.see("Right.", "q stop")


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {"QUIZCLI_PLAIN": "1"}])
def test_no_colour_where_none_is_wanted(home: Path, variables: dict[str, str]) -> None:
    with Terminal(home, *SUM, **variables) as terminal:
        terminal.see(":q stop >")
        terminal.type("2\r")
        terminal.see("Right.", "q stop")
        cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
    assert {cell.fg for cell in cells} == {"default"}


def test_plain_text_has_no_symbols(home: Path) -> None:
    with Terminal(home, *SUM, "--plain") as terminal:
        terminal.see(":q stop >")
        terminal.type("2\r")
        text = terminal.see("Right.", "q stop")
    assert text.isascii()


def test_full_width_keys_work_as_keys(home: Path) -> None:
    with Terminal(home, "quiz", "own:rounding", "--kind", "choice", "--seed", "1") as terminal:
        terminal.see("1-2 select")
        terminal.type("１")
        terminal.see("Suggested")
