"""Moving values to bounds."""

import numpy as np

from engine.errors import unsupported
from engine.ops.arraylike import bare
from engine.ops.compose import overloaded
from engine.ops.declare import ARRAYS, op
from engine.ops.operands import SECOND, check_operands
from engine.ops.promote import promote_all, refuse
from engine.ops.selecting import ARRAYLIKE, masked
from engine.strides import arranged
from engine.tensor import Tensor


def _is_bool(bound):
    return type(bound) is bool or getattr(bound, "dtype", None) == np.bool_


def _clamped(self, low, high):
    if low is None and high is None:
        raise RuntimeError("clamp() needs at least one of min and max")
    bounds = [b for b in (low, high) if b is not None]
    if self.dtype.kind == "b" and all(_is_bool(b) for b in bounds):
        raise NotImplementedError("clamp() of bools")
    if self.dtype.kind != "f" or any(type(b) not in (int, float) for b in bounds):
        self, *bounds = promote_all(self, *bounds)
        refuse("clamp", "c", self)
    first = self
    if low is not None:
        self = _moved(np.maximum, self, bounds[0])
    if high is not None:
        self = _moved(np.minimum, self, bounds[-1])
    return arranged(self, first, *bounds)


def _moved(function, x, bound):
    """The larger or the smaller; `x`, if both are equal, since a zero keeps its sign."""
    return function(x, bound) if x.dtype.char == "e" else function(bound, x)


def _inside(g, self, min, max):
    """`g` where `self` is within its bounds, these included."""
    x = bare(self)
    mask = np.ones(x.shape, bool)
    if min is not None:
        mask = mask & (x >= bare(min))
    if max is not None:
        mask = mask & (x <= bare(max))
    return masked(g, mask)


def _below(g, self, min, max):
    mask = bare(self) < bare(min)
    return masked(g, mask if max is None else mask & (bare(min) < bare(max)))


def _above(g, self, min, max):
    mask = bare(self) > bare(max)
    return masked(g, mask if min is None else mask | (bare(max) < bare(min)))


@op("clamp", node="clamp:1", self=_inside)
def _clamp_numbers(self, min=None, max=None):
    return _clamped(self, _number(min), _number(max))


def _number(bound):
    """A bound that is a tensor beside a number counts as a number, too."""
    value = bound.item() if isinstance(bound, ARRAYS) else bound
    return value.real if isinstance(value, complex) and isinstance(bound, ARRAYS) else value


@op("clamp", self=_inside, min=_below, max=_above)
def _clamp_tensors(self, min=None, max=None):
    return _clamped(self, min, max)


@overloaded("clamp")
def clamp(self, min=None, max=None, *, out=None):
    """`self` with what is below `min` or above `max` moved there."""
    bounds = [b for b in (min, max) if b is not None]
    tensors = [b for b in bounds if isinstance(b, ARRAYLIKE)]
    if len(tensors) == len(bounds) and tensors:
        return _clamp_tensors
    if any(t.ndim or getattr(t, "requires_grad", False) for t in tensors):
        raise TypeError("clamp() takes two numbers or two tensors, not one of each")
    if any(t.is_complex() for t in tensors if isinstance(t, Tensor)):
        raise unsupported("a complex bound of clamp() beside a number")
    return _clamp_numbers


def _bounded(self, bound, function):
    check_operands("clamp", SECOND, self, bound)
    refuse("clamp", "c", self, bound)
    return _moved(function, *promote_all(self, bound))


def _raised(self, min):
    return _bounded(self, min, np.maximum)


def _lowered(self, max):
    return _bounded(self, max, np.minimum)


def _not_raised(g, self, min):
    return _inside(g, self, min, None)


def _not_lowered(g, self, max):
    return _inside(g, self, None, max)


_clamp_min_number = op("clamp_min", self=_not_raised)(_raised)
_clamp_min_tensor = op(
    "clamp_min",
    node="clamp_min:1",
    self=_not_raised,
    min=lambda g, self, min: _below(g, self, min, None),
)(_raised)
_clamp_max_number = op("clamp_max", self=_not_lowered)(_lowered)
_clamp_max_tensor = op(
    "clamp_max",
    node="clamp_max:1",
    self=_not_lowered,
    max=lambda g, self, max: _above(g, self, None, max),
)(_lowered)


@overloaded("clamp_min")
def clamp_min(self, min, *, out=None):
    """`self` with what is below `min` moved there."""
    return _clamp_min_tensor if isinstance(min, ARRAYLIKE) else _clamp_min_number


@overloaded("clamp_max")
def clamp_max(self, max, *, out=None):
    """`self` with what is above `max` moved there."""
    return _clamp_max_tensor if isinstance(max, ARRAYLIKE) else _clamp_max_number
