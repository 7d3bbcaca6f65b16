"""Decides whether typed text says what the program printed; if not, how close it is."""

from collections.abc import Sequence
from decimal import Decimal
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal, NamedTuple

from quizcli.session.values import Group, Item, Leaf, Line, flat, normal, number, parse

Near = Literal["lines", "shape", "sign", "rounding", "order", "spelling", "form"]
"""How a wrong answer is nearly right: some lines, the values but not their shape, …, all but
what a tensor prints besides its values."""


RELATIVE, ABSOLUTE = Decimal("2e-4"), Decimal("1e-9")  # because tensors print four decimals


class Pair(NamedTuple):
    """A line of output with the matching line of the answer; None if there is no counterpart."""

    printed: str | None
    answered: str | None
    right: bool


class Match(NamedTuple):
    """An answer compared with a run, line by line."""

    right: bool
    pairs: tuple[Pair, ...]
    near: Near | None = None


def match(printed: str, answer: str) -> Match:
    """Compare an answer with standard output; blank lines and notation are ignored."""
    theirs, ours = _lines(answer), _lines(printed)
    pairs = _aligned(ours, theirs)
    if all(pair.right for pair in pairs) or (
        len(theirs) == 1 < len(ours) and _same_line(" ".join(ours), theirs[0])
    ):
        return Match(True, tuple(Pair(p.printed, p.answered, True) for p in pairs))
    return Match(False, pairs, _near(ours, theirs, pairs))


def _lines(text: str) -> list[str]:
    return [line for line in normal(text).split("\n") if line]


def _aligned(ours: Sequence[str], theirs: Sequence[str]) -> tuple[Pair, ...]:
    """Align lines by position or, if their numbers differ, by longest common subsequence."""
    if len(ours) == len(theirs):
        return tuple(Pair(o, t, _same_line(o, t)) for o, t in zip(ours, theirs, strict=True))
    same = [[_same_line(ours_, their) for their in theirs] for ours_ in ours]
    keys = [next((i for i, row in enumerate(same) if row[j]), -1 - j) for j in range(len(theirs))]
    kinds = [next((j for j, row in enumerate(same) if row == same[i]), i) for i in range(len(ours))]
    pairs: list[Pair] = []
    blocks = SequenceMatcher(None, kinds, keys, autojunk=False).get_opcodes()
    for _tag, first, last, start, stop in blocks:
        for o, t in zip_longest(ours[first:last], theirs[start:stop]):
            pairs.append(Pair(o, t, o is not None and t is not None and _same_line(o, t)))
    return tuple(pairs)


def _same_line(printed: str, answered: str) -> bool:
    if printed == answered:
        return True
    ours, theirs = parse(printed), parse(answered)
    return _extras_agree(ours, theirs) and _says(ours, theirs)


def _says(ours: Line, theirs: Line) -> bool:
    """Whether the values agree, with or without labels such as `x.grad:`."""
    return (
        _same_items(ours.items, theirs.items)
        or _same_items(_unlabelled(ours.items), theirs.items)
        or _names_error(ours.items, theirs.items)
    )


def _extras_agree(ours: Line, theirs: Line) -> bool:
    """An answer with bare values may omit `grad_fn=…`; one that writes tensor(…) must not."""
    if not theirs.extras and not theirs.tensor:
        return True
    return ours.extras == theirs.extras


def _same_items(ours: Sequence[Item], theirs: Sequence[Item]) -> bool:
    """Whether the sequences are the same, ignoring brackets around the whole."""
    if _group_inside(ours) is None and _group_inside(theirs) is None:
        return _same_all(ours, theirs, loose=True)
    return _same_all(_unwrapped(ours), _unwrapped(theirs), loose=False)


def _same_all(ours: Sequence[Item], theirs: Sequence[Item], *, loose: bool) -> bool:
    return len(ours) == len(theirs) and all(
        _same(o, t, loose=loose) for o, t in zip(ours, theirs, strict=True)
    )


