"""Parses all files of a bank into an index, names and topics."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from quizcli.bank import cache as kept
from quizcli.bank.entry import (
    Name,
    QuestionEntry,
    learning_order,
    names,
    question_entries,
    topic_entry,
)
from quizcli.bank.files import Stamp, digest
from quizcli.bank.namespace import outside
from quizcli.bank.problem import BankError, Problem, whole_file
from quizcli.bank.read import topic_of
from quizcli.language import _
from quizcli.model.topic import Topic


@dataclass(frozen=True, slots=True)
class Parsed:
    """A bank as read from its files."""

    index: kept.Index
    names: Sequence[Name]
    questions: tuple[QuestionEntry, ...]
    topics: Mapping[str, Topic]  # keyed by the id inside the bank


@dataclass(slots=True)
class _Reading:
    """What has been read so far, by topic id; the first file with an id keeps it."""

    topics: dict[str, Topic] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    digests: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def parse(
    folder: Path, bank: str, stamps: Sequence[Stamp], old: tuple[Path, kept.Index] | None = None
) -> Parsed:
    """Parse the bank in `folder`; unchanged topics are taken from the `old` cache."""
    reading = _Reading()
    for stamp in stamps:
        try:
            _read_file(reading, folder / stamp[0], stamp[0], old)
        except BankError as error:
            reading.problems += error.problems
    return _parsed(reading, bank, tuple(stamps))


def _read_file(
    reading: _Reading, file: Path, relative: str, old: tuple[Path, kept.Index] | None
) -> None:
    from quizcli.bank.source import decode, load, read_bytes

    content = read_bytes(file)
    source = digest(content)
    reading.digests += [relative, source]
    topic = _kept(source, old)
    if topic is None:
        text = decode(content, file)
        topic = topic_of(load(text, file), text, file)
    if topic.id in reading.topics:
        other = reading.files[topic.id]
        raise whole_file(
            file, _("the topic `{id}` is already in {other}").format(id=topic.id, other=other)
        )
    reading.topics[topic.id] = topic
    reading.files[topic.id] = relative
    reading.sources[source] = topic.id


def _kept(source: str, old: tuple[Path, kept.Index] | None) -> Topic | None:
    if old and source in old[1].sources:
        with suppress(kept.Damaged):
            return kept.read_topic(old[0], old[1], old[1].sources[source])
    return None


def _parsed(reading: _Reading, bank: str, stamps: tuple[Stamp, ...]) -> Parsed:
    topics = [outside(each, bank, reading.topics) for each in reading.topics.values()]
    topics = learning_order(topics)
    renamed = {old: each.id for each in topics for old in each.formerly}
    for topic in topics:
        renamed |= {old: each.id for each in topic.questions for old in each.formerly}
    index = kept.Index(
        content=digest("\n".join(reading.digests).encode()),
        stamps=stamps,
        topics=tuple(topic_entry(each, bank) for each in topics),
        renamed=renamed,
        problems=tuple(map(str, sorted(reading.problems))),
        files=reading.files,
        spans={},
        sources=reading.sources,
    )
    return Parsed(
        index,
        [name for each in topics for name in names(each)],
        tuple(entry for each in topics for entry in question_entries(each)),
        reading.topics,
    )
