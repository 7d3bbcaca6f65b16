"""Imports and exports logs: JSON Lines, and progress files of other machines."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import fields
from datetime import UTC, date, datetime
from io import BufferedReader
from pathlib import Path
from typing import Any, TextIO, TypeVar, get_args

from quizcli.errors import QuizError
from quizcli.language import _
from quizcli.model.review import Act, Entry, Grade, Mode
from quizcli.store.connection import connect_to_read
from quizcli.store.errors import telling
from quizcli.store.log import Log
from quizcli.store.migrations import migrate

Read = TypeVar("Read")

LONGEST = 1 << 20  # maximum bytes of a line; answers are far shorter
_SHOWN = 40  # characters shown of a wrong value
_SQLITE = b"SQLite format 3"
_DEFAULTS = {field.name: field.default for field in fields(Entry)}


def to_line(entry: Entry) -> str:
    """An entry as one line of JSON; default values are omitted."""
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
    """Read the entries of an export or a progress file; raises QuizError with file and line."""
    with telling(path), path.open("rb") as file:  # opened once: a pipe cannot be read twice
        if file.peek(len(_SQLITE)).startswith(_SQLITE):
            yield from _of_database(path)
        else:
            yield from _of_lines(file, path)


def _of_lines(file: BufferedReader, path: Path) -> Iterator[Entry]:
    for number, line in enumerate(iter(lambda: file.readline(LONGEST), b""), start=1):
        if line.strip():
            try:
                yield of_line(line.decode(errors="replace"))
            except (ValueError, TypeError, KeyError) as wrong:
                raise QuizError(
                    _("{path}:{line}: not a log entry: {wrong}; nothing was added").format(
                        path=path, line=number, wrong=_reason(wrong)
                    )
                ) from None


def of_line(line: str) -> Entry:
    """Parse an entry from a line of JSON; raises ValueError, TypeError or KeyError."""
    values = json.loads(line)
    if not isinstance(values, Mapping):
        raise ValueError(_("it is not an object"))
    if unknown := set(values) - set(_DEFAULTS):
        raise ValueError(_("there is no field '{name}'").format(name=min(unknown)))
    at = _of_text("at", values["at"], datetime.fromisoformat)
    if at.tzinfo is None:
        raise ValueError(_("'at' has no time zone"))
    entry = Entry(**{
        **values,
        "at": at.astimezone(UTC),
        "day": _of_text("day", values["day"], date.fromisoformat),
        "grade": None if values.get("grade") is None else _of_text("grade", values["grade"], Grade),
    })  # fmt: skip
    _check(entry)
    return entry


def _of_text(field: str, given: Any, read: Callable[[Any], Read]) -> Read:
    """Parse a field; raises ValueError naming the field."""
    try:
        return read(given)
    except (ValueError, TypeError):
        raise ValueError(_wrong(field, given)) from None


def _check(entry: Entry) -> None:
    if entry.act not in get_args(Act):
        raise ValueError(_wrong("act", entry.act))
    if entry.mode is not None and entry.mode not in get_args(Mode):
        raise ValueError(_wrong("mode", entry.mode))
    kinds: dict[str, tuple[type, ...]] = {
        "id": (str,), "question": (str,), "session": (str,), "counts": (bool,), "hints": (int,),
        "revision": (int,), "seconds": (int, float), "details": (dict,),
        "right": (bool, type(None)), "cancels": (str, type(None)),
    }  # fmt: skip
    for name, allowed in kinds.items():
        if not isinstance(getattr(entry, name), allowed):
            raise ValueError(_wrong(name, getattr(entry, name)))


def _reason(wrong: Exception) -> str:
    if isinstance(wrong, KeyError):
        return _("'{name}' is missing").format(name=wrong.args[0])
    if isinstance(wrong, json.JSONDecodeError):
        return _("it is not JSON")
    return str(wrong)


def _wrong(field: str, value: object) -> str:
    return _("'{name}' cannot be {value}").format(name=field, value=repr(value)[:_SHOWN])


def _of_database(path: Path) -> Iterator[Entry]:
    """Read a progress file through a copy in memory, so that its file stays unchanged."""
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
    except sqlite3.OperationalError:  # the medium is read-only
        with closing(connect_to_read(path)) as other:
            other.backup(memory)
    return memory


def write_log(entries: Iterable[Entry], lines: TextIO) -> int:
    """Write entries to a text stream, one per line; returns how many."""
    count = 0
    for entry in entries:
        lines.write(to_line(entry) + "\n")
        count += 1
    return count
