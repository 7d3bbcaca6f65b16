"""Turns a copied Python session, with its prompts, into the program it shows."""

import ast
import doctest

PROMPT = ">>> "


def without_prompts(code: str) -> str:
    """The program of a transcript (`>>> x`), printing each value that the session showed.

    Other code is returned unchanged.
    """
    if not any(line.startswith(PROMPT) for line in code.split("\n")):
        return code
    try:
        examples = doctest.DocTestParser().get_examples(code)
    except ValueError:
        return code
    return "".join(map(_printing, examples)).rstrip("\n")


def _printing(example: doctest.Example) -> str:
    source = example.source
    if not example.want:
        return source
    try:
        ast.parse(source.strip(), mode="eval")
    except SyntaxError:
        return source  # a statement, which printed by itself
    shown = source.strip()
    return source if shown.startswith("print(") else f"print({shown})\n"
