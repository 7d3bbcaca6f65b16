"""Logs as files: JSON Lines out and in, and the progress file of another machine."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import fields
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TextIO, get_args

from quizcli.errors import QuizError
from quizcli.language import _
from quizcli.model.review import Act, Entry, Grade, Mode
from quizcli.store.connection import connect_to_read
from quizcli.store.errors import telling
from quizcli.store.log import Log
from quizcli.store.migrations import migrate

_DEFAULTS = {field.name: field.default for field in fields(Entry)}


def to_line(entry: Entry) -> str:
    """An entry as one line of JSON; what has its default value is left out."""
    values: dict[str, Any] = {
        name: getattr(entry, name)
        for name in _DEFAULTS
        if name != "details" and getattr(entry, name) != _DEFAULTS[name]
    }
    values["at"] = entry.at.astimezone(UTC).isoformat()
    values["day"] = entry.day.isoformat()
    if entry.details:
        values["details"] = dict(entry.details)
    return json.dumps(values, ensure_ascii=False)


def read_log(path: Path) -> Iterator[Entry]:
    """The entries of an export or of a progress file; raises QuizError naming file and line."""
    with telling(path):
        with path.open("rb") as file:
            is_database = file.read(16).startswith(b"SQLite format 3")
        yield from _of_database(path) if is_database else _of_lines(path)


def _of_lines(path: Path) -> Iterator[Entry]:
    with path.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    yield of_line(line)
                except (ValueError, TypeError, KeyError) as wrong:
                    raise QuizError(
                        _("{path}:{line}: is no entry of a log: {wrong}; nothing was added").format(
                            path=path, line=number, wrong=_reason(wrong)
                        )
                    ) from None


def of_line(line: str) -> Entry:
    """The entry of one line of JSON; raises ValueError, TypeError or KeyError."""
    values = json.loads(line)
    if not isinstance(values, Mapping):
        raise ValueError("not an object")
    if unknown := set(values) - set(_DEFAULTS):
        raise ValueError(f"unknown field '{min(unknown)}'")
    at = datetime.fromisoformat(values["at"])
    if at.tzinfo is None:
        raise ValueError("'at' has no time zone")
    entry = Entry(**{
        **values,
        "at": at.astimezone(UTC),
        "day": date.fromisoformat(values["day"]),
        "grade": None if values.get("grade") is None else Grade(values["grade"]),
    })  # fmt: skip
    _check(entry)
    return entry


def _check(entry: Entry) -> None:
    if entry.act not in get_args(Act):
        raise ValueError(f"unknown act '{entry.act}'")
    if entry.mode is not None and entry.mode not in get_args(Mode):
        raise ValueError(f"unknown mode '{entry.mode}'")
    kinds: dict[str, tuple[type, ...]] = {
        "id": (str,), "question": (str,), "session": (str,), "counts": (bool,), "hints": (int,),
        "revision": (int,), "seconds": (int, float), "details": (dict,),
        "right": (bool, type(None)), "cancels": (str, type(None)),
    }  # fmt: skip
    for name, allowed in kinds.items():
        if not isinstance(getattr(entry, name), allowed):
            raise ValueError(f"'{name}' must be {allowed[0].__name__}")


def _reason(wrong: Exception) -> str:
    return f"'{wrong.args[0]}' is missing" if isinstance(wrong, KeyError) else str(wrong)


def _of_database(path: Path) -> Iterator[Entry]:
    """Works on a copy in memory, so that the other file stays as it is, whatever its version."""
    with closing(_copy_in_memory(path)) as db:
        migrate(db, path)
        yield from Log(db).all()


def _copy_in_memory(path: Path) -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:", isolation_level=None)
    memory.row_factory = sqlite3.Row
    try:
        other = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        with closing(other):
            other.backup(memory)
    except sqlite3.OperationalError:  # the medium cannot be written
        with closing(connect_to_read(path)) as other:
            other.backup(memory)
    return memory


def write_log(entries: Iterable[Entry], lines: TextIO) -> int:
    """Write entries to a text stream, one a line; returns how many."""
    count = 0
    for entry in entries:
        lines.write(to_line(entry) + "\n")
        count += 1
    return count
