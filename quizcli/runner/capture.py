"""What a program prints and warns, with the line of its source that did so."""

import io
import sys
import warnings
from types import FrameType
from typing import Any

Line = list[Any]  # [line of the source, text]: a list, as JSON gives it back


class Printer(io.TextIOWrapper):
    """A standard stream that writes through, and notes which line of `source` printed what."""

    def __init__(self, fd: int, source: str) -> None:
        raw = io.FileIO(fd, "wb", closefd=False)
        super().__init__(raw, encoding="utf-8", newline="\n", write_through=True)  # type: ignore[type-var]
        self.source = source
        self.log: list[Line] = []

    def write(self, text: str, /) -> int:
        count = super().write(text)
        line = line_of(sys._getframe(1), self.source)
        log = self.log
        if log and log[-1][0] == line and not log[-1][1].endswith("\n"):
            log[-1][1] += text
        elif text:
            log.append([line, text])
        return count


def line_of(frame: FrameType | None, source: str) -> int:
    """The line of `source` that is being executed in or above `frame`; 0 when there is none."""
    while frame is not None:
        if frame.f_code.co_filename == source:
            return frame.f_lineno
        frame = frame.f_back
    return 0


def record_warnings(source: str) -> list[Line]:
    """The list to which warnings go from now on, each as its line and `Category: text`."""
    log: list[Line] = []

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: Any = None,
        line: str | None = None,
    ) -> None:
        here = lineno if filename == source else line_of(sys._getframe(1), source)
        log.append([here, f"{category.__name__}: {message}"])

    warnings.showwarning = show
    return log
