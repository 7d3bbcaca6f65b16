"""The bank's Markdown, drawn."""

import pytest

from quizcli.screens.prose import inline, prose
from quizcli.screens.theme import Look

LOOK = Look(width=40)


def lines(markdown: str, look: Look = LOOK) -> list[str]:
    return [line.plain for line in prose(markdown, look)]


def test_lines_of_a_paragraph_flow_and_blank_lines_part_paragraphs() -> None:
    assert lines("one\ntwo\n\nthree") == ["one two", "", "three"]


def test_chinese_flows_without_spaces() -> None:
    assert lines("计算\n图，\n`x` 好") == ["计算图，x 好"]


def test_marks_become_styles() -> None:
    text = inline("**bold** and `code` and *this*", LOOK)
    assert text.plain == "bold and code and this"
    assert [str(span.style) for span in text.spans] == ["strong", "code", "strong"]


def test_marks_stand_between_chinese_characters_without_spaces() -> None:
    text = inline("用来记录*权重*就错了，**不要**`copy`", LOOK)
    assert text.plain == "用来记录权重就错了，不要copy"
    assert [str(span.style) for span in text.spans] == ["strong", "strong", "code"]
    assert inline("a*b*c 和 (a)*(b)*(c) 和 x[0]*y*z", LOOK).plain == (
        "a*b*c 和 (a)*(b)*(c) 和 x[0]*y*z"
    )


def test_stars_in_code_and_sums_are_no_marks() -> None:
    assert inline("`x ** 2` and 2 * 3 * 4", LOOK).plain == "x ** 2 and 2 * 3 * 4"


def test_plain_text_keeps_what_tells_code_from_prose() -> None:
    assert inline("`None`", LOOK._replace(plain=True)).plain == "`None`"


def test_lists_hang() -> None:
    shown = lines("- one two three four five six seven eight\n- nine")
    assert shown[0].startswith("• one")
    assert shown[1].startswith("  ")
    assert shown[2] == "• nine"


def test_fenced_code_keeps_its_lines() -> None:
    assert lines("```python\nfor x in y:\n    pass\n```") == ["  for x in y:", "      pass"]


@pytest.mark.parametrize("piece", ["[", "[a](", "*a ", "**a ", "``a ", "`"])
def test_marks_that_are_opened_for_ever_take_no_time_to_look_at(piece: str) -> None:
    assert inline(piece * 20_000, LOOK).plain  # looking from each to the end takes half a minute


def test_links_show_where_they_lead() -> None:
    assert inline("[docs](https://x.y)", LOOK).plain == "docs <https://x.y>"
