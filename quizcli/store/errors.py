"""Faults of the progress file, told to a person in one line each."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quizcli.errors import QuizError


class StoreError(QuizError):
    """The progress file could not be read or written; nothing half-written was left behind."""


class DamagedError(StoreError):
    """The progress file is damaged."""


class NewerError(StoreError):
    """The progress file was written by a newer quizcli."""


class ReadOnlyError(StoreError):
    """The progress file, or its folder, cannot be written."""


def told(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """What went wrong with the file at `path`, and what to do next."""
    text = str(error).lower()
    if "full" in text or getattr(error, "errno", None) in (27, 28, 122):
        return StoreError(
            f"{path}: the disk is full, so this was not saved; free some space and repeat"
        )
    if "malformed" in text or "not a database" in text or "corrupt" in text:
        return DamagedError(
            f"{path}: the progress file is damaged; 'quizcli progress repair' sets it aside "
            "and restores what can be restored"
        )
    if (
        "readonly" in text
        or "permission" in text
        or "unable to open" in text
        or "read-only" in text
    ):
        return ReadOnlyError(
            f"{path}: cannot be written; make it writable or choose another folder "
            "with QUIZCLI_HOME=FOLDER"
        )
    if "locked" in text or "busy" in text:
        return StoreError(f"{path}: another program holds the file; close it and repeat")
    return StoreError(f"{path}: {error}; 'quizcli progress check' looks at the file")


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn faults of the file at `path` into StoreError."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # ours
    except (sqlite3.Error, OSError) as error:
        raise told(path, error) from error
