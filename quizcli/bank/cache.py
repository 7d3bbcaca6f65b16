"""The cache of a parsed bank in one file: index, names, questions, and topics read one at a time.

Line 1 is `quizcli-bank <version> <content> <checksum of the index> <its length>`; then come the
index, the names, the questions and the topics, all JSON; the index says where each part is and
verifies it. `content` is the digest of the bank's files: parts of any other content are never read,
so that what was trusted is what runs. A cache file is replaced as a whole and never modified:
concurrent runs see the old file or the new one, and a damaged one is not used.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from quizcli import __version__
from quizcli.bank.entry import Name, QuestionEntry, TopicEntry
from quizcli.bank.files import Stamp, replace_file
from quizcli.bank.keeping import plain, revived
from quizcli.model.topic import Topic

VERSION = f"4-{__version__}"  # raise the number when the format changes
Span = tuple[int, int, int]  # start of a part, its length, its checksum
NAMES, QUESTIONS = "#names", "#questions"
_HEADER = 200  # maximum bytes of line 1


class Damaged(Exception):  # noqa: N818 - a signal inside this room: parse the files again
    """The cache is missing, incomplete, or of another version."""


class Index(NamedTuple):
    """What a command needs to know of a bank at start-up; `content` is the digest of its files."""

    content: str
    stamps: tuple[Stamp, ...]
    topics: tuple[TopicEntry, ...]
    renamed: Mapping[str, str]  # former id of a topic or question: current id
    problems: tuple[str, ...]
    files: Mapping[str, str]  # topic id (inside the bank): its file
    spans: Mapping[str, Span]  # topic id (inside the bank), NAMES or QUESTIONS: where
    sources: Mapping[str, str]  # digest of a file's bytes: id of its topic


def read_index(cache: Path) -> Index:
    """The index of the cached bank; raises `Damaged`."""
    try:
        with cache.open("rb") as file:
            magic, version, _content, check, length = file.readline(_HEADER).split()
            body = file.read(int(length))
        whole = crc32(body) == int(check)
        if (magic, version, whole) != (b"quizcli-bank", VERSION.encode(), True):
            raise Damaged
        return _index(json.loads(body))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Damaged from error


def _index(data: dict[str, Any]) -> Index:
    return Index(
        content=data["content"],
        stamps=tuple(tuple(stamp) for stamp in data["stamps"]),
        topics=tuple(map(TopicEntry._make, data["topics"])),
        renamed=data["renamed"],
        problems=tuple(data["problems"]),
        files=data["files"],
        spans=data["spans"],
        sources=data["sources"],
    )


def read_names(cache: Path, index: Index) -> list[Name]:
    """Everything by which a topic can be found; raises `Damaged`."""
    return [
        tuple.__new__(Name, (key, topic, kind))  # thousands: avoid calling `Name` for each
        for topic, kinds in _part(cache, index, NAMES).items()
        for kind, keys in kinds.items()
        for key in keys
    ]


def read_questions(cache: Path, index: Index) -> tuple[QuestionEntry, ...]:
    """The rows of all questions; raises `Damaged`."""
    columns = _part(cache, index, QUESTIONS)
    return tuple([tuple.__new__(QuestionEntry, row) for row in zip(*columns, strict=True)])


def read_topic(cache: Path, index: Index, topic: str) -> Topic:
    """One topic, by its id inside the bank; raises `Damaged`."""
    try:
        found = revived(_part(cache, index, topic))
    except (KeyError, TypeError) as error:
        raise Damaged from error
    assert isinstance(found, Topic)
    return found


def _part(cache: Path, index: Index, key: str) -> Any:
    start, length, check = index.spans[key]
    try:
        with cache.open("rb") as file:
            header = file.readline(_HEADER)
            _magic, _version, content, _check, skip = header.split()
            file.seek(len(header) + int(skip) + start)
            body = file.read(length)
        if (content.decode(), crc32(body)) != (index.content, check):
            raise Damaged
        return json.loads(body)
    except (OSError, ValueError, IndexError) as error:
        raise Damaged from error


def write(
    cache: Path,
    index: Index,
    names: Sequence[Name],
    questions: Sequence[QuestionEntry],
    topics: Mapping[str, Topic],
) -> None:
    """Replace the cache with this bank; long parts are grouped so that they load fast."""
    columns = {NAMES: _grouped(names), QUESTIONS: [*zip(*questions, strict=True)]}
    parts, spans, start = [], {}, 0
    for key, value in {**columns, **{name: plain(each) for name, each in topics.items()}}.items():
        part = _json(value)
        parts.append(part)
        spans[key] = (start, len(part), crc32(part))
        start += len(part)
    body = _json(index._asdict() | {"spans": spans})
    header = f"quizcli-bank {VERSION} {index.content} {crc32(body)} {len(body)}\n".encode()
    replace_file(cache, b"".join([header, body, *parts]))


def _grouped(names: Sequence[Name]) -> dict[str, dict[str, list[str]]]:
    """Group the names, which are ordered by topic and kind, by topic and kind."""
    grouped: dict[str, dict[str, list[str]]] = {}
    for key, topic, kind in names:
        grouped.setdefault(topic, {}).setdefault(kind, []).append(key)
    return grouped


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
