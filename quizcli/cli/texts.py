"""Reads text files named on the command line, up to a size; protects existing files."""

import sys
from pathlib import Path

from quizcli.errors import QuizError, UsageError
from quizcli.language import _, reason

STDIN = "-"
LARGEST = 4 << 20  # characters; far more than anyone writes by hand


def read_text(file: str | Path) -> str:
    """The text of a file, or of standard input for `-`; raises UsageError."""
    try:
        if str(file) == STDIN:
            text = sys.stdin.read(LARGEST + 1)
        else:
            with Path(file).open(encoding="utf-8") as lines:
                text = lines.read(LARGEST + 1)  # a special file may be endless
    except OSError as error:
        raise UsageError(f"{file}: {reason(error)}") from None
    except UnicodeDecodeError:
        raise UsageError(_("{file}: not UTF-8 text").format(file=file)) from None
    if len(text) > LARGEST:
        name = "<stdin>" if str(file) == STDIN else file
        said = _("{file}: too long; the limit is {n:,} characters")
        raise UsageError(said.format(file=name, n=LARGEST))
    return text.removeprefix("\ufeff")


def keep_existing(file: Path) -> None:
    """Raise QuizError if the file already exists."""
    if file.is_file():
        raise QuizError(_("{file} already exists; remove it first").format(file=file))
