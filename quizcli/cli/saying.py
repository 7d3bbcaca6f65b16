"""Prints lines and asks yes-or-no questions, outside of screens."""

import sys
import unicodedata

import typer

from quizcli.language import _
from quizcli.model.printable import printable

YES, NO = ("y", "yes", "是", "好"), ("", "n", "no", "否", "不")


def say(text: str = "", *, err: bool = False) -> None:
    """Print the text, with control characters made visible."""
    typer.echo(printable(text), err=err)


def agrees(question: str) -> bool:
    """Ask the user; no terminal or the end of input means no.

    Input typed before the question was shown is discarded.
    """
    if not sys.stdin.isatty():
        return False
    from quizcli.screens.keyboard import person

    with person() as keyboard:
        keyboard.flush()
        while True:
            try:
                typed = keyboard.line(f"{printable(question)} [y/N] ")
            except EOFError:
                say()
                return False
            answer = unicodedata.normalize("NFKC", typed).strip().lower()
            if answer in (*YES, *NO):
                return answer in YES
            say(_("Answer y for yes or n for no."))
