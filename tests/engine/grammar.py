"""A grammar of statements with holes, read from a file; see grammar.txt for the form."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HOLE = re.compile(r"\{(\w+)\}")


@dataclass
class Grammar:
    """`statements` has a list of templates for each unit of weight; `parts` has for each hole what
    may fill it, with the number of dimensions that it takes more than."""

    statements: list[list[str]] = field(default_factory=list)
    parts: dict[str, list[tuple[int, str]]] = field(default_factory=dict)


def read_grammar(*paths: Path) -> Grammar:
    """The grammar of a file, or of several: what they have for one hole is taken together."""
    grammar = Grammar()
    current: list[Any] = []
    weighted = False
    for line in (line for path in paths for line in path.read_text().splitlines()):
        if not line or line.startswith("#"):
            continue
        if not line.startswith("["):
            current += _alternatives(line) if weighted else [_part(line)]
            continue
        name, colon, words = line[1:-1].partition(": ")
        name, _, weight = name.partition(" ")
        weighted = bool(weight)
        current = [] if weighted else grammar.parts.setdefault(name, [])
        if weighted:
            grammar.statements += [current] * int(weight)
        else:
            current += [(-1, word) for word in words.split()] if colon else []
    return grammar


def _alternatives(line: str) -> list[str]:
    copies, star, rest = line.partition("* ")
    return [rest] * int(copies) if star and copies.isdigit() else [line]


def _part(line: str) -> tuple[int, str]:
    return (int(line[1]), line[3:]) if line.startswith(">") else (-1, line)
