"""Opens the screen in the person's settings: a terminal with keys, or plain lines in and out."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.text import Text

from quizcli.cli import environment
from quizcli.cli.pages import wants_plain
from quizcli.errors import UsageError
from quizcli.language import _
from quizcli.screens.keyboard import Lines, person
from quizcli.screens.stage import Stage
from quizcli.screens.theme import make_console
from quizcli.settings import Settings


@contextmanager
def stage(settings: Settings) -> Iterator[Stage]:
    """The screen of a session; the terminal is as before once it is closed."""
    plain = wants_plain(settings)
    console = make_console(plain=plain, colour=settings.colour)
    if environment.person_present():
        with person() as keyboard:
            yield Stage(console, keyboard, plain=plain)
    else:
        lines = Lines(sys.stdin, lambda line: console.print(Text(line), soft_wrap=True))
        yield Stage(console, lines, plain=plain)


def edited(stage: Stage, code: str) -> str | None:
    """The code as the person's editor left it; None where none opened, which the stage says."""
    if environment.editor() is None:
        stage.say(_("Set EDITOR to your preferred editor."), "muted")
        return None
    try:
        with stage.released():
            return environment.edit(code)
    except UsageError as error:  # no reason to end a session
        stage.say(str(error), "muted")
        return None
