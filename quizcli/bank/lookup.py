"""Finds the topic that a person means: by id, alias, API name, Chinese word, fragment or typo."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quizcli.bank.entry import Name, squeeze

_ERROR = re.compile(r"^\s*\w*(error|warning|exception)\s*:\s*", re.IGNORECASE)
_OWNER = re.compile(r"^(torch|tensor) ")
_CHINESE = r"[㐀-鿿]"  # compiled when needed: such a range takes two milliseconds
_SPACED = r"(?<=[㐀-鿿])(?=[a-z0-9])|(?<=[a-z0-9])(?=[㐀-鿿])|\s+"
_OFFERED = 3
_AHEAD = 3.0  # the best of 100 points is meant beyond doubt if it is so far ahead of the next,
_SURE = 88.0  # and if its points and its lead together reach this; both measured on real queries
_LIKELY = 64  # so many names are looked at for their likeness; several may be of one topic
_MESSAGE = 20  # characters of an error message that say which one it is


class Found(NamedTuple):
    """Ids of topics, best first, three at most; `sure` when only the first can be meant.

    `exact`: it is one of the topic's names.
    """

    topics: tuple[str, ...]
    sure: bool
    exact: bool = False


def find(query: str, names: Sequence[Name]) -> Found:
    """The topics that may be meant by what a person typed."""
    wanted = squeeze(_ERROR.sub("", query))
    if not wanted or not names:
        return Found((), sure=False)
    for spelling in (wanted, _OWNER.sub("", wanted)):
        exact = [name for name in names if name.key == spelling]
        for kind in ("id", "alias", "title"):
            if topics := tuple(dict.fromkeys(name.topic for name in exact if name.kind == kind)):
                return Found(topics[:_OFFERED], sure=len(topics) == 1, exact=True)
    scores: dict[str, float] = {}
    for score, name in _scored(wanted, names):
        scores[name.topic] = max(scores.get(name.topic, 0.0), score)
    best = sorted(scores, key=lambda topic: -scores[topic])[:_OFFERED]
    ahead = scores[best[0]] - (scores[best[1]] if len(best) > 1 else 0.0)
    return Found(tuple(best), sure=ahead >= _AHEAD and scores[best[0]] + ahead >= _SURE)


def _scored(wanted: str, names: Sequence[Name]) -> Iterator[tuple[float, Name]]:
    """How well names fit, 0 to 100: by one containing the other, or by likeness."""
    from rapidfuzz import fuzz, process

    keys = [name.key for name in names]
    tight, wanted_tight = [key.replace(" ", "") for key in keys], wanted.replace(" ", "")
    for weight, scorer, typed, known in (
        (1.0, fuzz.ratio, wanted_tight, tight),
        (0.97, fuzz.token_sort_ratio, wanted, keys),
    ):
        for _key, score, index in process.extract(typed, known, scorer=scorer, limit=_LIKELY):
            yield weight * score, names[index]
    for index, key in enumerate(tight):
        if wanted_tight in key or key in wanted_tight:
            yield _containment(wanted, keys[index]), names[index]


def _containment(wanted: str, key: str) -> float:
    """60 to 98 where one stands within the other at a word's bounds, by how much of it it is."""
    short, long = sorted((wanted, key), key=len)
    if re.search(_CHINESE, short):
        short, long = short.replace(" ", ""), long.replace(" ", "")
        inside = len(short) >= 2 and short in long
    else:
        inside = len(short) >= 3 and f" {short} " in f" {re.sub(_SPACED, ' ', long)} "
    if not inside:
        return 0.0
    least, more = (90, 8) if short == key and len(key) >= _MESSAGE else (60, 35)
    return least + more * len(short) / len(long)
