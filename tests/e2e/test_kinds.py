"""Every kind of question, in a terminal: right, wrong, hint, appeal, undo, interrupt."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.terminal import Terminal
from tests.homes import TOPIC


def logged(home: Path) -> list[tuple[Any, ...]]:
    """Act, question, grade and verdict of what was written, oldest first."""
    with closing(sqlite3.connect(home / "data" / "progress.db")) as db:
        return db.execute(
            "SELECT act, question, grade, right FROM log WHERE act != 'scheduler' ORDER BY seq"
        ).fetchall()


def quiz(home: Path, kind: str, *more: str, topic: str = TOPIC, **variables: Any) -> Terminal:
    return Terminal(home, "quiz", topic, "--kind", kind, "--seed", "1", *more, **variables)


def shown_number(terminal: Terminal, option: str) -> str:
    """The number under which an option is shown."""
    line = next(line for line in terminal.lines if option in line)
    return line.split(".")[0].strip()


def test_a_prediction_is_judged_against_the_run(home: Path) -> None:
    with quiz(home, "predict") as terminal:
        terminal.see("What is printed?", "It prints one line.", ":q stop >")
        code = next(line for line in terminal.lines if "print(" in line)
        values = eval(code.split("print", 1)[1])
        terminal.type(f"tensor({values}.)\r")
        terminal.see("Right.", "Suggested", "Enter accept", "3 good")
        terminal.type("\r")
        terminal.see("Session over", "1 right first time")
        terminal.type("\r")
        assert terminal.end() == 0
    assert logged(home) == [("answer", "own:rounding/what-is-printed", 4, 1)]


def test_a_wrong_prediction_is_compared_line_by_line_and_comes_back(home: Path) -> None:
    with quiz(home, "predict") as terminal:
        terminal.see(":q stop >")
        terminal.type("100\r")
        terminal.see("Not right.", "printed", "you", "100", "I was right")
        terminal.type("\r")
        terminal.see("2/2", "once more")


def test_an_appeal_is_logged_and_counts_as_right(home: Path) -> None:
    with quiz(home, "predict") as terminal:
        terminal.see(":q stop >")
        terminal.type("100\r")
        terminal.see("Not right.", "i I was right")
        terminal.type("i")
        terminal.see("Noted", "4 easy")
        terminal.type("\r")
        terminal.see("Session over")
    assert [row[0] for row in logged(home)] == ["answer", "appeal"]
    assert logged(home)[0][2:] == (3, 1)


def test_any_filling_that_passes_is_right(home: Path) -> None:
    with quiz(home, "fill") as terminal:
        terminal.see("____ =")
        terminal.type("int((x * 2 + 1) // 2)\r")
        terminal.see("Right.", "int((x * 2 + 1) // 2)")


def test_a_wrong_filling_is_told_why_and_shown_one_that_passes(home: Path) -> None:
    with quiz(home, "fill", rows=40) as terminal:
        terminal.see("____ =")
        terminal.type("round(x)\r")
        terminal.see("Not right.", "The check says:", "One answer that passes:")


def test_a_line_is_mended_in_place(home: Path) -> None:
    with quiz(home, "fix", rows=50) as terminal:
        terminal.see("Type a line number")
        terminal.type("2\r")
        terminal.see("2: return round(float(text), 2)")
        terminal.type("\x15    return __import__('decimal').Decimal(text).quantize(")
        terminal.type("__import__('decimal').Decimal('0.01'), 'ROUND_HALF_UP')\r")
        terminal.see("ROUND_HALF_UP")
        terminal.type("\r")
        terminal.see("Right.")


def test_a_question_mark_asks_for_a_hint_where_lines_are_edited_too(home: Path) -> None:
    with quiz(home, "fix", rows=50) as terminal:
        terminal.see("Type a line number", "q stop >")
        terminal.type("?\r")
        terminal.see("There are no more hints.")


def test_an_editor_mends_more(home: Path, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho \'def price(text): return "2.68"\' > "$1"\n')
    editor.chmod(0o755)
    with quiz(home, "fix", rows=50, EDITOR=str(editor)) as terminal:
        terminal.see("Type a line number")
        terminal.type(":e\r")
        terminal.see('return "2.68"')
        terminal.type("\r")
        terminal.see("Not right.", "The check says:", "ROUND_HALF_UP")


def test_an_editor_that_is_not_there_ends_no_session(home: Path) -> None:
    with quiz(home, "fix", rows=50, EDITOR="/nowhere/vi") as terminal:
        terminal.see("Type a line number", ">")
        terminal.type(":e\r")
        terminal.see("could not start the editor '/nowhere/vi': no such file or folder >")
        terminal.type(":n\r")
        terminal.see("Here is the answer.", "edit and run it")
        terminal.type("e")
        terminal.see("no such file or folder Suggested grade: again", "q stop")


def test_options_are_taken_by_number(home: Path) -> None:
    with quiz(home, "choice") as terminal:
        terminal.see("1-2 select")
        terminal.type(shown_number(terminal, "Halves go to the even"))
        terminal.see("Right.", "your answer", "[0, 2, 2, 4, 4]")


def test_options_are_taken_by_moving(home: Path) -> None:
    with quiz(home, "choice") as terminal:
        terminal.see("1-2 select")
        wrong = int(shown_number(terminal, "Halves go up."))
        terminal.type("j" * wrong)
        terminal.see(f"> {wrong}. Halves go up.")
        terminal.type("\r")
        terminal.see("Not right.", "would be 3")


def test_points_are_ticked_and_what_was_missed_is_shown(home: Path) -> None:
    with quiz(home, "recall", rows=40) as terminal:
        terminal.see("an empty line shows the key points")
        terminal.type("it goes to the even one\r")
        terminal.see("> it goes to the even one", ":q stop >")
        terminal.type("\r")
        terminal.see("Which of these did you cover?")
        terminal.type("1")
        terminal.see("> [1]")
        terminal.type("\r")
        terminal.see("✓ 1 of 2 key points.", "✗ 2.", "A good answer:", "Suggested grade: hard")


def test_a_hint_costs_the_good_grades(home: Path) -> None:
    with quiz(home, "predict", "--level", "mid", topic="own:hinted") as terminal:
        terminal.see(":h hint (2 left)")
        terminal.type("?\r")
        terminal.see("Hint 1 of 2: Add.")
        terminal.type(":h\r")
        terminal.see("Hint 2 of 2: Two.")
        terminal.type(":h\r")
        terminal.see("There are no more hints.")
        terminal.type("2\r")
        terminal.see("Right.", "Suggested grade: hard")


def test_undo_goes_back_to_the_question_before(home: Path) -> None:
    with quiz(home, "predict") as terminal:
        terminal.see(":q stop >")
        terminal.type(":n\r")
        terminal.see("Suggested grade: again", "q stop")
        terminal.type("\r")
        terminal.see("2/2", ":q stop >")
        terminal.type(":u\r")
        terminal.see("1/1", ":q stop >")
    assert [row[0] for row in logged(home)] == ["answer", "undo"]


def test_undo_works_from_the_rating_and_from_the_closing_page(home: Path) -> None:
    with quiz(home, "choice") as terminal:
        terminal.see("1-2 select")
        terminal.type(shown_number(terminal, "Halves go to the even"))
        terminal.see("Suggested", "q stop")
        terminal.type("u")
        terminal.see("1-2 select")
        assert logged(home) == []
        terminal.type(shown_number(terminal, "Halves go to the even"))
        terminal.see("Suggested", "q stop")
        terminal.type("\r")
        terminal.see("Session over", "u undo")
        terminal.type("u")
        terminal.see("1/1", "1-2 select")
    assert [row[0] for row in logged(home)] == ["answer", "undo"]


def test_not_today_is_not_asked_again(home: Path) -> None:
    with quiz(home, "choice") as terminal:
        terminal.see("1-2 select")
        terminal.type("s")
        terminal.see("No questions were answered.")
    assert [row[0] for row in logged(home)] == ["bury"]


def test_a_demo_is_changed_and_run_from_the_rating(home: Path, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\necho 'print(40 + 2)' > \"$1\"\n")
    editor.chmod(0o755)
    with quiz(home, "choice", EDITOR=str(editor)) as terminal:
        terminal.see("1-2 select")
        terminal.type(shown_number(terminal, "Halves go up."))
        terminal.see("e edit and run it", "q stop")
        terminal.type("e")
        terminal.see("print(40 + 2) → 42")
    assert logged(home) == []


def test_the_question_and_what_came_since_are_shown_again(home: Path) -> None:
    with quiz(home, "recall") as terminal:
        terminal.see("stop >")
        terminal.type("\r")
        terminal.see("Which of these", "> []")
        terminal.type("r")
        terminal.see("Why does", "Which of these", "> []")


def test_an_interview_can_keep_its_verdicts_to_the_end(home: Path) -> None:
    chosen = ("interview", "--topic", TOPIC, "--seed", "4", "--minutes", "5", "--no-feedback")
    with Terminal(home, *chosen, rows=40) as terminal:
        for number in (1, 2, 3):
            terminal.see(f"{number}/3", "q stop")
            if "explain" in terminal.lines[0]:
                terminal.type("even\r")
                terminal.see("> even >")
                terminal.type("\r")
            else:
                terminal.type("n" if "choose" in terminal.lines[0] else ":n\r")
        terminal.see("You said: even", "Which of these did you cover?", "> []")
        terminal.type("1")
        terminal.see("> [1]")
        terminal.type("\r")
        text = terminal.see("Mock interview", "missed:", "u undo")
    assert "12%" in text


def test_an_interrupted_rating_keeps_the_answer(home: Path) -> None:
    with quiz(home, "choice") as terminal:
        terminal.see("1-2 select")
        terminal.type(shown_number(terminal, "Halves go up."))
        terminal.see("Suggested grade: again", "q stop")
        terminal.type("\x03")
        assert terminal.end() == 130
    assert logged(home) == [("answer", "own:rounding/which-rule", 1, 0)]


@pytest.mark.parametrize("kind", ["predict", "fill", "choice", "fix", "recall"])
def test_not_knowing_shows_the_answer(home: Path, kind: str) -> None:
    with quiz(home, kind, rows=50) as terminal:
        terminal.see("don't know")
        terminal.type("n" if kind == "choice" else ":n\r")
        terminal.see("Here is the answer.", "Suggested grade: again")


@pytest.mark.parametrize("kind", ["predict", "fill", "choice", "fix", "recall"])
def test_interrupting_a_question_loses_nothing_and_can_be_resumed(home: Path, kind: str) -> None:
    with quiz(home, kind) as terminal:
        terminal.see("don't know")
        terminal.type("\x03")
        terminal.see("--resume")
        assert terminal.end() == 130
    with Terminal(home, "quiz", "--resume") as terminal:
        terminal.see("1/1", "don't know")
