"""Scattering that combines elements which meet: sum, product, mean, smallest, largest."""

import numpy as np

from engine.ops.arraylike import bare, constant, zeros_in
from engine.ops.declare import op
from engine.ops.masking import masked_fill
from engine.ops.picking import gather, index_select, lifted
from engine.ops.scattering import (
    check_slices,
    fitting,
    index_add,
    index_fill,
    scatter,
    scatter_add,
    scattered,
    shaped,
    slices,
)
from engine.ops.selecting import where
from engine.warn import warn_once

_UFUNCS = {
    "sum": np.add,
    "mean": np.add,
    "prod": np.multiply,
    "amax": np.maximum,
    "amin": np.minimum,
}


def _neutral(reduce, dtype):
    """What leaves the other operand as it is."""
    if reduce in ("amax", "amin"):
        sign = -1 if reduce == "amax" else 1
        if dtype.kind == "f":
            return sign * np.inf
        limits = np.iinfo(dtype) if dtype.kind in "iu" else None
        return (limits.min if sign < 0 else limits.max) if limits else sign > 0
    return 1 if reduce == "prod" else 0


def _combine(result, place, src, reduce, include_self):
    """Combine `src` with `result`, which is changed, at the places; means are divided at last."""
    if not include_self:
        result[place] = _neutral(reduce, result.dtype)
    _UFUNCS[reduce].at(result, place, src)
    if reduce != "mean":
        return
    count = np.full(result.shape, int(include_self), np.int64)
    np.add.at(count, place, 1)
    count = np.maximum(count, 1).astype(result.dtype)
    if result.dtype.kind == "f":
        result /= count
    else:
        result //= count


class _Ways:
    """How elements are picked and added, by the kind of index."""

    def __init__(self, pick, add, clear):
        self.pick, self.add, self.clear = pick, add, clear


_BY_ELEMENT = _Ways(gather, scatter_add, lambda g, dim, index: scatter(g, dim, index, 0))
_BY_SLICE = _Ways(index_select, index_add, lambda g, dim, index: index_fill(g, dim, index, 0))


def _float(mask, like):
    """A mask as numbers of the dtype of `like`."""
    return constant(bare(mask).astype(bare(like).dtype), like)


def _ones(like):
    return constant(np.ones(bare(like).shape, bare(like).dtype), like)


def _counts(g, dim, index, src, include_self, ways):
    """How many elements were averaged, at least 1."""
    start = zeros_in(g, bare(g).shape) + int(include_self)
    number = ways.add(start, dim, index, _ones(src))
    return constant(np.maximum(bare(number), 1), g)


def _shares(g, self, src, result, dim, index, ways):
    """`g` divided by how many elements equal the result; which of `self` and of `src` do."""
    mine = _float(bare(self) == bare(result), g)
    its = _float(bare(src) == bare(ways.pick(constant(bare(result), g), dim, index)), g)
    return g / ways.add(mine, dim, index, its), mine, its


def _self_gradient(g, self, src, result, dim, index, reduce, include_self, ways, combine):
    if reduce == "sum":
        grad = g
    elif reduce == "mean":
        grad = g / _counts(g, dim, index, src, include_self, ways)
    elif reduce == "prod":
        safe = masked_fill(self, bare(self) == 0, 1)
        grad = g * combine(safe, dim, index, src, reduce, include_self) / safe
    else:
        share, mine, _ = _shares(g, self, src, result, dim, index, ways)
        grad = mine * share
    return grad if include_self else ways.clear(grad, dim, index)


def _src_gradient(g, self, src, result, dim, index, reduce, include_self, ways, combine):
    if reduce == "sum":
        return ways.pick(g, dim, index)
    if reduce == "mean":
        number = _counts(g, dim, index, src, include_self, ways)
        return ways.pick(g, dim, index) / ways.pick(number, dim, index)
    if reduce == "prod":
        return _factor_gradient(g, self, src, result, dim, index, include_self, ways, combine)
    share, _, its = _shares(g, self, src, result, dim, index, ways)
    return its * ways.pick(share, dim, index)


def _factor_gradient(g, self, src, result, dim, index, include_self, ways, combine):
    """The product of the others: divided out, or computed anew for the one factor that is 0."""
    zero = bare(src) == 0
    number = ways.add(zeros_in(g, bare(self).shape), dim, index, _float(zero, g))
    single = zero & (bare(ways.pick(number, dim, index)) == 1)
    others = combine(self, dim, index, masked_fill(src, single, 1), "prod", include_self)
    return where(
        constant(single, g),
        ways.pick(g * others, dim, index),
        ways.pick(g * result, dim, index) / masked_fill(src, zero, 1),
    )


@op(
    saves=("index",),
    self=lambda g, self, src, result, dim, index, reduce, include_self: _self_gradient(
        g, self, src, result, dim, index, reduce, include_self, _BY_ELEMENT, scatter_reduce
    ),
    src=lambda g, self, src, result, dim, index, reduce, include_self: fitting(
        _src_gradient(
            g, self, src, result, dim, index, reduce, include_self, _BY_ELEMENT, scatter_reduce
        ),
        src.shape,
    ),
)
def scatter_reduce(self, dim, index, src, reduce, include_self=True):
    """A copy in which elements of `src` are combined at the places that `index` names."""
    _check_kind("scatter_reduce", reduce, _UFUNCS)
    result, place, src = scattered("scatter_reduce", self, dim, index, src)
    if index.size:
        _combine(result, place, src, reduce, include_self)
    return result.reshape(self.shape)


@op(
    saves=("index",),
    self=lambda g, self, source, result, dim, index, reduce, include_self: _self_gradient(
        g, self, source, result, dim, index, reduce, include_self, _BY_SLICE, index_reduce
    ),
    source=lambda g, self, source, result, dim, index, reduce, include_self: shaped(
        _src_gradient(
            g, self, source, result, dim, index, reduce, include_self, _BY_SLICE, index_reduce
        ),
        source.shape,
    ),
)
def index_reduce(self, dim, index, source, reduce, include_self=True):
    """A copy in which slices of `source` are combined with those that `index` names."""
    warn_once("index_reduce() is new and may change")
    _check_kind("index_reduce", reduce, ("prod", "mean", "amax", "amin"))
    kinds = (np.int64, np.int32)
    dim = check_slices("index_reduce", self, dim, index, source, kinds, RuntimeError)
    result, place = slices(self, dim, index)
    _combine(result, place, lifted(source), reduce, include_self)
    return result.reshape(self.shape)


def _check_kind(name, reduce, known):
    if reduce not in known:
        raise RuntimeError(f"{name}(): reduce is one of {', '.join(known)}, not {reduce!r}")
