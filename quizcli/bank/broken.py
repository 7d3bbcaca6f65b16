"""Explains to an author what is wrong with YAML that cannot be parsed.

The parser's own message, which is English and about its internals, is only appended.
"""

import yaml

from quizcli.language import N_, _

# A part of the parser's message, and what to say. The first match is used.
_TOLD: tuple[tuple[str, str], ...] = (
    ("unexpected end of stream", N_("the quote opened here is never closed")),
    ("unknown escape", N_("a backslash in double quotes must be doubled: `\\\\`")),
    ("tab character", N_("a tab; indent with spaces")),
    ("expected '-' indicator", N_("list entries each begin with `- `, in the same column")),
    ("block sequence entries", N_("a list begins on a line of its own")),
    ("expected comment or line break", N_("text after `|` or `>` begins on the next line")),
    ("another document", N_("`---` begins a second document; a file holds only one")),
    ("a constructor for the tag", N_('put text that begins with `!` in "quotes"')),
    ("expected alphabetic", N_('put text that begins with `*` or `&` in "quotes"')),
    ("undefined alias", N_('put text that begins with `*` or `&` in "quotes"')),
    ("cannot start any token", N_('put text that begins with {sign} in "quotes"')),
    ("expected node content", N_("a value is missing, or a bracket is never closed")),
    ("expected ',' or", N_("a comma is missing, or the bracket of line {opened} is not closed")),
)
_BEGAN_BEFORE = ("unexpected end of stream", "could not find expected ':'")
_INDENTED = N_(
    "the line is indented unlike those above; keys of one level begin in the same column"
)
_AFTER_QUOTE = N_("text continues after a closing quote; put all of it in one pair of quotes")
_CHINESE_COLON = N_("YAML needs `: `, an ASCII colon and a space; found `：`")
_NO_COLON = N_("this line is not `key: value`; put a space after the colon")
_SECOND_COLON = N_('a second colon; put text that contains one in "quotes" or after `|`')


def explain(error: yaml.MarkedYAMLError, text: str) -> tuple[int, int, str]:
    """Return the line, the column (both from 1) and what is wrong there."""
    problem = str(error.problem or error)
    mark = error.problem_mark or error.context_mark
    if any(words in problem for words in _BEGAN_BEFORE):
        mark = error.context_mark or mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = [*text.splitlines(), ""]
    opened = error.context_mark.line + 1 if error.context_mark else line + 1
    sign = lines[line][column : column + 1]
    message, guilty = _message(problem, lines, line, column)
    if guilty < line:
        line, column = guilty, max(0, lines[guilty].find("："))
    said = _(message).format(sign=sign, opened=opened) if message else ""
    words = _("{said} (the parser says: {problem})").format(said=said, problem=problem)
    return line + 1, column + 1, words if said else problem


def _message(problem: str, lines: list[str], line: int, column: int) -> tuple[str, int]:
    """Return the message and its line: sometimes the parser notices only on the next line."""
    before = lines[line][:column]
    if "mapping values are not allowed" in problem:
        return _colon(lines, line, before)
    if "could not find expected ':'" in problem:
        return _CHINESE_COLON if "：" in lines[line] else _NO_COLON, line
    if "expected key" in problem or "expected <block end>" in problem:
        return _AFTER_QUOTE if before.rstrip().endswith(('"', "'")) else _INDENTED, line
    return next((told for words, told in _TOLD if words in problem), ""), line


def _colon(lines: list[str], line: int, before: str) -> tuple[str, int]:
    """Decide which colon is wrong: this one, or the one on the line before."""
    above = lines[line - 1] if line else ""
    if "：" in before:
        return _CHINESE_COLON, line
    if "：" in above and ": " not in above:
        return _CHINESE_COLON, line - 1
    if ": " in before:
        return _SECOND_COLON, line
    return (_INDENTED, line) if _indent(lines[line]) > _indent(above) else (_NO_COLON, line - 1)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" -"))
