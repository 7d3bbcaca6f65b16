"""Parses a printed line into numbers, words and brackets, independent of notation."""

import re
import unicodedata
from decimal import Decimal
from typing import Literal, NamedTuple

Kind = Literal["number", "truth", "word", "mark"]


class Leaf(NamedTuple):
    """A number, a truth value (including None), a word, or a mark such as `:`."""

    kind: Kind
    text: str


class Group(NamedTuple):
    """The content of brackets; `tensor` if it is the printed form of a tensor."""

    items: "tuple[Item, ...]"
    tensor: bool = False


Item = Leaf | Group


class Line(NamedTuple):
    """A line as a sequence of items, and the extras of tensors (`grad_fn`, `dtype`, …)."""

    items: tuple[Item, ...]
    extras: frozenset[tuple[str, str]] = frozenset()
    tensor: bool = False  # written as tensor(…) somewhere


_TOKEN = re.compile(
    r"""(?P<number>(?<![\w.])[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?(?![\w.]))
      | (?P<word>[^\W\d][\w.]*\w|[^\W\d])
      | (?P<open>[(\[{]) | (?P<close>[)\]}])
      | (?P<mark>[^\s\w,;'"`]|[\w.]+)""",
    re.VERBOSE | re.IGNORECASE,
)
_EXTRA = re.compile(
    r",?\s*\b(requires_grad|grad_fn|dtype|device|size)\b\s*=\s*"
    r"(<[^>]*>|\([^)]*\)|\[[^]]*\]|'[^']*'|[\w.:]+)",
    re.IGNORECASE,
)
_SAME = str.maketrans("−–—“”‘’«»„「」『』、。", '---""\'\'"""\'\'"",.')
_HIDDEN = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]|[\x00-\x08\x0b-\x1f\x7f]")
_DEEPEST = 60  # maximum nesting of brackets; real output has less
_LARGEST = 400  # maximum exponent: floats end at 308, and Decimal cannot subtract far beyond
_TENSORS = {"tensor", "size", "array", "parameter"}
_TRUTHS = {
    **dict.fromkeys(("true", "yes", "是", "对", "真"), "true"),
    **dict.fromkeys(("false", "no", "否", "不是", "假"), "false"),
    **dict.fromkeys(("none", "null", "无", "空"), "none"),
}
_NUMBERS = {"inf": "inf", "infinity": "inf", "nan": "nan"}


def normal(text: str) -> str:
    """Normalize text: NFKC (full-width becomes plain), straight quotes, single spaces."""
    plain = unicodedata.normalize("NFKC", _HIDDEN.sub("", text)).translate(_SAME)
    return "\n".join(" ".join(line.split()) for line in plain.split("\n"))


def parse(text: str) -> Line:
    """Parse one line. Never fails: unmatched brackets are closed or dropped."""
    text = re.sub(r"Parameter containing:", "", normal(text), flags=re.IGNORECASE)
    extras = frozenset((name.lower(), _value(value)) for name, value in _EXTRA.findall(text))
    stack: list[list[Item]] = [[]]
    tensors: list[bool] = []
    for found in _TOKEN.finditer(_EXTRA.sub("", text)):
        if found["open"] and len(stack) > _DEEPEST:
            continue
        if found["open"]:
            tensors.append(_takes_wrapper(stack[-1], text=found["open"]))
            stack.append([])
        elif found["close"]:
            if tensors:
                _close(stack, tensors)
        else:
            stack[-1].append(_leaf(found.lastgroup or "mark", found[0]))
    while tensors:
        _close(stack, tensors)
    items = tuple(_joined(stack[0]))
    return Line(items, extras, any(isinstance(i, Group) and i.tensor for i in items))


def flat(items: tuple[Item, ...]) -> tuple[Leaf, ...]:
    """All leaves, in order, without their brackets."""
    leaves: list[Leaf] = []
    for item in items:
        leaves += flat(item.items) if isinstance(item, Group) else [item]
    return tuple(leaves)


def number(leaf: Leaf) -> Decimal | None:
    """The value of a number or of a fraction such as `1/3`, else None."""
    if leaf.kind != "number":
        return None
    above, slash, below = leaf.text.partition("/")
    try:
        value = Decimal(above) / Decimal(below) if slash else Decimal(above)
    except (ArithmeticError, ValueError):
        return None
    if value.is_finite() and value and abs(value.adjusted()) > _LARGEST:
        return Decimal("Infinity" if value.adjusted() > 0 else 0).copy_sign(value)
    return value


def _takes_wrapper(before: list[Item], text: str) -> bool:
    """Whether the bracket belongs to `tensor(`, `torch.Size(`, …; removes that word."""
    last = before[-1] if before else None
    if text == "(" and isinstance(last, Leaf) and last.text in _TENSORS:
        before.pop()
        return True
    return False


def _close(stack: list[list[Item]], tensors: list[bool]) -> None:
    inside = tuple(_joined(stack.pop()))
    stack[-1].append(Group(inside, tensors.pop()))


def _leaf(kind: str, text: str) -> Leaf:
    bare = text.casefold().replace("_", "" if kind == "number" else "_")
    if kind == "number":
        return Leaf("number", bare.removeprefix("+"))
    if kind == "mark":
        return Leaf("mark", bare)
    if bare in _NUMBERS:
        return Leaf("number", _NUMBERS[bare])
    if bare in _TRUTHS:
        return Leaf("truth", _TRUTHS[bare])
    return Leaf("word", _name(bare))


def _name(word: str) -> str:
    """Shorten names: `torch.float32` to `float32`, `MulBackward0` to `mulbackward`."""
    last = word.rsplit(".", 1)[-1]
    return re.sub(r"backward\d+$", "backward", last)


def _value(text: str) -> str:
    return _name(text.strip("<>'\"").casefold().split(" ")[0])


def _joined(items: list[Item]) -> list[Item]:
    """Join `-` with inf, join `a / b` into a fraction, and drop `<` and `>`."""
    joined: list[Item] = []
    for item in items:
        if isinstance(item, Leaf) and item.text in ("<", ">"):
            continue
        if isinstance(item, Leaf) and item.kind == "number" and joined:
            if joined[-1] == Leaf("mark", "-") and item.text[0] not in "+-":
                joined.pop()
                item = Leaf("number", "-" + item.text)
            elif joined[-1] == Leaf("mark", "/") and len(joined) > 1:
                above = joined[-2]
                if isinstance(above, Leaf) and above.kind == "number":
                    del joined[-2:]
                    item = Leaf("number", f"{above.text}/{item.text}")
        joined.append(item)
    return joined
