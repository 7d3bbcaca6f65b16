"""What is typed arrives as it was meant."""

import io
import os
import sys

import pytest

from quizcli.screens.keyboard import Lines, Terminal, cleaned


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("2\x1b[A", "2"),
        ("\x1b[1;5Cab", "ab"),
        ("\x1bOAx", "x"),
        ("\x1b[200~pasted\x1b[201~", "pasted"),
        ("a\x07b\x00", "ab"),
        ("a\u202eb\u200b", "ab"),
        ("    indented\t", "    indented\t"),
        ("计算图 ６", "计算图 ６"),
    ],
)
def test_escape_sequences_and_control_characters_are_no_part_of_it(typed: str, kept: str) -> None:
    assert cleaned(typed) == kept


def lines(text: str) -> tuple[Lines, list[str]]:
    echoed: list[str] = []
    return Lines(io.StringIO(text), echoed.append), echoed


def test_lines_of_a_pipe_are_echoed_behind_their_prompt() -> None:
    keyboard, echoed = lines("2\r\nx\n")
    assert keyboard.line("> ") == "2"
    assert echoed == ["> 2"]


def test_an_empty_line_is_enter() -> None:
    assert lines("\n")[0].key() == "enter"


def test_the_end_of_a_pipe_is_the_end_of_input() -> None:
    keyboard, _echoed = lines("")
    with pytest.raises(EOFError):
        keyboard.line("> ")


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own")
@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("\x1b[Cn", ["right", "n"]),
        ("\x1bOA\x1b[D", ["up", "left"]),
        ("\x1b", ["escape"]),
    ],
)
def test_an_arrow_is_one_key_and_escape_another(typed: str, keys: list[str]) -> None:
    import pty

    near, far = pty.openpty()
    try:
        with os.fdopen(far, "r") as source, Terminal(source) as keyboard:
            os.write(near, typed.encode())
            assert [keyboard.key() for _each in keys] == keys
    finally:
        os.close(near)
