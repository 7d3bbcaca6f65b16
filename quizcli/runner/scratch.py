"""The writable folder of a program: created for it and deleted after it."""

import contextlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from quizcli.runner import namespaces
from quizcli.runner.removal import PREFIX, remove, sweep

SIZE = 64 << 20  # bytes, if the folder is in memory
FILES = 4096
SHOWN = 1000
PLACES = ("/srv", "/media", "/mnt", "/tmp")  # noqa: S108 - covered by an own file system, not used


@contextlib.contextmanager
def scratch(needed: Sequence[str], *, in_memory: bool) -> Iterator[str]:
    """Create an empty folder, in memory (with limited size) if this process can mount one.

    The folder must not cover the paths in `needed`.
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
    """Make the paths that the user's file may read appear in `folder`, under their own names."""
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
