"""Python that was copied with its prompts, as the program that it shows."""

import ast
import doctest

PROMPT = ">>> "


def without_prompts(code: str) -> str:
    """The program of a transcript (`>>> x`), where each value that it showed is printed.

    Other code is given back as it is.
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
        return source  # a statement, which printed itself
    shown = source.strip()
    return source if shown.startswith("print(") else f"print({shown})\n"
