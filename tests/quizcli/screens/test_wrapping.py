"""Lines break where both scripts allow it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from quizcli.screens.wrapping import wrapped


def broken(text: str, width: int, hang: int = 0) -> list[str]:
    return [line.plain for line in wrapped(Text(text), width, hang=hang)]


def test_english_breaks_at_spaces() -> None:
    assert broken("one two three", 8) == ["one two", "three"]


def test_chinese_breaks_between_characters_but_not_before_a_stop() -> None:
    assert broken("计算图释放。", 10) == ["计算图释", "放。"]
    assert broken("计算图（图）", 8) == ["计算图", "（图）"]


def test_a_stop_behind_a_word_that_is_cut_is_not_left_alone() -> None:
    assert broken("set_detect_anomaly(True)。", 8) == ["set_dete", "ct_anoma", "ly(Tru", "e)。"]
    assert broken("abcdefgh。", 8) == ["abcdefg", "h。"]


def test_a_row_of_stops_is_cut_where_the_line_ends() -> None:
    assert broken("…" * 50, 20) == ["…" * 20, "…" * 20, "…" * 10]
    assert len(broken("，" * 20_000, 40)) == 1000  # without looking at all of it for each line


def test_brackets_and_dots_of_all_kinds_stay_with_what_they_belong_to() -> None:
    assert broken("计算图【图】", 8) == ["计算图", "【图】"]
    assert broken("阿尔伯特·某", 8) == ["阿尔伯", "特·某"]


def test_code_within_chinese_stays_whole() -> None:
    assert broken("用 retain_graph=True 保留", 20) == ["用 retain_graph=True", "保留"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert broken("abcdefghij", 4) == ["abcd", "efgh", "ij"]


def test_later_lines_hang() -> None:
    assert broken("1. one two three", 10, hang=3) == ["1. one two", "   three"]


def test_lines_of_the_text_stay_lines() -> None:
    assert broken("one\n\ntwo", 10) == ["one", "", "two"]


def test_styles_survive_the_break() -> None:
    text = Text("one ").append("two three", "bold")
    assert [span.style for line in wrapped(text, 8) for span in line.spans] == ["bold", "bold"]


@given(st.text("ab 计算，。（`", max_size=60), st.integers(4, 30), st.integers(0, 3))
def test_nothing_is_lost_and_nothing_is_too_wide(text: str, width: int, hang: int) -> None:
    lines = broken(text, width, hang)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize("text", ["", " ", "。", "((((", "计" * 50])
def test_odd_text_does_no_harm(text: str) -> None:
    assert "".join(broken(text, 5)).strip() == text.strip()
