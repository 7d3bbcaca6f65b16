"""The folder that a program may write to: made for it, and gone with it."""

import contextlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from quizcli.runner import namespaces
from quizcli.runner.removal import PREFIX, remove, sweep

SIZE = 64 << 20  # bytes, where the folder is kept in memory
FILES = 4096
SHOWN = 1000
PLACES = ("/srv", "/media", "/mnt", "/tmp")  # noqa: S108 - covered by an own file system, not used


@contextlib.contextmanager
def scratch(needed: Sequence[str], *, in_memory: bool) -> Iterator[str]:
    """A new empty folder, in memory (and of limited size) where this process can mount one.

    `needed` are paths that the folder must not cover.
    """
    place = _place(needed) if in_memory else None
    if place is not None and namespaces.mount_memory(place, SIZE, FILES):
        try:
            yield place
        finally:
            namespaces.unmount(place)
        return
    sweep(time.time())
    folder = tempfile.mkdtemp(prefix=PREFIX)
    try:
        yield folder
    finally:
        remove(folder)


def show(folder: str, paths: Sequence[str]) -> None:
    """Makes what a person's file may read appear in `folder`, where it runs, under its own name."""
    inside = [path for path in paths if not Path(path).is_dir()]
    inside += [str(each) for path in paths if Path(path).is_dir() for each in Path(path).iterdir()]
    for path in inside[:SHOWN]:
        with contextlib.suppress(OSError):
            Path(folder, Path(path).name).symlink_to(path)


def _place(needed: Sequence[str]) -> str | None:
    for place in PLACES:
        covers = any(path == place or path.startswith(place + "/") for path in needed)
        if not covers and Path(place).is_dir() and not Path(place).is_symlink():
            return place
    return None
