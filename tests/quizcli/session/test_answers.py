"""What is typed is read as option numbers, code, or edits of lines."""

import pytest

from quizcli.session.answers import Edit, edited, line_edit, numbers, tidy_code


@pytest.mark.parametrize("typed", ["1 3", "1,3", "13", "１、３", "3 1", "1 and 3", " 1, 3 "])
def test_numbers_are_read_however_they_are_separated(typed: str) -> None:
    assert numbers(typed, 4) == {0, 2}


@pytest.mark.parametrize("typed", ["", "x", "5", "0", "1x", ",", "retain", "9" * 5000])
def test_what_is_no_list_of_options_is_none(typed: str) -> None:
    assert numbers(typed, 4) is None


def test_more_than_nine_options_need_separators() -> None:
    assert numbers("12", 12) == {11}
    assert numbers("1 " + "9" * 5000, 12) is None


def test_full_width_punctuation_in_code_is_made_plain_but_not_inside_quotes() -> None:
    assert tidy_code("retain_graph＝True，x") == "retain_graph=True,x"
    assert tidy_code("print(“是，”)") == 'print("是，")'


CODE = "for x in xs:\n    y = f(x)\n    y.backward()\n"


@pytest.mark.parametrize(
    ("typed", "edit"),
    [
        ("2", Edit(2, "set")),
        ("2 y = g(x)", Edit(2, "set", "y = g(x)")),
        ("2: y = g(x)", Edit(2, "set", "y = g(x)")),
        ("2+ z = 1", Edit(2, "add", "z = 1")),
        ("3-", Edit(3, "drop")),
        ("0+ import torch", Edit(0, "add", "import torch")),
        ("9", None),
        ("9" * 5000, None),
        ("0", None),
        ("y = g(x)", None),
        ("", None),
    ],
)
def test_a_line_is_edited_by_its_number(typed: str, edit: Edit | None) -> None:
    assert line_edit(typed, 3) == edit


def test_an_edit_keeps_the_indentation_of_its_line() -> None:
    assert edited(CODE, Edit(2, "set", "y = g(x)")).split("\n")[1] == "    y = g(x)"
    assert edited(CODE, Edit(3, "add", "n += 1")).split("\n")[3] == "    n += 1"
    assert edited(CODE, Edit(2, "drop")) == "for x in xs:\n    y.backward()\n"
