"""Signs, directions and sizes."""

import numpy as np

from engine.ops.arraylike import bare, zeros_for
from engine.ops.compose import overloaded
from engine.ops.declare import ARRAYS, op, unary
from engine.ops.operands import SECOND, check_operands
from engine.ops.pointwise import floats_of
from engine.ops.promote import refuse, to_float
from engine.ops.selecting import ARRAYLIKE, masked, nulled
from engine.strides import arranged


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


def _direction_slope(g, self, result):
    """What turns the direction: the part of `g` at a right angle to it, divided by the size."""
    if bare(self).dtype.kind != "c":
        return zeros_for(g)
    size = abs(self)
    turning = g - result * (g.conj() * result).real
    return nulled(turning / size, bare(self) == 0)


sgn = unary("sgn", _direction, _direction_slope, floats=False)


@op(self=lambda g, self: g * sgn(self))
def abs(self):
    """The absolute value; of complex numbers, their size."""
    return _size(self)


def _copysign_derivative(g, self, result):
    """1 or -1, and 0 at zeros."""
    return g * masked(result / self, bare(self) != 0)


def _copysign(self, other):
    check_operands("copysign", SECOND, self, other)
    x, y = floats_of(self, other)
    refuse("copysign", "c", x, y)
    return arranged(np.copysign(to_float(x), to_float(y) if isinstance(y, ARRAYS) else y), x, y)


_copysign_tensor = op("copysign", self=_copysign_derivative, other=zeros_for)(_copysign)
_copysign_number = op("copysign", node="copysign:1", self=_copysign_derivative)(_copysign)


@overloaded("copysign")
def copysign(self, other, *, out=None):
    """The size of `self` with the sign of `other`."""
    return _copysign_tensor if isinstance(other, ARRAYLIKE) else _copysign_number
