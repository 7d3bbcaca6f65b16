"""The console of commands that only print."""

import sys

from rich.console import Console

from quizcli.cli import environment
from quizcli.screens.theme import Look, look_of, make_console
from quizcli.settings import Settings


def wants_plain(settings: Settings) -> bool:
    """Whether to print without boxes, symbols and redrawing."""
    return settings.plain or environment.plain(sys.argv[1:])


def console_and_look(settings: Settings) -> tuple[Console, Look]:
    """The console under the user's settings, and the matching look."""
    plain = wants_plain(settings)
    console = make_console(plain=plain, colour=settings.colour)
    return console, look_of(console, plain=plain)
