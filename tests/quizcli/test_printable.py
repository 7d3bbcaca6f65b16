"""Text from elsewhere can be read and cannot steer the terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizcli.model.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\x1b]0;title\x07", "␛]0;title␇"),
        ("50%\r100%", "50%␍100%"),
        ("a\r\nb\tc\n", "a\nb\tc\n"),
        ("\x7f\x9b", "␡\\x9b"),
        ("abc\u202egpj.exe", "abc\\u202egpj.exe"),
        ("\u2066x\u2069\u200f", "\\u2066x\\u2069\\u200f"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\ue0041"),
        ("梯度 ∂y/∂x 👩‍🔬", "梯度 ∂y/∂x 👩‍🔬"),
    ],
)
def test_what_would_steer_the_terminal_is_shown_instead(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text())
def test_nothing_that_steers_is_left(text: str) -> None:
    shown = printable(text)
    assert not [each for each in shown if each < " " and each not in "\n\t"]
    shown.encode()
    assert printable(shown) == shown
