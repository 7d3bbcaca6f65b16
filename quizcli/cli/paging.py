"""Shows a page in the user's pager if it is longer than the screen."""

import io
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Annotated, Any, cast

import typer

from quizcli.cli import environment, pages
from quizcli.language import _
from quizcli.settings import Settings

if TYPE_CHECKING:
    import subprocess

    from rich.console import Console

    from quizcli.screens.theme import Look

Paging = Annotated[bool, typer.Option(" /--no-pager", help=_("Print everything at once."))]


@contextmanager
def paged(settings: Settings, *, wanted: bool = True) -> Iterator["tuple[Console, Look]"]:
    """The console and look for a page that may be long; returns when the user has read it."""
    console, look = pages.console_and_look(settings)
    command = environment.pager()
    fits = not (wanted and settings.pager and command and environment.person_present())
    if fits or look.plain or console.is_dumb_terminal:
        yield console, look
        return
    page = Page(console.file, console.height, command)
    console.file = cast("IO[str]", page)
    try:
        yield console, look
    finally:
        console.file = page.screen
        page.close()


class Page(io.TextIOBase):
    """A text stream that writes to the screen while the text fits, and otherwise all to the pager.

    So the beginning is visible at once, whatever is still being computed, and stays visible after
    the pager, which uses a separate screen, is closed. Writing after that raises BrokenPipeError.
    """

    def __init__(self, screen: IO[str], rows: int, command: list[str]) -> None:
        self.screen = screen
        self._rows, self._command = rows, command
        self._held: list[str] = []
        self._used = 0
        self._pager: subprocess.Popen[str] | None = None

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return str(getattr(self.screen, "encoding", "utf-8"))

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.screen.fileno()

    def write(self, text: str) -> int:
        self._used += text.count("\n")
        if self._pager is None and self._used >= self._rows:
            self._open()
        if self._pager is None:
            self._held.append(text)
            self.screen.write(text)
        else:
            self._pages.write(text)
            self._pages.flush()
        return len(text)

    def flush(self) -> None:
        (self.screen if self._pager is None else self._pages).flush()

    def close(self) -> None:
        """Wait until the user quits the pager."""
        if self._pager is None:
            return
        with suppress(BrokenPipeError):
            self._pages.close()
        self._pager.wait()
        signal.signal(signal.SIGINT, self._before)
        self._pager = None

    def _interrupt(self, *_signal: object) -> None:
        """Leave Ctrl-C to the pager while it runs."""
        if self._pager is None or self._pager.poll() is not None:
            raise KeyboardInterrupt

    def _open(self) -> None:
        """Start the pager, if there is one, with the text shown so far."""
        import subprocess

        self.screen.flush()
        try:
            self._pager = subprocess.Popen(  # noqa: S603 - the user's own choice
                self._command,
                stdin=subprocess.PIPE,
                env=environment.for_pager(),
                text=True,
                encoding="utf-8",
            )
        except OSError:
            self._rows = 1 << 62  # no pager: treat everything as fitting
            return
        self._before: Any = signal.signal(signal.SIGINT, self._interrupt)
        assert self._pager.stdin is not None
        self._pages = self._pager.stdin
        self._pages.write("".join(self._held))
