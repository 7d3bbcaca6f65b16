"""Finds the topic that was meant by an id, alias, API name, Chinese word, fragment or typo."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from quizcli.bank.entry import Name, squeeze

_ERROR = re.compile(r"^\s*\w*(error|warning|exception)\s*:\s*", re.IGNORECASE)
_OWNER = re.compile(r"^(torch|tensor) ")
_CHINESE = r"[㐀-鿿]"  # compiled on demand: such a range takes two milliseconds
_SPACED = r"(?<=[㐀-鿿])(?=[a-z0-9])|(?<=[a-z0-9])(?=[㐀-鿿])|\s+"
_OFFERED = 3
_AHEAD = 3.0  # the best match (of 100 points) is certain if it leads the next by this much
_SURE = 88.0  # and its points plus its lead reach this; both measured on real queries
_ALIKE = 75.0  # minimum points for a match by similarity alone, whatever its lead
_PART = 66.0  # minimum points for a part of a name: one word of many is not the name
_LIKE = 60.0  # below this, it does not resemble a name
_NEAR = 55.0  # below this, not worth mentioning: letters shared by chance
_COMMON = 5  # a word in the names of more topics than this identifies none
_SHORT = 4  # letters: with fewer, a typo makes another word, so similarity counts half
_LIKELY = 64  # names compared by similarity; several may belong to one topic
_MESSAGE = 20  # characters that are enough to identify an error message


class Found(NamedTuple):
    """Ids of at most three topics, best first; `sure` if only the first can be meant.

    `exact`: the query is a name of the topic; `within`: it is part of a name, or a name is part of
    it; `like`: it resembles a name of the first topic.
    """

    topics: tuple[str, ...]
    sure: bool
    exact: bool = False
    within: bool = True
    like: bool = True


def find(query: str, names: Sequence[Name]) -> Found:
    """Find the topics that the typed text may refer to."""
    wanted = squeeze(_ERROR.sub("", query))
    if not wanted or not names:
        return Found((), sure=False, within=False, like=False)
    for spelling in (wanted, _OWNER.sub("", wanted), wanted.removesuffix("s")):
        exact = [name for name in names if name.key == spelling]
        if whole := next((n.topic for n in exact if squeeze(n.topic) == spelling), None):
            return Found((whole,), sure=True, exact=True)  # its full id, which no other bank has
        for kind in ("id", "alias", "title"):
            if topics := tuple(dict.fromkeys(name.topic for name in exact if name.kind == kind)):
                return Found(topics[:_OFFERED], sure=len(topics) == 1, exact=True)
    tight = [name.key.replace(" ", "") for name in names]
    alike, inside = _best(_alike(wanted, names, tight)), _best(_inside(wanted, names, tight))
    scores = {topic: max(alike.get(topic, 0), inside.get(topic, 0)) for topic in alike | inside}
    best = sorted(scores, key=lambda topic: -scores[topic])[:_OFFERED]
    points = scores[best[0]]
    ahead = points - (scores[best[1]] if len(best) > 1 else 0.0)
    meant = inside.get(best[0], 0.0) >= _PART if inside else points >= _ALIKE
    sure = meant and len(inside) <= _COMMON and ahead >= _AHEAD and points + ahead >= _SURE
    near = tuple(topic for topic in best if scores[topic] >= _NEAR)
    return Found(near, sure=sure, within=bool(inside), like=points >= _LIKE)


def _best(scored: Iterable[tuple[float, Name]]) -> dict[str, float]:
    """The highest score of each topic."""
    scores: dict[str, float] = {}
    for score, name in scored:
        scores[name.topic] = max(scores.get(name.topic, 0.0), score)
    return scores


def _alike(
    wanted: str, names: Sequence[Name], tight: Sequence[str]
) -> Iterator[tuple[float, Name]]:
    """Similarity of names to the typed text, 0 to 100; `tight` are their keys without spaces."""
    from rapidfuzz import fuzz, process

    typed = wanted.replace(" ", "")
    found = [
        (1.0, *each) for each in process.extract(typed, tight, scorer=fuzz.ratio, limit=_LIKELY)
    ]
    if found[0][2] < _SURE:  # the words may be in another order
        keys = [name.key for name in names]
        scorer = fuzz.token_sort_ratio
        found += [
            (0.97, *each) for each in process.extract(wanted, keys, scorer=scorer, limit=_LIKELY)
        ]
    for weight, _key, score, index in found:
        doubt = 2 if score < 100 and _short(typed, tight[index]) else 1
        yield weight * score / doubt, names[index]


def _inside(
    wanted: str, names: Sequence[Name], tight: Sequence[str]
) -> Iterator[tuple[float, Name]]:
    """Names that contain the typed text or are contained in it."""
    typed = wanted.replace(" ", "")
    for name, key in zip(names, tight, strict=True):
        if (typed in key or key in typed) and (score := _containment(wanted, name.key)):
            yield score, name


def _short(*words: str) -> bool:
    """Whether a word has too few letters for similarity to be meaningful."""
    return any(len(word) < _SHORT and word.isascii() for word in words)


def _containment(wanted: str, key: str) -> float:
    """Score 60 to 98 if one contains the other at word boundaries, by the share it covers."""
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
