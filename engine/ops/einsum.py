"""Einstein summation, as permutations, batched matrix products and sums."""

import math
from collections import Counter

from engine.ops.declare import OPS
from engine.ops.products import bmm
from engine.tensor import Tensor

ELLIPSIS = "..."


def einsum(*args):
    """Sum of products by the labels of dimensions: `einsum("ij,jk->ik", a, b)`."""
    equation, operands = _arguments(args)
    if not operands:
        raise RuntimeError("einsum() needs at least one operand")
    inputs, output = _parse(equation, operands)
    counts = Counter(label for labels in inputs for label in set(labels))
    output = _implicit(inputs) if output is None else output
    _check_output(output, counts)
    summed = sorted(label for label in counts if label not in output)
    order = output + summed
    sizes = _sizes(inputs, operands)
    aligned = [
        _aligned(x, labels, order, sizes) for x, labels in zip(operands, inputs, strict=True)
    ]
    return _contract(aligned, len(output), len(order), [counts[label] for label in order])


def _arguments(args):
    if not isinstance(args[0], str):
        return _from_lists(args)
    equation, *operands = args
    if len(operands) == 1 and isinstance(operands[0], list | tuple):
        operands = operands[0]
    for x in operands:
        if not isinstance(x, Tensor):
            raise TypeError(f"einsum() takes tensors, not {type(x).__name__}")
    return equation, list(operands)


def _from_lists(args):
    """Operands each followed by the numbers of its labels, at last those of the output."""
    pairs = len(args) // 2
    lists = list(args[1 : 2 * pairs : 2])
    equation = ",".join(map(_spelled, lists))
    if len(args) % 2:
        equation += "->" + _spelled(args[-1])
    return equation, list(args[: 2 * pairs : 2])


def _spelled(numbers):
    return "".join(
        ELLIPSIS if n is Ellipsis else chr(ord("A") + n if n < 26 else ord("a") + n - 26)
        for n in numbers
    )


# ---- the equation -------------------------------------------------------------------------------


def _parse(equation, operands):
    """The labels of each operand and those of the result (None: implied), one for a dimension."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(operands):
        raise RuntimeError(f"einsum(): {len(terms)} terms for {len(operands)} operands")
    rests = [x.ndim - len(t.replace(ELLIPSIS, "")) for t, x in zip(terms, operands, strict=True)]
    for term, rest, x in zip(terms, rests, operands, strict=True):
        if rest < 0 or (rest and ELLIPSIS not in term):
            raise RuntimeError(
                f"einsum(): {term!r} does not have as many labels as its operand has dimensions, "
                f"which are {x.ndim}"
            )
    width = max((r for r, t in zip(rests, terms, strict=True) if ELLIPSIS in t), default=0)
    inputs = [_labels(t, r, width) for t, r in zip(terms, rests, strict=True)]
    return inputs, _labels(right, width, width) if arrow else None


def _labels(term, rest, width):
    """The labels; dimensions of an ellipsis are counted from the last, and named by numbers."""
    before, dots, after = term.partition(ELLIPSIS)
    for letter in before + after:
        if not (letter.isascii() and letter.isalpha()):
            raise RuntimeError(f"einsum(): {letter!r} is no label; letters are")
    middle = [f"{i:04d}" for i in range(width - rest, width)] if dots else []
    return [*before, *middle, *after]


def _implicit(inputs):
    """Dimensions of ellipses, then labels that occur once, in alphabetical order."""
    counts = Counter(label for labels in inputs for label in labels)
    dots = sorted(label for label in counts if label.isdigit())
    return dots + sorted(label for label, n in counts.items() if n == 1 and not label.isdigit())


def _check_output(output, counts):
    for label in output:
        if output.count(label) > 1 or (label not in counts and not label.isdigit()):
            raise RuntimeError(
                f"einsum(): the output label {label!r} must be in an input, and once in the output"
            )


def _sizes(inputs, operands):
    """The size of each label; sizes of 1 broadcast."""
    sizes = {}
    for labels, x in zip(inputs, operands, strict=True):
        for label, size in zip(labels, x.shape, strict=True):
            if sizes.get(label, 1) == 1:
                sizes[label] = size
            elif size not in (1, sizes[label]):
                raise RuntimeError(
                    f"einsum(): {label!r} stands for sizes {sizes[label]} and {size}"
                )
    return sizes


# ---- the contraction ----------------------------------------------------------------------------


def _aligned(x, labels, order, sizes):
    """The operand with a dimension for each label in their order, of size 1 where it has none."""
    labels = list(labels)
    for label in [name for name, n in Counter(labels).items() if n > 1]:
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            if x.shape[first] != x.shape[second]:
                raise RuntimeError(f"einsum(): {label!r} stands for two sizes in one operand")
            x = x.diagonal(0, first, second).movedim(-1, first)
            del labels[second]
    for label in order:
        if label not in labels:
            x = x.unsqueeze(-1)
            labels.append(label)
    return x.permute([labels.index(label) for label in order])


def _contract(operands, kept, total, counts):
    """Multiply from the left, summing a label as soon as no further operand has it."""
    counts = list(counts)
    result = operands[0]
    for other in operands[1:]:
        of_result, of_other, of_product = _ready(result, other, range(kept, total), counts)
        if of_result:
            result = result.sum(of_result, True)
        if of_other:
            other = other.sum(of_other, True)
        result = _product_of_two(result, other, of_product)
    if total == kept:
        return result
    if len(operands) == 1:
        return result.sum(tuple(range(kept, total)))
    return result.view(result.shape[:kept])


def _ready(x, y, dims, counts):
    """Dimensions to sum now: of the first alone, of the second alone, of the product."""
    alone_x, alone_y, both = [], [], []
    for dim in dims:
        mine, its = x.shape[dim] != 1, y.shape[dim] != 1
        if mine and its:
            counts[dim] -= 1
            if counts[dim] == 1:
                both.append(dim)
                counts[dim] = 0
        elif counts[dim] == 1 and (mine or its):
            (alone_x if mine else alone_y).append(dim)
            counts[dim] = 0
    return tuple(alone_x), tuple(alone_y), both


def _product_of_two(x, y, summed):
    """The product of two operands with the same dimensions, summed over some; these stay as 1."""
    if not summed:
        return x * y
    rest = [d for d in range(x.ndim) if d not in summed]
    shared = [d for d in rest if x.shape[d] != 1 and y.shape[d] != 1]
    mine = [d for d in rest if x.shape[d] != 1 and y.shape[d] == 1]
    its = [d for d in rest if x.shape[d] == 1]
    if mine and its and its[-1] < mine[0]:  # then the result lies in memory as it is asked for
        return _product_of_two(y, x, summed)
    batch, rows, columns = (_total(s, dims) for s, dims in ((x, shared), (x, mine), (y, its)))
    inner = _total(x, summed)
    left = x.permute(shared + mine + summed + its).reshape(batch, rows, inner)
    right = y.permute(shared + summed + its + mine).reshape(batch, inner, columns)
    sizes = [*(x.shape[d] for d in shared + mine), *(1 for _ in summed), *(y.shape[d] for d in its)]
    order = shared + mine + summed + its
    back = [order.index(d) for d in range(x.ndim)]
    return bmm(left, right).view(sizes).permute(back)


def _total(x, dims):
    return math.prod(x.shape[d] for d in dims)


einsum.__module__ = "torch"
OPS["einsum"] = einsum
