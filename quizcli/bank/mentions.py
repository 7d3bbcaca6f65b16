"""Finds topics whose text mentions what was typed, if no topic has that name."""

from collections.abc import Iterable, Iterator
from typing import Any

from quizcli.bank.entry import squeeze
from quizcli.model.topic import Topic

_OFFERED = 3
_SHORT = 3  # minimum letters of a word: shorter ones occur within others by chance


def mentioning(query: str, topics: Iterable[Topic]) -> tuple[str, ...]:
    """Ids of at most three topics, those with most mentions first."""
    wanted = squeeze(query).removesuffix("s")
    if wanted.isascii():
        if len(wanted) < _SHORT:
            return ()
        wanted = f" {wanted}"  # matches at the start of a word, whose ending may differ
    counts = {
        topic.id: sum(wanted in f" {squeeze(text)}" for text in _texts(topic)) for topic in topics
    }
    named = sorted((topic for topic in counts if counts[topic]), key=lambda topic: -counts[topic])
    return tuple(named[:_OFFERED])


def _texts(part: Any) -> Iterator[str]:
    """All text passages of a topic."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _texts(each)
