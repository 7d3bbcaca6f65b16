"""Deletes what programs left behind: at once, or a day later if a run was killed."""

import contextlib
import os
import tempfile
from pathlib import Path

PREFIX = "quizcli-"
DAY = 86_400.0  # seconds


def sweep(now: float) -> None:
    """Delete temporary folders older than a day at `now` (Unix time)."""
    for old in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if not old.is_symlink() and old.is_dir() and now - old.stat().st_mtime > DAY:
                remove(str(old))


def remove(folder: str) -> None:
    """Delete a folder, however deeply nested and whatever its permissions."""
    grave = Path(tempfile.mkdtemp(prefix=PREFIX))
    waiting = [_move(Path(folder), grave, 0)]
    for current in waiting:  # grows: nested folders are moved up, so that paths stay short
        for entry in list(os.scandir(current)):
            if entry.is_dir(follow_symlinks=False):
                waiting.append(_move(Path(entry.path), grave, len(waiting)))
            else:
                Path(entry.path).unlink()
        current.rmdir()
    grave.rmdir()


def _move(folder: Path, grave: Path, number: int) -> Path:
    folder.chmod(0o700)
    return folder.rename(grave / str(number))
