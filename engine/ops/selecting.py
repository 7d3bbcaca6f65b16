"""Choosing between values: where, maxima and minima of pairs, clamping, replacing NaN."""

import warnings

import numpy as np

from engine.ops.arraylike import bare, constant, finite_range, zeros_for
from engine.ops.compose import overloaded
from engine.ops.declare import (
    ARRAYS,
    NEITHER,
    OPS,
    SECOND,
    binary,
    check_operands,
    op,
    promoted_pair,
    unary,
)
from engine.ops.promote import promote_all, refuse, to_float
from engine.tensor import Tensor, wrap

ARRAYLIKE = (Tensor, *ARRAYS)


@op(
    "where",
    saves=("condition",),
    self=lambda g, condition: where(condition, g, zeros_for(g)),
    other=lambda g, condition: where(condition, zeros_for(g), g),
)
def _where(condition, self, other):
    if condition.dtype == np.uint8:
        warnings.warn("where() with a uint8 condition is deprecated", UserWarning, stacklevel=5)
        condition = condition.astype(bool)
    if condition.dtype != np.bool_:
        raise RuntimeError(f"where() takes a bool condition, not {condition.dtype}")
    if not isinstance(self, np.ndarray) or self.dtype != getattr(other, "dtype", None):
        self, other = promote_all(self, other)
    return np.where(condition, self, other)


_select = OPS["where"]


def where(condition, self=None, other=None, *, out=None):
    """`self` where the condition holds and `other` elsewhere; alone, the places where it holds."""
    if self is None and other is None:
        return tuple(wrap(place) for place in np.nonzero(np.atleast_1d(condition._data)))
    return _select(condition, self, other, out=out)


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
    # all bits kept, or none: several times faster than `where`, which stumbles over random masks
    return (g.view(bits) & -mask.astype(bits)).view(g.dtype)


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
        function,
        lambda g, self, other: _winner(g, self, other, beats),
        lambda g, self, other: _winner(g, other, self, beats),
        numbers=NEITHER,
    )


maximum = _maximum("maximum", lambda x, y: np.maximum(x, y), np.greater)
minimum = _maximum("minimum", lambda x, y: np.minimum(x, y), np.less)


def _first_wins(self, other, not_worse):
    """Where the first of a pair is taken: also if equal, or if the second is NaN."""
    return not_worse(bare(self), bare(other)) | np.isnan(bare(other))


def _ignoring_nan(name, function, not_worse):
    return binary(
        name,
        function,
        lambda g, self, other: filled_where(g, ~_first_wins(self, other, not_worse)),
        lambda g, self, other: filled_where(g, _first_wins(self, other, not_worse)),
        numbers=NEITHER,
    )


fmax = _ignoring_nan("fmax", lambda x, y: np.fmax(x, y), np.greater_equal)
fmin = _ignoring_nan("fmin", lambda x, y: np.fmin(x, y), np.less_equal)


# ---- clamping -----------------------------------------------------------------------------------


def _clamped(self, low, high):
    if low is None and high is None:
        raise RuntimeError("clamp() needs at least one of min and max")
    bounds = [b for b in (low, high) if b is not None]
    if self.dtype.kind == "b" and all(type(b) is bool for b in bounds):
        raise NotImplementedError("clamp() of bools")
    if self.dtype.kind != "f" or any(type(b) not in (int, float) for b in bounds):
        self, *bounds = promote_all(self, *bounds)
    if low is not None:
        self = np.maximum(self, bounds[0])
    if high is not None:
        self = np.minimum(self, bounds[-1])
    return self


def _inside(g, self, low, high):
    """`g` where `self` is within its bounds, these included."""
    x = bare(self)
    mask = np.ones(x.shape, bool)
    if low is not None:
        mask = mask & (x >= bare(low))
    if high is not None:
        mask = mask & (x <= bare(high))
    return masked(g, mask)


def _below(g, self, low, high):
    mask = bare(self) < bare(low)
    return masked(g, mask if high is None else mask & (bare(low) < bare(high)))


def _above(g, self, low, high):
    mask = bare(self) > bare(high)
    return masked(g, mask if low is None else mask | (bare(high) < bare(low)))


@op("clamp", node="clamp:1", self=lambda g, self, min, max: _inside(g, self, min, max))
def _clamp_numbers(self, min=None, max=None):
    return _clamped(self, min, max)


@op(
    "clamp",
    self=lambda g, self, min, max: _inside(g, self, min, max),
    min=lambda g, self, min, max: _below(g, self, min, max),
    max=lambda g, self, min, max: _above(g, self, min, max),
)
def _clamp_tensors(self, min=None, max=None):
    return _clamped(self, min, max)


