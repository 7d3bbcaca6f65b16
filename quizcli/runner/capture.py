"""Captures what a program prints and warns, with the source line that did so."""

import io
import sys
from types import FrameType
from typing import Any

Line = list[Any]  # [source line, text]: a list, as in JSON


WARNINGS = 1000  # maximum kept per program; more add nothing


class Printer(io.TextIOWrapper):
    """A standard stream that passes text on and notes which line of `source` printed what."""

    def __init__(self, fd: int, source: str) -> None:
        raw = io.FileIO(fd, "wb", closefd=False)
        super().__init__(raw, encoding="utf-8", newline="\n", write_through=True)
        self.source = source
        self.printed: list[Line] = []
        self.warned: list[Line] = []

    def write(self, text: str, /) -> int:
        count = super().write(text)
        text = "".join((text,))  # a plain str, not a subclass of the program's
        line = line_of(sys._getframe(1), self.source)
        log = self.printed
        if log and log[-1][0] == line and not log[-1][1].endswith("\n"):
            log[-1][1] += text
        elif text:
            log.append([line, text])
        return count


def line_of(frame: FrameType | None, source: str) -> int:
    """The line of `source` being executed in or above `frame`; 0 if there is none."""
    while frame is not None:
        if frame.f_code.co_filename == source:
            return frame.f_lineno
        frame = frame.f_back
    return 0


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: Any = None,
    line: str | None = None,
) -> None:
    """Note a warning on standard error's Printer; replaces `warnings.showwarning`."""
    errors = sys.__stderr__
    if isinstance(errors, Printer) and len(errors.warned) < WARNINGS:
        here = lineno if filename == errors.source else line_of(sys._getframe(1), errors.source)
        errors.warned.append([here, f"{category.__name__}: {message}"])
