"""A program beside what happened when it ran."""

import pytest

from quizcli.model.run import Outcome, RunError, RunResult
from quizcli.screens.program import program
from quizcli.screens.telling import error
from quizcli.screens.theme import Look

WIDE, NARROW = Look(80), Look(30)


def lines(code: str, look: Look, result: RunResult | None = None) -> list[str]:
    return [line.plain.rstrip() for line in program(code, look, result)]


def test_output_stands_beside_the_line_that_printed_it() -> None:
    run = RunResult("finished", printed=((2, "1\n"),))
    assert lines("x = 1\nprint(x)", WIDE, run) == ["1  x = 1", "2  print(x)   → 1"]


def test_on_a_narrow_screen_it_stands_below() -> None:
    run = RunResult("finished", printed=((1, "a rather long output line\n"),))
    shown = lines("print(something_long)", NARROW, run)
    assert shown[0] == "1  print(something_long)"
    assert shown[1].startswith("   → a rather long")


def test_a_loop_shows_its_first_and_last_lines() -> None:
    run = RunResult("finished", printed=tuple((1, f"{n}\n") for n in range(100)))
    shown = "\n".join(lines("print(n)", WIDE, run))
    assert "→ 0" in shown
    assert "→ 99" in shown
    assert "95 more" in shown
    assert "→ 50" not in shown


def test_an_error_stands_at_its_line() -> None:
    run = RunResult("raised", error=RunError("RuntimeError", "gone", 2))
    assert "! RuntimeError: gone" in lines("x = 1\ny()", WIDE, run)[1]


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("short", "short"),
        ("word " * 30, "word " * 19 + "…"),
        ("字" * 120, "字" * 99 + " …"),
    ],
)
def test_a_long_message_is_cut_between_words_where_it_has_some(message: str, shown: str) -> None:
    event = {"do": "raised", "type": "ValueError", "message": message}
    assert error(event).text == f"ValueError: {shown}"


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("timeout", "time limit"),
        ("memory", "memory limit"),
        ("flooded", "output limit"),
        ("died", "without a result"),
    ],
)
def test_every_other_end_is_told_below(outcome: Outcome, said: str) -> None:
    assert said in lines("x = 1", WIDE, RunResult(outcome))[-1]


def test_code_that_does_not_parse_is_shown_as_it_is() -> None:
    assert lines("def f(:\n  'x", WIDE) == ["1  def f(:", "2    'x"]
