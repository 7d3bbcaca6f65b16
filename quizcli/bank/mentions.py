"""Finds the topics whose text mentions what a person typed, where no topic is called so."""

from collections.abc import Iterable, Iterator
from typing import Any

from quizcli.bank.entry import squeeze
from quizcli.model.topic import Topic

_OFFERED = 3
_SHORT = 3  # letters that a word needs: with fewer it stands within others by chance


def mentioning(query: str, topics: Iterable[Topic]) -> tuple[str, ...]:
    """Ids of at most three topics, those first in which most passages mention it."""
    wanted = squeeze(query).removesuffix("s")
    if wanted.isascii():
        if len(wanted) < _SHORT:
            return ()
        wanted = f" {wanted}"  # at the beginning of a word, whose end may differ
    counts = {
        topic.id: sum(wanted in f" {squeeze(text)}" for text in _texts(topic)) for topic in topics
    }
    named = sorted((topic for topic in counts if counts[topic]), key=lambda topic: -counts[topic])
    return tuple(named[:_OFFERED])


def _texts(part: Any) -> Iterator[str]:
    """All passages of a topic, whatever they belong to."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _texts(each)
