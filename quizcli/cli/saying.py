"""Lines for a person, outside of screens."""

import typer

from quizcli.model.printable import printable


def say(text: str = "", *, err: bool = False) -> None:
    """Prints the text; what would steer the terminal in it becomes visible."""
    typer.echo(printable(text), err=err)
