"""Checks across topics: links, search terms, claims, languages, ids."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence

from quizcli.bank.check.held import Held, programs, texts
from quizcli.bank.entry import squeeze
from quizcli.bank.place import Fault, Step
from quizcli.language import _

WIDEST = 76  # columns of code that fit an 80-column terminal with line numbers
Located = Iterator[tuple[Held, Fault]]
_CHINESE = re.compile(r"[㐀-鿿]")
_CODE = re.compile(r"`[^`]*`|\*\*|\d")
_FORMULA = re.compile(r"\S*[_.()=@\[\]^]\S*")
_WORDS = re.compile(r"[a-z]{2,} .*?[a-z]{2,}")


def links(held: Sequence[Held], known: Collection[str]) -> Located:
    """Links to topics that are not among the `known`."""
    for each in held:
        for name in ("builds_on", "see_also"):
            for index, target in enumerate(getattr(each.topic, name)):
                if target == each.topic.id:
                    yield each, Fault((name, index), _("links to itself"))
                elif target not in known:
                    yield (
                        each,
                        Fault(
                            (name, index), _("there is no topic `{target}`").format(target=target)
                        ),
                    )


def circles(held: Sequence[Held]) -> Located:
    """Topics that build on themselves through others."""
    below = {each.topic.id: each.topic.builds_on for each in held}
    for each in held:
        reached, stack = set(), [*each.topic.builds_on]
        while stack:
            name = stack.pop()
            if name not in reached:
                reached.add(name)
                stack += below.get(name, ())
        if each.topic.id in reached:
            yield each, Fault(("builds_on",), _("leads back to this topic in a circle"))


def aliases(held: Sequence[Held]) -> Located:
    """Search terms that two topics share, and that are therefore ambiguous."""
    owners: dict[str, str] = {squeeze(each.topic.id): each.topic.id for each in held}
    for each in held:
        for index, alias in enumerate(each.topic.aliases):
            owner = owners.setdefault(squeeze(alias), each.topic.id)
            if owner != each.topic.id:
                yield (
                    each,
                    Fault(
                        ("aliases", index),
                        _("{alias!r} already finds `{owner}`").format(alias=alias, owner=owner),
                    ),
                )


def claims(held: Sequence[Held], known: Collection[str]) -> Located:
    """Claims that `proves` names and claims.yaml does not list."""
    for each in held:
        for steps, claim in proofs(each):
            if claim not in known:
                yield (
                    each,
                    Fault(
                        steps, _("there is no claim `{claim}` in claims.yaml").format(claim=claim)
                    ),
                )


def proofs(each: Held) -> Iterator[tuple[tuple[Step, ...], str]]:
    """Every claim that the topic says it proves, and where it says so."""
    for group in ("demos", "questions", "myths"):
        for index, item in enumerate(getattr(each.topic, group)):
            for number, claim in enumerate(item.proves):
                yield (group, index, "proves", number), claim


def languages(held: Sequence[Held]) -> Located:
    """Texts in only one language, unless the whole topic is in one."""
    for each in held:
        found = list(texts(each.topic))
        if all(text.en == text.zh for _steps, text in found):
            continue
        for steps, text in found:
            if _CHINESE.search(_CODE.sub("", text.en)):
                yield each, Fault((*steps, "en"), _("contains Chinese; put it under `zh`"))
            if _is_prose(text.en) and not _CHINESE.search(text.zh):
                said = _("contains no Chinese; the text must be in both languages")
                yield each, Fault((*steps, "zh"), said)


def _is_prose(text: str) -> bool:
    """Whether the text has words besides code and formulas, and so needs a translation."""
    ends = re.sub(r"[.,;:!?]+(?=\s|$)", "", _CODE.sub("", text))
    return bool(_WORDS.search(_FORMULA.sub("", ends)))


def columns(line: str) -> int:
    """The width of a line in terminal columns."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in line)
    return len(line) + wide - sum(map(bool, map(unicodedata.combining, line)))


def widths(held: Sequence[Held]) -> Located:
    """Lines of code and output that do not fit an 80-column terminal."""
    for each in held:
        for steps, shown in programs(each.topic):
            for number, line in enumerate(shown.split("\n")):
                if (width := columns(line)) > WIDEST:
                    message = _("line {number} is {width} columns wide; keep to {widest}").format(
                        number=number + 1, width=width, widest=WIDEST
                    )
                    yield each, Fault(steps, message)


Rule = Callable[[Sequence[Held]], Located]
EACH: tuple[Rule, ...] = (languages, widths)  # apply to any selection of topics
ALL: tuple[Rule, ...] = (circles, aliases)  # apply to a whole bank
