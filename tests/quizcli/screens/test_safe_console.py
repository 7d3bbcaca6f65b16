"""Whatever a bank or a program says, the terminal is not steered by it."""

import pytest
from rich.text import Text

from quizcli.screens.theme import make_console


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;owned\x07", "␛]0;owned"),
        ("\x1b[2J\x1b[H", "␛[2J␛[H"),
        ("abc\u202egpj", "abc\\u202egpj"),
        ("\x9b31m", "\\x9b31m"),
    ],
)
@pytest.mark.parametrize("colour", ["never", "always"])
def test_text_cannot_steer_the_terminal(text: str, shown: str, colour: str) -> None:
    console = make_console(colour=colour)
    with console.capture() as captured:
        console.print(Text(text, "error"))
    own = "\x1b[31m{}\x1b[0m\n" if colour == "always" else "{}\n"
    assert captured.get() == own.format(shown)
