"""Python code in the theme's colours, by the standard library's own tokeniser."""

import io
import keyword
import tokenize

from rich.text import Text

_STYLES = {
    tokenize.STRING: "code.string",
    tokenize.NUMBER: "code.number",
    tokenize.COMMENT: "code.comment",
}


def highlighted(code: str) -> list[Text]:
    """The lines of a program; one that does not parse is shown as it is, from there on."""
    lines = [Text(line) for line in code.expandtabs(4).rstrip("\n").split("\n")]
    try:
        for token in tokenize.generate_tokens(io.StringIO(code.expandtabs(4)).readline):
            style = _STYLES.get(token.type)
            if token.type == tokenize.NAME and keyword.iskeyword(token.string):
                style = "code.keyword"
            if style:
                _paint(lines, token, style)
    except (tokenize.TokenError, SyntaxError):
        pass
    return lines


def _paint(lines: list[Text], token: tokenize.TokenInfo, style: str) -> None:
    (first, start), (last, end) = token.start, token.end
    for number in range(first, min(last, len(lines)) + 1):
        line = lines[number - 1]
        line.stylize(style, start if number == first else 0, end if number == last else len(line))
