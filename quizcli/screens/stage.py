"""The screen of a session: what is shown, page by page, and what the person answers to it."""

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
    """A key that works now, and what it does; `also` work as well."""

    key: str
    label: str
    also: tuple[str, ...] = ()

    def answers_to(self, typed: str) -> bool:
        """Whether this key was meant."""
        return typed == self.key or typed in self.also


Drawing = Callable[[Look], Iterable[Text]]


class _Resized(Exception):  # noqa: N818 - no error
    """The window changed its size while a page that is being shown waited for a key."""


class Stage:
    """Shows lines and asks for keys; it remembers the present page, so it can draw it again.

    What is shown as a drawing, which makes lines for a look, then suits the window's new size.
    """

    def __init__(self, console: Console, keyboard: Keyboard, *, plain: bool) -> None:
        self.console = console
        self.keyboard = keyboard
        self._plain = plain
        self._page: list[Drawing | list[Text]] = []
        self._last = Text()  # line
        self._prompt = ""  # of the line that is rewritten
        self._begun = False
        self._unseen = 0  # lines since the person last pressed a key
        self._command = ""  # begun with a colon where the page had not ended yet
        self._size = shutil.get_terminal_size()

    @property
    def interactive(self) -> bool:
        """Whether a person sits at a terminal."""
        return self.keyboard.interactive

    @property
    def moves(self) -> bool:
        """Whether the cursor may be moved."""
        return self.interactive and not self._plain and not self.console.is_dumb_terminal

    @property
    def look(self) -> Look:
        return look_of(self.console, plain=self._plain)

    def fresh(self) -> None:
        """Begin a new page; the last one goes up into the terminal's memory."""
        self._page, self._last, self._prompt = [], Text(), ""
        if self.moves:
            height = self.height
            self.console.file.write("\n" * (height - 1) + "\x1b[H")
            self.console.file.flush()
        elif self._begun:
            self.console.print()
        self._begun, self._unseen, self._command = True, 0, ""

    def show(self, drawing: Drawing | Iterable[Text]) -> None:
        """Add lines to the page; where it gets longer than the screen, wait for a key."""
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
        """Add one statement to the page."""
        self.show(lambda look: wrapped(Text(text, style), look.width))

    def gap(self) -> None:
        """Add an empty line, unless there is one."""
        if self._last.plain.strip():
            self.show([Text()])

    def redraw(self) -> None:
        """Show the page again, from its beginning."""
        page, prompt = self._page, self._prompt
        self.fresh()
        for drawing in page:
            self.show(drawing)
        if prompt:
            self.edit(prompt)

    def keys(self, keys: Sequence[Key]) -> None:
        """Say which keys work."""
        self.show(partial(key_lines, keys))

    def key(self, keys: Sequence[Key], *, flush: bool = True) -> str:
        """Wait for one of these keys; what was typed before they were shown does not count."""
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
        """Forget what was typed before now, unless it is the rest of a command."""
        if not self._command:
            self.keyboard.flush()

    def wait_key(self) -> str:
        """Whatever key comes next; the page follows the window's size meanwhile."""
        key = self.keyboard.key(self._follow_size)
        self._unseen = 0  # whoever presses a key has read what is there
        return key

    def line(self, prompt: str, text: str = "") -> str:
        """One line of text; raises EOFError where there is no more."""
        self.console.file.flush()
        begun, self._command = self._command, ""
        answer = self.keyboard.line(prompt, begun + text)
        self._last = Text(prompt + answer)
        self._page.append([self._last])
        self._unseen = 0
        return answer

    def unsay(self) -> None:
        """Leave the last line that was typed out of the page when it is drawn again."""
        self._page.pop()

    @contextmanager
    def released(self) -> Iterator[None]:
        """Another program has the screen meanwhile; afterwards the page is drawn again."""
        with self.keyboard.released():
            yield
        self._restore(self._page)

    def edit(self, prompt: str) -> None:
        """Rewrite the line that the person is on; where nothing may move, write another."""
        self._prompt = prompt
        if not self.interactive:
            return
        start, end = ("\r\x1b[K", "") if self.moves else ("", "\n")
        self.console.file.write(f"{start}{printable(prompt)}{end}")
        self.console.file.flush()

    def settle(self, prompt: str) -> None:
        """End the line that was rewritten, as it is now."""
        self.edit("")
        self.show([Text(prompt)])

    def _lines(self, drawn: Drawing | list[Text]) -> Iterable[Text]:
        return drawn(self.look) if callable(drawn) else drawn

    def _restore(self, page: Sequence[Drawing | list[Text]]) -> None:
        """Show again what was seen before, without waiting for a key."""
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
    """The keys that work, as `u undo · q stop`; a key and its label stay on one line."""
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