def _same(ours: Item, theirs: Item, *, loose: bool) -> bool:
    """Whether two items are the same; if `loose`, brackets around a single value are ignored."""
    if isinstance(ours, Group) and isinstance(theirs, Group):
        return _same_all(_unwrapped(ours.items), _unwrapped(theirs.items), loose=False)
    if isinstance(ours, Leaf) and isinstance(theirs, Leaf):
        return ours == theirs or close(ours, theirs)
    alone, group = (ours, theirs) if isinstance(ours, Leaf) else (theirs, ours)
    assert isinstance(group, Group)
    inside = flat(group.items)
    if not loose or len(inside) != 1 or not isinstance(alone, Leaf):
        return False
    pair = (alone, inside[0]) if alone is ours else (inside[0], alone)
    return pair[0] == pair[1] or close(*pair)


def close(ours: Leaf, theirs: Leaf) -> bool:
    """Whether numbers are equal; decimals may also differ within the tolerance, or by rounding to
    three or more digits."""
    value, answer = number(ours), number(theirs)
    if value is None or answer is None:
        return False
    if not (value.is_finite() and answer.is_finite()):
        return str(value) == str(answer)
    if value == answer or not {".", "e"} & set(ours.text):
        return value == answer
    tolerance = max(abs(value) * RELATIVE, ABSOLUTE)
    written = answer.as_tuple()
    if "/" not in theirs.text and len(written.digits) >= 3 and isinstance(written.exponent, int):
        tolerance = max(tolerance, Decimal(5).scaleb(min(written.exponent, 0) - 1))
    return abs(value - answer) <= tolerance


def _group_inside(items: Sequence[Item]) -> Group | None:
    only = items[0] if len(items) == 1 else None
    return only if isinstance(only, Group) else None


def _unwrapped(items: Sequence[Item]) -> Sequence[Item]:
    while (group := _group_inside(items)) is not None:
        items = group.items
    return items


def _unlabelled(items: Sequence[Item]) -> tuple[Item, ...]:
    """Remove words that only label the value after them: `x.grad: 2`, `loss 2`."""
    kept: list[Item] = []
    for item in reversed(items):
        after = kept[-1] if kept else None
        label = isinstance(item, Leaf) and item.kind == "word"
        if label and after is not None and _is_value_or_colon(after):
            if isinstance(after, Leaf) and after.kind == "mark":
                kept.pop()
            continue
        kept.append(item)
    return tuple(reversed(kept))


def _is_value_or_colon(item: Item) -> bool:
    if isinstance(item, Group):
        return True
    return item.kind in ("number", "truth") or item.text in (":", "=")


def _names_error(ours: Sequence[Item], theirs: Sequence[Item]) -> bool:
    """Whether the answer names the error: `RuntimeError: any text` names RuntimeError."""
    if len(ours) != 1 or len(theirs) < 2 or theirs[1] != Leaf("mark", ":"):
        return False
    name = ours[0]
    return isinstance(name, Leaf) and name.text.endswith("error") and name == theirs[0]


def _near(ours: list[str], theirs: list[str], pairs: Sequence[Pair]) -> Near | None:
    if any(pair.right for pair in pairs):
        return "lines"
    if len(ours) != len(theirs):
        return None
    reasons = {_near_line(parse(o), parse(t)) for o, t in zip(ours, theirs, strict=True)}
    return reasons.pop() if len(reasons) == 1 else None


def _near_line(ours: Line, theirs: Line) -> Near | None:
    if _says(ours, theirs):
        return "form"
    mine, given = flat(_unlabelled(ours.items)), flat(_unlabelled(theirs.items))
    if len(mine) != len(given):
        return None
    if all(o == t or close(o, t) for o, t in zip(mine, given, strict=True)):
        return "shape"
    reasons = {_near_leaf(o, t) for o, t in zip(mine, given, strict=True)} - {"same"}
    if len(mine) > 1 and sorted(map(str, mine)) == sorted(map(str, given)):
        return "order"
    return reasons.pop() if len(reasons) == 1 else None  # type: ignore[return-value]


def _near_leaf(ours: Leaf, theirs: Leaf) -> Near | Literal["same"] | None:
    value, answer = number(ours), number(theirs)
    if ours == theirs or close(ours, theirs):
        return "same"
    if value is not None and answer is not None and value.is_finite() and answer.is_finite():
        if value == -answer:
            return "sign"
        return "rounding" if abs(value - answer) <= abs(value) / 50 else None
    if ours.kind == theirs.kind == "word":
        alike = SequenceMatcher(None, ours.text, theirs.text).ratio()
        return "spelling" if alike >= 0.8 else None
    return None
