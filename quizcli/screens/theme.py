"""Colours by meaning, from the 16 that every terminal's own palette keeps readable."""

from rich.console import Console
from rich.theme import Theme

THEME = Theme(
    {
        "title": "bold",
        "key": "bold",
        "muted": "dim",
        "right": "bold green",
        "wrong": "bold red",
        "near": "bold magenta",
        "hint": "magenta",
        "code": "bold",
        "code.keyword": "magenta",
        "code.string": "green",
        "code.number": "cyan",
        "code.comment": "dim",
        "effect": "cyan",
        "error": "red",
    },
    inherit=False,
)


def make_console(*, stderr: bool = False, plain: bool = False) -> Console:
    """A console in quizcli's colours that interprets nothing in the text it is given."""
    return Console(
        theme=THEME,
        stderr=stderr,
        color_system=None if plain else "auto",
        markup=False,
        highlight=False,
        emoji=False,
    )
