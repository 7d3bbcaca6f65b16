"""Reads keys and lines from a terminal, or lines from a pipe, without losing or leaking input.

It avoids three traps: line editing that overwrites the prompt (readline prints the prompt itself),
escape sequences of arrow keys in an answer (they are removed), and keys typed ahead (`flush`).
"""

import re
import signal
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import IO, Any, Protocol

_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|.)?")
_BEGUN = ("\x1b", "\x1b[", "\x1bO")  # more of a sequence may follow, or it was the Escape key
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_NAMES = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\t": "tab",
    "\x1b": "escape",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
}


class Keyboard(Protocol):
    """Where answers come from."""

    interactive: bool

    def key(self, idle: Callable[[], None] | None = None) -> str:
        """Read one key by name (`enter`, `up`, `a`, …); `idle` is called while waiting."""
        ...

    def line(self, prompt: str, text: str = "") -> str:
        """Read one line, pre-filled with `text`; raises EOFError at the end of input."""
        ...

    def flush(self) -> None:
        """Discard what was typed before now."""
        ...

    def released(self) -> AbstractContextManager[None]:
        """Hand the terminal to another program, such as an editor."""
        ...


def cleaned(line: str) -> str:
    """The typed text without escape sequences and control characters."""
    return _CONTROL.sub("", _SEQUENCE.sub("", line))


class Lines:
    """Answers from a pipe or file, one per line, echoed so that the output is readable."""

    interactive = False

    def __init__(self, source: IO[str], echo: Callable[[str], None]) -> None:
        self._source = source
        self._echo = echo

    def key(self, idle: Callable[[], None] | None = None) -> str:
        return self.line("> ").strip() or "enter"

    def line(self, prompt: str, text: str = "") -> str:
        line = self._source.readline()
        if not line:
            raise EOFError
        answer = cleaned(line.rstrip("\r\n"))
        self._echo(f"{prompt}{answer}".rstrip())
        return answer

    def flush(self) -> None:
        """Do nothing: a script cannot type ahead."""

    def released(self) -> AbstractContextManager[None]:
        return nullcontext()


class Terminal:
    """Answers from a terminal: single keys without echo, lines with readline's editing."""

    interactive = True

    def __init__(self, source: IO[str]) -> None:
        import termios

        self._termios = termios
        self._fd = source.fileno()
        self._own = termios.tcgetattr(self._fd)
        self._silent = False
        self._prompt = ""  # of the line being typed
        self._editing: list[Any] | None = None  # terminal settings for readline
        self._readline = _readline()

    def __enter__(self) -> "Terminal":
        self._silence()
        self._before = signal.signal(signal.SIGCONT, self._continued)
        return self

    def __exit__(self, *_exception: object) -> None:
        signal.signal(signal.SIGCONT, self._before)
        self._restore()

    def key(self, idle: Callable[[], None] | None = None) -> str:
        while not self._ready(0.25):
            if idle:
                idle()
        typed = self._character()
        if typed == "\x1b":
            while typed in _BEGUN or not _SEQUENCE.fullmatch(typed):
                if not self._ready(0.03):
                    break
                typed += self._character()
        if typed in ("", "\x04"):
            raise EOFError
        return _NAMES.get(typed) or unicodedata.normalize("NFKC", typed)

    def line(self, prompt: str, text: str = "") -> str:
        self._prompt = prompt
        try:
            with self.released(), self._prefilled(text):
                return cleaned(input(prompt))
        finally:
            self._prompt = ""

    def flush(self) -> None:
        self._termios.tcflush(self._fd, self._termios.TCIFLUSH)

    @contextmanager
    def released(self) -> Iterator[None]:
        self._restore()
        try:
            yield
        finally:
            self._silence()

    @contextmanager
    def _prefilled(self, text: str) -> Iterator[None]:
        readline = self._readline

        def begin() -> None:
            self._editing = self._termios.tcgetattr(self._fd)
            readline.insert_text(text)

        if readline:
            readline.set_startup_hook(begin)
        try:
            yield
        finally:
            if readline:
                readline.set_startup_hook(None)

    def _silence(self) -> None:
        """Turn off echo and line buffering, so that stray keys leave no marks on the screen."""
        flags = self._termios
        mode = flags.tcgetattr(self._fd)
        mode[3] &= ~(flags.ECHO | flags.ICANON)
        mode[6][flags.VMIN], mode[6][flags.VTIME] = 1, 0
        self._set(mode)
        self._silent = True

    def _restore(self) -> None:
        self._silent = False
        self._set(self._own)

    def _continued(self, *_signal: object) -> None:
        """After Ctrl-Z and `fg`, restore the terminal settings and the prompt."""
        if self._silent:
            self._silence()
        elif self._prompt and self._readline and self._editing:
            self._set(self._editing)
            print(self._prompt + self._readline.get_line_buffer(), end="", flush=True)

    def _set(self, mode: list[Any]) -> None:
        with suppress(self._termios.error):  # the terminal was closed
            self._termios.tcsetattr(self._fd, self._termios.TCSADRAIN, mode)

    def _ready(self, seconds: float) -> bool:
        from select import select

        return bool(select([self._fd], [], [], seconds)[0])

    def _character(self) -> str:
        """Read one character of any number of bytes; empty at the end of input."""
        import os

        typed = os.read(self._fd, 1)
        while typed and typed[0] >= 0xC0 and len(typed) < 4:
            try:
                return typed.decode()
            except UnicodeDecodeError:
                typed += os.read(self._fd, 1)
        return typed.decode(errors="replace")


class Windows:
    """Answers from a Windows console."""

    interactive = True

    def __init__(self) -> None:
        import msvcrt

        self._console: Any = msvcrt

    def __enter__(self) -> "Windows":
        return self

    def __exit__(self, *_exception: object) -> None:
        pass

    def key(self, idle: Callable[[], None] | None = None) -> str:
        typed = self._console.getwch()
        if typed in ("\x00", "\xe0"):
            arrows = {"H": "up", "P": "down", "K": "left", "M": "right"}
            return arrows.get(self._console.getwch(), "escape")
        if typed == "\x03":
            raise KeyboardInterrupt
        if typed == "\x1a":
            raise EOFError
        return _NAMES.get(typed) or unicodedata.normalize("NFKC", typed)

    def line(self, prompt: str, text: str = "") -> str:
        return cleaned(input(prompt))

    def flush(self) -> None:
        while self._console.kbhit():
            self._console.getwch()

    def released(self) -> AbstractContextManager[None]:
        return nullcontext()


@contextmanager
def person() -> Iterator[Keyboard]:
    """The keyboard of this terminal, which is restored afterwards."""
    with Windows() if sys.platform == "win32" else Terminal(sys.stdin) as keyboard:
        yield keyboard


def _readline() -> Any:
    """Set up line editing, without a history of answers."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_auto_history(False)
    if "libedit" not in (readline.__doc__ or ""):
        readline.parse_and_bind("set enable-bracketed-paste off")  # pasted lines count as typed
        readline.parse_and_bind("set bell-style none")
    return readline
