"""The theme: colours by meaning, from the 16 that every terminal keeps readable."""

import shutil
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text
from rich.theme import Theme

from quizcli.model.printable import printable

THEME = Theme(
    {
        "title": "bold",
        "key": "bold",
        "strong": "bold",
        "muted": "dim",
        "right": "bold green",
        "wrong": "bold red",
        "near": "bold magenta",
        "hint": "magenta",
        "link": "underline",
        "code": "cyan",
        "code.keyword": "magenta",
        "code.string": "green",
        "code.number": "cyan",
        "code.comment": "dim",
        "effect": "cyan",
        "watch": "dim",
        "error": "red",
    },
)

NARROWEST, WIDEST = 20, 100  # longer lines are hard to read


class Look(NamedTuple):
    """What a drawing needs to know: columns, whether to avoid symbols, whether to use colour."""

    width: int = 80
    plain: bool = False
    colour: bool = True

    def sign(self, symbol: str, word: str = "") -> str:
        """A symbol, or the word for it where symbols would disturb."""
        return word if self.plain else symbol


class _Console(Console):
    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Print text with control characters made visible, wherever it came from."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))

    def on_broken_pipe(self) -> None:
        raise  # in an except clause; the command line handles it


def make_console(*, stderr: bool = False, plain: bool = False, colour: str = "auto") -> Console:
    """A console in quizcli's colours that prints text without interpreting markup."""
    never = plain or colour == "never"
    return _Console(
        theme=THEME,
        stderr=stderr,
        color_system=None if never else "standard" if colour == "always" else "auto",
        force_terminal=True if colour == "always" else None,
        markup=False,
        highlight=False,
        emoji=False,
    )


def look_of(console: Console, *, plain: bool) -> Look:
    """The look for the current state of a console."""
    ascii_only = not console.encoding.lower().startswith("utf")
    columns = console.width
    if console.is_dumb_terminal:  # rich assumes a fixed size for these
        columns = shutil.get_terminal_size().columns
    return Look(
        max(NARROWEST, min(columns, WIDEST)), plain or ascii_only, console.color_system is not None
    )


def print_lines(console: Console, lines: Iterable[Text]) -> None:
    """Print lines that already fit, all at once: line by line is several times slower."""
    if console.color_system is None:
        console.file.write(printable("".join(f"{line.plain}\n" for line in lines)))
    else:
        console.print(Text("\n").join(lines), soft_wrap=True)
