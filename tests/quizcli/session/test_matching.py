"""Answers are matched by what they say, not by how they are written."""

import pytest

from quizcli.session.matching import match

SAME = [
    ("tensor(6.)", "6"),
    ("tensor(6.)", "６"),
    ("tensor(6.)", "6.0"),
    ("tensor(6.)", "tensor([6.])"),
    ("tensor([6.])", "6"),
    ("6.0", "tensor(6.)"),
    ("5", "5 "),
    ("-1.5e-05", "-0.000015"),
    ("tensor(-inf)", "-inf"),
    ("nan", "NaN"),
    ("tensor([0.3333, 0.6667])", "1/3 2/3"),
    ("0.3333", "0.333"),
    ("0.30000000000000004", "0.3"),
    ("[2.0, 2.0]\nraises", "[2,2]\nraises"),
    ("[2.0, 2.0]\nraises", "2 2\n'raises'"),
    ("[2.0, 2.0]\nraises", "[2, 2] raises"),
    ("1\n\n2\n", "1\n2"),
    ("True False", "true no"),
    ("True", "yes"),
    ("True", "是"),
    ("None", "none"),
    ("RuntimeError", "torch.RuntimeError"),
    ("RuntimeError", "RuntimeError: whatever it says"),
    ("torch.Size([2, 1])", "(2, 1)"),
    ("torch.Size([2, 1])", "2,1"),
    ("x.grad tensor(6.)", "6"),
    ("x.grad: tensor(6.)", "x.grad: 6"),
    ("a: 1 b: 2", "1 2"),
    ("tensor(2.) tensor([4.])", "2 4"),
    ("(tensor(2.),)", "2"),
    ("{'a': 1}", "{a:1}"),
    ("tensor([2., 4.], grad_fn=<MulBackward0>)", "2, 4"),
    (
        "tensor([2., 4.], grad_fn=<MulBackward0>)",
        "tensor([2, 4], grad_fn=<MulBackward>)",
    ),
    ("tensor([1., 2.], dtype=torch.float64)", "tensor([1,2],dtype=float64)"),
    ("['MulBackward0', 'AccumulateGrad']", "MulBackward0, AccumulateGrad"),
    ("torch.float32", "float32"),
    ("[[1.0, 2.0], [3.0, 4.0]]", "[1,2],[3,4]"),
    ("[]", "[ ]"),
    ("hi", "“hi”"),
    ("x + 1 AddBackward0 []", "x + 1 AddBackward0 []"),
]


@pytest.mark.parametrize(("printed", "answer"), SAME)
def test_the_same_said_otherwise_is_right(printed: str, answer: str) -> None:
    assert match(printed, answer).right


OTHER = [
    ("tensor(6.)", "6.1", "rounding"),
    ("6", "8", None),
    ("True", "False", None),
    ("True", "1", None),
    ("None", "0", None),
    ("[]", "None", None),
    ("no grad", "grad", None),
    ("1.0 2.0", "1.0", None),
    ("1", "", None),
    ("RuntimeError", "ValueError", None),
    ("MulBackward0 AccumulateGrad", "AccumulateGrad", None),
    ("[[1.0, 2.0], [3.0, 4.0]]", "1 2 3 4", "shape"),
    ("[[1.], [2.]]", "[1,2]", "shape"),
    ("tensor(6., grad_fn=<MulBackward0>)", "tensor(6.)", "form"),
    ("1\n2\n3", "1\n3", "lines"),
    ("-2", "2", "sign"),
    ("0.3333", "0.33", "rounding"),
    ("100000", "100001", "rounding"),
    ("[1, 2]", "[2, 1]", "order"),
    ("RuntimeError", "RuntimeEror", "spelling"),
]


@pytest.mark.parametrize(("printed", "answer", "near"), OTHER)
def test_something_else_is_wrong_and_a_near_miss_is_named(
    printed: str, answer: str, near: str | None
) -> None:
    found = match(printed, answer)
    assert not found.right
    assert found.near == near


@pytest.mark.parametrize(
    "printed", ["", "x", "((", "tensor(", "1/0", "a/b", "<Foo object>", "- -", "[)", "=", "，。"]
)
def test_whatever_was_printed_matches_itself(printed: str) -> None:
    assert match(printed, printed).right


def test_a_line_left_out_does_not_spoil_those_after_it() -> None:
    found = match("1\n2\n3\n4", "1\n3\n4")
    assert [pair.right for pair in found.pairs] == [True, False, True, True]
    assert found.pairs[1].answered is None


def test_escape_sequences_and_invisible_characters_say_nothing() -> None:
    assert match("6", "\u200b6\x07").right


@pytest.mark.parametrize("typed", ["1e9999999", "-1e9999999", "1e-9999999", "1/1e9999999"])
def test_a_number_beyond_all_bounds_is_merely_wrong(typed: str) -> None:
    assert not match("1e5", typed).right
    assert match(typed, typed).right


@pytest.mark.parametrize("opening", ["[", "(", "tensor(", "[1, "])
def test_brackets_without_end_are_merely_wrong(opening: str) -> None:
    assert not match("[1.0, 2.0]", opening * 5000).right
    assert not match("[1.0, 2.0]", opening * 5000 + "1" + ")" * 5000).right
