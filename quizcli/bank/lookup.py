"""Finds the topic that a person means: by id, alias, API name, Chinese word, fragment or typo."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizcli.bank.entry import Name

_NOISE = re.compile(r"[\W_]+")
_ERROR = re.compile(r"^\s*\w*(error|warning|exception)\s*:\s*", re.IGNORECASE)
_CHINESE = re.compile(r"[㐀-鿿]")
_SPACED = re.compile(r"(?<=[㐀-鿿])(?=[a-z0-9])|(?<=[a-z0-9])(?=[㐀-鿿])|\s+")
_OFFERED = 3
_SURE = (
    80.0  # least score out of 100 to take a word for another; these two are set by the query set
)
_AHEAD = 3.0  # and how far it must be ahead of the next topic


@dataclass(frozen=True, slots=True)
class Found:
    """Ids of topics, best first, three at most; `sure` when only the first can be meant."""

    topics: tuple[str, ...]
    sure: bool


def find(query: str, names: Sequence[Name]) -> Found:
    """The topics that may be meant by what a person typed."""
    wanted = squeeze(_ERROR.sub("", query))
    if not wanted or not names:
        return Found((), sure=False)
    keys = [squeeze(name.text) for name in names]
    for kind in ("id", "alias", "title"):
        same = [
            n.topic for n, key in zip(names, keys, strict=True) if key == wanted and n.kind == kind
        ]
        if same:
            topics = tuple(dict.fromkeys(same))
            return Found(topics[:_OFFERED], sure=len(topics) == 1)
    scores = dict.fromkeys((name.topic for name in names), 0.0)
    for name, score in zip(names, _scores(wanted, keys), strict=True):
        scores[name.topic] = max(scores[name.topic], score)
    best = sorted(scores, key=lambda topic: -scores[topic])[:_OFFERED]
    ahead = scores[best[0]] - (scores[best[1]] if len(best) > 1 else 0.0)
    return Found(tuple(best), sure=scores[best[0]] >= _SURE and ahead >= _AHEAD)


def squeeze(text: str) -> str:
    """Letters, digits and Chinese in one case: `.retain_graph=True` is `retain graph true`."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _NOISE.sub(" ", plain).strip()


def _scores(wanted: str, keys: Sequence[str]) -> Iterator[float]:
    """How well each key fits, 0 to 100: by one containing the other, or by likeness."""
    from rapidfuzz import fuzz

    tight, sorted_words = wanted.replace(" ", ""), " ".join(sorted(wanted.split()))
    for key in keys:
        alike = max(
            fuzz.ratio(tight, key.replace(" ", "")),
            0.97 * fuzz.ratio(sorted_words, " ".join(sorted(key.split()))),
        )
        yield max(alike, _containment(wanted, key))


def _containment(wanted: str, key: str) -> float:
    """60 to 95 where one stands within the other at a word's bounds, by how much of it it is."""
    short, long = sorted((wanted, key), key=len)
    if _CHINESE.search(short):
        short, long = short.replace(" ", ""), long.replace(" ", "")
        inside = len(short) >= 2 and short in long
    else:
        inside = len(short) >= 3 and f" {short} " in f" {_SPACED.sub(' ', long)} "
    return 60 + 35 * len(short) / len(long) if inside else 0.0
