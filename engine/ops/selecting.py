"""Choosing between values: where, maxima and minima of pairs, replacing NaN."""

import numpy as np

from engine.autograd.mapped import refuse as refuse_mapped
from engine.ops.arraylike import bare, constant, finite_range, zeros_for
from engine.ops.declare import ARRAYS, OPS, binary, op
from engine.ops.operands import NEITHER
from engine.ops.promote import cast, of_reals, promote_all
from engine.strides import arranged
from engine.tensor import Tensor, wrap
from engine.warn import warn_once

ARRAYLIKE = (Tensor, *ARRAYS)


@op(
    "where",
    saves=("condition",),
    self=lambda g, condition: where(condition, g, zeros_for(g)),
    other=lambda g, condition: where(condition, zeros_for(g), g),
)
def _where(condition, self, other):
    if condition.dtype == np.uint8:
        warn_once("where() with a uint8 condition is deprecated", stacklevel=5)
        condition = condition.astype(bool)
    if condition.dtype != np.bool_:
        raise RuntimeError(f"where() takes a bool condition, not {condition.dtype}")
    if not isinstance(self, np.ndarray) or self.dtype != getattr(other, "dtype", None):
        self, other = promote_all(self, other)
    return arranged(np.where(condition, self, other), condition, self, other)


_select = OPS["where"]


def where(condition, input=None, other=None, *, out=None):
    """`input` where the condition holds and `other` elsewhere; alone, the places where it holds."""
    if input is None and other is None:
        refuse_mapped(condition, "where the condition holds")
        return tuple(wrap(place) for place in np.nonzero(np.atleast_1d(condition._data)))
    if not isinstance(condition, Tensor | np.ndarray | np.generic):
        raise TypeError(f"where(): the condition must be a tensor, not {type(condition).__name__}")
    return _select(condition, input, other, out=out)


where.method = lambda self, condition, other: where(condition, self, other)
OPS["where"] = where


# ---- the greater and the smaller ----------------------------------------------------------------


def masked(g, mask):
    """`g` where the mask (an array) holds, else 0."""
    if isinstance(g, Tensor):
        return where(wrap(mask), g, zeros_for(g))
    bits = _BITS.get(g.dtype)
    if bits is None or not g.ndim:
        return np.where(mask, g, g.dtype.type(0))
    # all bits once, or not at all: several times faster than `where`, which stumbles over random
    # masks, and 0 where `g` is infinite, too
    return np.multiply(g.view(bits), mask).view(g.dtype)


def nulled(grad, mask):
    """`grad`, but 0 where the mask (an array) holds, even if it is NaN there."""
    if isinstance(grad, Tensor):
        return where(wrap(mask), zeros_for(grad), grad)
    return masked(grad, ~mask) if mask.any() else grad


def filled_where(grad, mask):
    """The same, in a graph by `masked_fill`."""
    if isinstance(grad, Tensor):
        return OPS["masked_fill"](grad, wrap(mask), 0)
    return nulled(grad, mask)


def kept_by(grad, mask):
    """`grad` where the mask (an array) holds, else 0, in a graph by a product."""
    return grad * wrap(mask) if isinstance(grad, Tensor) else masked(grad, mask)


_BITS = {np.dtype(np.float32): np.int32, np.dtype(np.float64): np.int64}


def _winner(g, mine, its, beats):
    """All of `g` to the winner, half of it where they are equal."""
    mine, its = bare(mine), bare(its)
    if isinstance(g, Tensor):
        return filled_where(where(wrap(mine == its), g / 2, g), beats(its, mine))
    share = np.where(mine == its, 0.5, np.where(beats(its, mine), 0.0, 1.0))
    return g * constant(share.astype(bare(g).dtype), g)


def _maximum(name, function, beats):
    return binary(
        name,
        of_reals(name, function, RuntimeError),
        lambda g, self, other: _winner(g, self, other, beats),
        lambda g, self, other: _winner(g, other, self, beats),
        numbers=NEITHER,
    )


# NumPy gives the second of equals, PyTorch the first: 0.0 and -0.0 are such.
maximum = _maximum("maximum", lambda x, y: np.maximum(y, x), np.greater)
minimum = _maximum("minimum", lambda x, y: np.minimum(y, x), np.less)


def _first_wins(self, other, not_worse):
    """Where the first of a pair is taken: also if equal, or if the second is NaN."""
    return not_worse(bare(self), bare(other)) | np.isnan(bare(other))


def _ignoring_nan(name, function, not_worse):
    return binary(
        name,
        of_reals(name, function, RuntimeError),
        lambda g, self, other: filled_where(g, ~_first_wins(self, other, not_worse)),
        lambda g, self, other: filled_where(g, _first_wins(self, other, not_worse)),
        numbers=NEITHER,
    )


# of equals the first here, too, for which NumPy takes the one or the other
fmax = _ignoring_nan("fmax", lambda x, y: np.where(x == y, x, np.fmax(x, y)), np.greater_equal)
fmin = _ignoring_nan("fmin", lambda x, y: np.where(x == y, x, np.fmin(x, y)), np.less_equal)


@op(self=lambda g, self: kept_by(g, np.isfinite(bare(self))))
def nan_to_num(
    self, nan: float | None = None, posinf: float | None = None, neginf: float | None = None
):
    """NaN replaced by `nan` (0), infinities by `posinf`, `neginf` (the dtype's extremes)."""
    if self.dtype.kind not in "fc":
        return self.copy()
    low, high = finite_range(self.dtype)
    return np.nan_to_num(
        cast(self, self.dtype),
        nan=0.0 if nan is None else nan,
        posinf=high if posinf is None else posinf,
        neginf=low if neginf is None else neginf,
    )
