"""Opens the screen under the user's settings: a terminal with keys, or plain lines."""

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
    """The screen of a session; closing it restores the terminal."""
    plain = wants_plain(settings)
    console = make_console(plain=plain, colour=settings.colour)
    if environment.person_present():
        with person() as keyboard:
            yield Stage(console, keyboard, plain=plain)
    else:
        lines = Lines(sys.stdin, lambda line: console.print(Text(line), soft_wrap=True))
        yield Stage(console, lines, plain=plain)


def edited(stage: Stage, code: str) -> str | None:
    """The code as edited by the user; None if no editor opened, which the stage reports."""
    if environment.editor() is None:
        stage.say(_("Set EDITOR to your preferred editor."), "muted")
        return None
    try:
        with stage.released():
            return environment.edit(code)
    except UsageError as error:  # must not end the session
        stage.say(str(error), "muted")
        return None
