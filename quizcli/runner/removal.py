"""Deletes what a program left."""

import os
import tempfile
from pathlib import Path


def remove(folder: str) -> None:
    """Deletes a folder, however deep a program made it and whatever rights it took away."""
    grave = Path(tempfile.mkdtemp(prefix="quizcli-"))
    waiting = [_move(Path(folder), grave, 0)]
    for current in waiting:  # grows: every folder below is moved up, so that paths stay short
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
