"""Opens the screen in the person's settings: a terminal with keys, or plain lines in and out."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from quizcli.cli import environment
from quizcli.screens.keyboard import Lines, person
from quizcli.screens.stage import Stage
from quizcli.screens.theme import Look, look_of, make_console
from quizcli.settings import Settings


def console_and_look(settings: Settings) -> tuple[Console, Look]:
    """Where commands print that ask nothing."""
    plain = settings.plain or environment.plain(sys.argv[1:])
    console = make_console(plain=plain, colour=settings.colour)
    return console, look_of(console, plain=plain)


@contextmanager
def stage(settings: Settings) -> Iterator[Stage]:
    """The screen of a session; the terminal is as before once it is closed."""
    plain = settings.plain or environment.plain(sys.argv[1:])
    console = make_console(plain=plain, colour=settings.colour)
    if environment.person_present():
        with person() as keyboard:
            yield Stage(console, keyboard, plain=plain)
    else:
        lines = Lines(sys.stdin, lambda line: console.print(Text(line), soft_wrap=True))
        yield Stage(console, lines, plain=plain)
