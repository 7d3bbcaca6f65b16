"""Errors of the progress file, each in one line for the user."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quizcli.errors import QuizError
from quizcli.language import N_, _, reason


class StoreError(QuizError):
    """The progress file could not be read or written; nothing was left half-written."""


class DamagedError(StoreError):
    """The progress file is damaged."""


class NewerError(StoreError):
    """The progress file was written by a newer quizcli."""


class ReadOnlyError(StoreError):
    """The file, or its folder, cannot be written."""


_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
_LOCKED_AWAY = (errno.EACCES, errno.EPERM, errno.EROFS)
_TOLD: tuple[tuple[tuple[str, ...], type[StoreError], str], ...] = (
    (
        ("disk is full",),
        StoreError,
        N_("{path}: the disk is full, so this was not saved; free some space and try again"),
    ),
    (
        ("malformed", "not a database", "corrupt"),
        DamagedError,
        N_(
            "{path}: the progress file is damaged; 'quizcli progress repair' sets it aside"
            " and restores what can be restored"
        ),
    ),
    (
        ("readonly", "unable to open"),
        ReadOnlyError,
        N_(
            "{path}: cannot be written; make it writable, or choose another folder"
            " with QUIZCLI_HOME=FOLDER"
        ),
    ),
    (
        ("disk I/O error",),
        StoreError,
        N_(
            "{path}: the disk refused to read or write it; check whether it is full or damaged, "
            "and try again"
        ),
    ),
    (
        ("locked", "busy"),
        StoreError,
        N_("{path}: another program is using the file; close it and try again"),
    ),
)


def damaged(path: Path) -> StoreError:
    """The error for a file that SQLite finds damaged."""
    return told(path, sqlite3.DatabaseError("malformed"))


def read_only(path: Path) -> StoreError:
    """The error for writing to a file opened read-only."""
    return told(path, sqlite3.OperationalError("readonly"))


def told(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """The error for the file at `path`: what went wrong and what to do next."""
    text = str(error)
    if isinstance(error, OSError):
        text = "disk is full" if error.errno in _FULL else text
        text = "readonly" if error.errno in _LOCKED_AWAY else text
    for signs, kind, message in _TOLD:
        if any(sign in text for sign in signs):
            return kind(_(message).format(path=path))
    return StoreError(f"{path}: {reason(error) if isinstance(error, OSError) else text}")


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Convert errors of the file at `path` into StoreError."""
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.IntegrityError):
        raise  # ours, not the file's
    except (sqlite3.Error, OSError) as error:
        raise told(path, error) from error
