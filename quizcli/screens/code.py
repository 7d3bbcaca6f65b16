"""Highlights Python code with the standard library's tokenizer."""

import io
import keyword
from typing import TYPE_CHECKING

from rich.text import Text

from quizcli.screens.theme import Look

if TYPE_CHECKING:
    import tokenize


def highlighted(code: str, look: Look) -> list[Text]:
    """The highlighted lines of a program; from a syntax error on, they stay plain."""
    lines = [Text(line) for line in code.expandtabs(4).rstrip("\n").split("\n")]
    return _coloured(lines, code) if look.colour else lines


def _coloured(lines: list[Text], code: str) -> list[Text]:
    import tokenize

    styles = {
        tokenize.STRING: "code.string",
        tokenize.NUMBER: "code.number",
        tokenize.COMMENT: "code.comment",
    }
    try:
        for token in tokenize.generate_tokens(io.StringIO(code.expandtabs(4)).readline):
            style = styles.get(token.type)
            if token.type == tokenize.NAME and keyword.iskeyword(token.string):
                style = "code.keyword"
            if style:
                _paint(lines, token, style)
    except (tokenize.TokenError, SyntaxError):
        pass
    return lines


def _paint(lines: list[Text], token: "tokenize.TokenInfo", style: str) -> None:
    (first, start), (last, end) = token.start, token.end
    for number in range(first, min(last, len(lines)) + 1):
        line = lines[number - 1]
        line.stylize(style, start if number == first else 0, end if number == last else len(line))
