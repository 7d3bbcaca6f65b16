"""The files of a bank, and a cheap way to tell whether any of them changed."""

import os
from collections.abc import Iterator
from pathlib import Path

from quizcli.errors import UsageError
from quizcli.language import _, reason

ENDINGS = (".yaml", ".yml")
NOT_TOPICS = (
    "bank.yaml",
    "claims.yaml",
    "concepts.yaml",
)  # at the top level of a bank
DEEPEST, MOST = 10, 50_000  # nesting of folders, number of files: anything larger is not a bank
Stamp = tuple[str, int, int, int]  # relative path, size, mtime and ctime in nanoseconds


def shipped_folder() -> Path:
    """The bank shipped with quizcli: inside the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "questions"
    return inside if inside.is_dir() else package.parent / "questions"


def topic_files(path: Path) -> tuple[Path, ...]:
    """The topic files in a bank's folder, sorted; the path of a file gives just that file."""
    if not path.is_dir():
        if path.suffix in ENDINGS and os.path.lexists(path):
            return (path,)
        missing = _("is not a topic file (`.yaml`)") if path.exists() else _("does not exist")
        raise UsageError(
            _("{path} {missing}; name a bank's folder or a topic's file").format(
                path=path, missing=missing
            )
        )
    return tuple(Path(path, stamp[0]) for stamp in stamps(path))


def stamps(folder: Path) -> tuple[Stamp, ...]:
    """One stamp per topic file below `folder`, sorted by path."""
    return tuple(sorted(_stamps(folder)))


def _stamps(folder: Path) -> Iterator[Stamp]:
    waiting, count = [(str(folder), "")], 0
    while waiting:
        place, lead = waiting.pop()
        if lead.count("/") > DEEPEST:
            raise _no_bank(
                folder, _("its folders are nested more than {n} levels deep").format(n=DEEPEST)
            )
        for entry in _entries(place):
            count += 1
            if count > MOST:
                raise _no_bank(folder, _("it contains more than {n} files").format(n=MOST))
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append((entry.path, f"{lead}{entry.name}/"))
            elif entry.name.endswith(ENDINGS) and not (entry.name in NOT_TOPICS and not lead):
                stat = entry.stat(follow_symlinks=False)
                yield f"{lead}{entry.name}", stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns


def _entries(folder: str) -> Iterator["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except OSError as error:
        raise UsageError(
            _("cannot read {file}: {why}").format(file=folder, why=reason(error))
        ) from error


def _no_bank(folder: Path, why: str) -> UsageError:
    return UsageError(_("{path}: not a bank: {why}").format(path=folder, why=why))


def digest(data: bytes) -> str:
    """A short digest that identifies the content."""
    from hashlib import blake2b  # imported late: not needed when starting from the cache

    return blake2b(data, digest_size=16).hexdigest()


def replace_file(file: Path, content: bytes) -> None:
    """Replace `file` atomically: a concurrent reader sees the old content or the new."""
    import tempfile

    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as part:
            part.write(content)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