@overloaded("clamp")
def clamp(self, min=None, max=None, *, out=None):
    """`self` with what is below `min` or above `max` moved there."""
    bounds = [b for b in (min, max) if b is not None]
    tensors = [isinstance(b, ARRAYLIKE) for b in bounds]
    if any(tensors) and not all(tensors):
        raise TypeError("clamp() takes two numbers or two tensors, not one of each")
    return _clamp_tensors if any(tensors) else _clamp_numbers


def _bounded(self, bound, function):
    check_operands("clamp", SECOND, self, bound)
    return function(*promote_all(self, bound))


@op("clamp_min", self=lambda g, self, min: _inside(g, self, min, None))
def _clamp_min_number(self, min):
    return _bounded(self, min, np.maximum)


@op(
    "clamp_min",
    node="clamp_min:1",
    self=lambda g, self, min: _inside(g, self, min, None),
    min=lambda g, self, min: _below(g, self, min, None),
)
def _clamp_min_tensor(self, min):
    return _bounded(self, min, np.maximum)


@op("clamp_max", self=lambda g, self, max: _inside(g, self, None, max))
def _clamp_max_number(self, max):
    return _bounded(self, max, np.minimum)


@op(
    "clamp_max",
    node="clamp_max:1",
    self=lambda g, self, max: _inside(g, self, None, max),
    max=lambda g, self, max: _above(g, self, None, max),
)
def _clamp_max_tensor(self, max):
    return _bounded(self, max, np.minimum)


@overloaded("clamp_min")
def clamp_min(self, min, *, out=None):
    """`self` with what is below `min` moved there."""
    return _clamp_min_tensor if isinstance(min, ARRAYLIKE) else _clamp_min_number


@overloaded("clamp_max")
def clamp_max(self, max, *, out=None):
    """`self` with what is above `max` moved there."""
    return _clamp_max_tensor if isinstance(max, ARRAYLIKE) else _clamp_max_number


# ---- signs and special values -------------------------------------------------------------------


def _sign(x):
    """-1, 0 or 1; unlike NumPy's, 0 for NaN."""
    if x.dtype.kind == "b":
        return x.copy()
    return np.greater(x, 0).astype(x.dtype) - np.less(x, 0).astype(x.dtype)


def _size(x):
    refuse("abs", "b", x)
    return np.abs(x)


def _real_sign(x):
    if x.dtype.kind == "c":
        raise NotImplementedError("sign() of complex numbers, which have none")
    return _sign(x)


def _direction(x):
    if x.dtype.kind == "c":
        return np.divide(x, np.abs(x), out=np.zeros_like(x), where=x != 0)
    return _sign(x)


sign = unary("sign", _real_sign, zeros_for, floats=False)


def _direction_slope(g, x, result):
    """What turns the direction: the part of `g` at a right angle to it, divided by the size."""
    if bare(x).dtype.kind != "c":
        return zeros_for(g)
    size = abs(x)
    turning = g - result * (g.conj() * result).real
    return nulled(turning / size, bare(x) == 0)


sgn = unary(
    "sgn", _direction, lambda g, self, result: _direction_slope(g, self, result), floats=False
)


@op(self=lambda g, self: g * sgn(self))
def abs(self):
    """The absolute value; of complex numbers, their size."""
    return _size(self)


def _copysign_derivative(g, self, result):
    """1 or -1, and 0 at zeros."""
    return g * masked(result / self, bare(self) != 0)


@op(
    "copysign",
    self=lambda g, self, result: _copysign_derivative(g, self, result),
    other=lambda g: zeros_for(g),
)
def _copysign_tensor(self, other):
    check_operands("copysign", SECOND, self, other)
    return np.copysign(*_as_floats(*promoted_pair(self, other)))


@op(
    "copysign",
    node="copysign:1",
    self=lambda g, self, result: _copysign_derivative(g, self, result),
)
def _copysign_number(self, other):
    check_operands("copysign", SECOND, self, other)
    return np.copysign(*_as_floats(*promoted_pair(self, other)))


def _as_floats(x, y):
    return to_float(x), to_float(y) if isinstance(y, ARRAYS) else y


@overloaded("copysign")
def copysign(self, other, *, out=None):
    """The size of `self` with the sign of `other`."""
    return _copysign_tensor if isinstance(other, ARRAYLIKE) else _copysign_number


@op(self=lambda g, self: kept_by(g, np.isfinite(bare(self))))
def nan_to_num(self, nan=None, posinf=None, neginf=None):
    """NaN replaced by `nan` (0), infinities by `posinf`, `neginf` (the dtype's extremes)."""
    if self.dtype.kind not in "fc":
        return self.copy()
    low, high = finite_range(self.dtype)
    return np.nan_to_num(
        self,
        nan=0.0 if nan is None else nan,
        posinf=high if posinf is None else posinf,
        neginf=low if neginf is None else neginf,
    )
