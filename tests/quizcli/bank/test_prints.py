"""Recorded output is written into a file, and every other line of it stays as it was."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizcli.bank.prints import unprintable, with_prints
from quizcli.bank.problem import BankError
from quizcli.bank.source import load
from tests.quizcli.bank.files import TOPIC, changed

FILE = Path("sums.yaml")
DEMO, PREDICT = ("demos", 0), ("questions", 0)


def recorded(text: str, output: str, steps: tuple[str | int, ...] = DEMO) -> str:
    item = load(with_prints(text, {steps: output}, FILE), FILE)
    for step in steps:
        item = item[step]
    return item["prints"]


def test_only_the_output_changes() -> None:
    assert with_prints(TOPIC, {DEMO: "5\n"}, FILE) == changed(
        "      2\nquestions", "      5\nquestions"
    )


def test_several_outputs_are_written_at_once() -> None:
    text = with_prints(TOPIC, {DEMO: "5\n", PREDICT: "6\n7\n"}, FILE)
    assert recorded(text, "5\n") == "5\n"
    assert "    prints: |\n      6\n      7\n    wrong:" in text


def test_a_missing_output_is_put_after_the_code() -> None:
    without = changed("    prints: |\n      2\n", "")
    assert with_prints(without, {DEMO: "2\n"}, FILE) == TOPIC


def test_comments_and_blank_lines_stay() -> None:
    text = changed("      2\nquestions", "      2\n\n# what is asked\nquestions")
    assert with_prints(text, {DEMO: "5\n"}, FILE) == text.replace("      2\n\n#", "      5\n\n#")


@pytest.mark.parametrize("field", ['prints: "2\\n"', "prints: ''", "prints: |+\n      2\n\n"])
def test_any_way_of_writing_is_replaced(field: str) -> None:
    text = changed("prints: |\n      2\n", field.rstrip("\n") + "\n")
    assert recorded(text, "5\n") == "5\n"


def test_a_demo_in_flow_style_is_told() -> None:
    text = changed(
        '  - id: one-and-one\n    caption: {en: "A sum.", zh: "一个和。"}\n'
        "    code: |\n      print(1 + 1)\n    prints: |\n      2\n",
        '  - {id: one-and-one, caption: Sum, code: "print(1)"}\n',
    )
    with pytest.raises(BankError, match=r"sums\.yaml:8:37: write the demo in block style"):
        with_prints(text, {DEMO: "1\n"}, FILE)


@pytest.mark.parametrize(
    "output", [" a\n", "  a\n b\n", "\n a\n", "a", "a\n\n", "\n", " ", "- a: b\n"]
)
def test_space_and_line_ends_are_kept(output: str) -> None:
    assert recorded(TOPIC, output) == output


PRINTABLE = st.text(st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n"))


@given(PRINTABLE)
def test_any_printable_output_comes_back_as_it_was(output: str) -> None:
    if unprintable(output) is None:
        assert recorded(TOPIC, output) == output


def test_an_output_with_escapes_is_not_recorded() -> None:
    assert unprintable("a\x1b[2Jb") == "prints the character U+001B, which a bank may not contain"
