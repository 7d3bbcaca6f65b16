"""The screen of a session: shows pages and reads the user's input."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from quizcli.language import _
from quizcli.model.printable import printable
from quizcli.screens.keyboard import Keyboard
from quizcli.screens.theme import Look, look_of
from quizcli.screens.wrapping import wrapped


class Key(NamedTuple):
    """An active key and what it does; the keys in `also` do the same."""

    key: str
    label: str
    also: tuple[str, ...] = ()

    def answers_to(self, typed: str) -> bool:
        """Whether the input means this key."""
        return typed == self.key or typed in self.also


Drawing = Callable[[Look], Iterable[Text]]


class _Resized(Exception):  # noqa: N818 - no error
    """The window was resized while a page waited for a key."""


class Stage:
    """Shows lines and reads keys; it remembers the current page, so that it can redraw it.

    A drawing, which makes lines for a look, then adapts to the window's new size.
    """

    def __init__(self, console: Console, keyboard: Keyboard, *, plain: bool) -> None:
        self.console = console
        self.keyboard = keyboard
        self._plain = plain
        self._page: list[Drawing | list[Text]] = []
        self._last = Text()  # line
        self._prompt = ""  # of the line being rewritten
        self._begun = False
        self._unseen = 0  # lines since the last key press
        self._command = ""  # started with a colon before the page ended
        self._size = shutil.get_terminal_size()

    @property
    def interactive(self) -> bool:
        """Whether input and output are a terminal."""
        return self.keyboard.interactive

    @property
    def moves(self) -> bool:
        """Whether the cursor may be moved."""
        return self.interactive and not self._plain and not self.console.is_dumb_terminal

    @property
    def look(self) -> Look:
        return look_of(self.console, plain=self._plain)

    def fresh(self) -> None:
        """Start a new page; the previous one scrolls up."""
        self._page, self._last, self._prompt = [], Text(), ""
        if self.moves:
            height = self.height
            self.console.file.write("\n" * (height - 1) + "\x1b[H")
            self.console.file.flush()
        elif self._begun:
            self.console.print()
        self._begun, self._unseen, self._command = True, 0, ""

    def show(self, drawing: Drawing | Iterable[Text]) -> None:
        """Add lines to the page; if it gets longer than the screen, wait for a key."""
        drawn = drawing if callable(drawing) else [*drawing]
        self._page.append(drawn)
        while True:
            try:
                for line in self._lines(drawn):
                    self._put(line)
                return
            except _Resized:
                self._restore(self._page[:-1])
                self._page.append(drawn)

    def say(self, text: str, style: str = "") -> None:
        """Add one paragraph to the page."""
        self.show(lambda look: wrapped(Text(text, style), look.width))

    def gap(self) -> None:
        """Add an empty line, unless there is one."""
        if self._last.plain.strip():
            self.show([Text()])

    def redraw(self) -> None:
        """Show the page again from the start."""
        page, prompt = self._page, self._prompt
        self.fresh()
        for drawing in page:
            self.show(drawing)
        if prompt:
            self.edit(prompt)

    def keys(self, keys: Sequence[Key]) -> None:
        """Show the active keys."""
        self.show(partial(key_lines, keys))

    def key(self, keys: Sequence[Key], *, flush: bool = True) -> str:
        """Wait for one of these keys; input typed before they were shown is ignored."""
        self.keys(keys)
        if flush:
            self.flush()
        self._command = ""
        while True:
            typed = self.wait_key()
            for key in keys:
                if key.answers_to(typed) or key.answers_to(typed.lower()):
                    return key.key
            if not self.interactive:
                self.say(_("'{typed}' does nothing here").format(typed=typed), "muted")

    def flush(self) -> None:
        """Discard what was typed before now, unless it is the rest of a command."""
        if not self._command:
            self.keyboard.flush()

    def wait_key(self) -> str:
        """Wait for any key; meanwhile the page follows the window's size."""
        key = self.keyboard.key(self._follow_size)
        self._unseen = 0  # a key press means the page has been read
        return key

    def line(self, prompt: str, text: str = "") -> str:
        """Read one line of text; raises EOFError at the end of input."""
        self.console.file.flush()
        begun, self._command = self._command, ""
        answer = self.keyboard.line(prompt, begun + text)
        self._last = Text(prompt + answer)
        self._page.append([self._last])
        self._unseen = 0
        return answer

    def unsay(self) -> None:
        """Omit the last typed line when the page is redrawn."""
        self._page.pop()

    @contextmanager
    def released(self) -> Iterator[None]:
        """Hand the screen to another program; afterwards redraw the page."""
        with self.keyboard.released():
            yield
        self._restore(self._page)

    def edit(self, prompt: str) -> None:
        """Rewrite the current line, or write a new one if the cursor may not move."""
        self._prompt = prompt
        if not self.interactive:
            return
        start, end = ("\r\x1b[K", "") if self.moves else ("", "\n")
        self.console.file.write(f"{start}{printable(prompt)}{end}")
        self.console.file.flush()

    def settle(self, prompt: str) -> None:
        """Finish the rewritten line as it is."""
        self.edit("")
        self.show([Text(prompt)])

    def _lines(self, drawn: Drawing | list[Text]) -> Iterable[Text]:
        return drawn(self.look) if callable(drawn) else drawn

    def _restore(self, page: Sequence[Drawing | list[Text]]) -> None:
        """Show what was visible before, without waiting for a key."""
        prompt = self._prompt
        self.fresh()
        for drawn in page:
            self._page.append(drawn)
            for line in self._lines(drawn):
                self._print(line)
        self._unseen = 0
        if prompt:
            self.edit(prompt)

    def _put(self, line: Text) -> None:
        if self.moves and not self._command and self._unseen >= self.height - 2:
            self._pause()
        self._print(line)

    def _print(self, line: Text) -> None:
        self.console.print(line, no_wrap=True, overflow="ignore", crop=False, soft_wrap=True)
        self._last = line
        self._unseen += 1

    def _pause(self) -> None:
        self.edit(_("— press any key for more —"))
        self.keyboard.flush()
        try:
            if self.keyboard.key(self._notice_size) == ":":
                self._command = ":"
        finally:
            self.edit("")
        self._unseen = 0

    @property
    def height(self) -> int:
        """Rows of the screen."""
        return max(6, shutil.get_terminal_size().lines)

    def _follow_size(self) -> None:
        if self._resized():
            self._restore(self._page)

    def _notice_size(self) -> None:
        if self._resized():
            raise _Resized

    def _resized(self) -> bool:
        before, self._size = self._size, shutil.get_terminal_size()
        return self.moves and self._size != before


def key_lines(keys: Sequence[Key], look: Look) -> list[Text]:
    """The active keys, as `u undo · q stop`; a key and its label stay on one line."""
    lines = [Text()]
    separator = look.sign(" · ", ", ")
    spoken = {"enter": _("Enter"), "space": _("space")}
    for key in keys:
        name = spoken.get(key.key, key.key)
        piece = Text().append(name, "key").append(f" {key.label}", "muted")
        if lines[-1] and lines[-1].cell_len + len(separator) + piece.cell_len > look.width:
            lines.append(Text())
        elif lines[-1]:
            lines[-1].append(separator, "muted")
        lines[-1].append_text(piece)
    return lines
