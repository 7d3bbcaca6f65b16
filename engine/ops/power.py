"""Powers and roots."""

import math

import numpy as np

from engine import dtype as dtypes
from engine.ops.arraylike import bare, cast, constant, zeros_for
from engine.ops.compose import composed, overloaded
from engine.ops.declare import ARRAYS, op, write_out
from engine.ops.elementary import log
from engine.ops.inplace import inplace_form
from engine.ops.operands import NEITHER, check_operands, promoted_pair
from engine.ops.pointwise import scaled
from engine.ops.promote import in_single, refuse, to_float
from engine.ops.selecting import nulled, where
from engine.strides import arranged, row_major
from engine.tensor import Tensor


def _power(base, exponent):
    if isinstance(base, ARRAYS) and not isinstance(exponent, ARRAYS):
        _check_exponent(base, exponent)
    base, exponent = promoted_pair(base, exponent)
    if isinstance(exponent, bool) or isinstance(base, bool):
        return _power_of_bools(base, exponent)
    kind = exponent.dtype.kind if isinstance(exponent, ARRAYS) else base.dtype.kind
    if kind == "b" and isinstance(base, ARRAYS) and isinstance(exponent, ARRAYS):
        raise NotImplementedError("pow() of bools")
    if kind in "iu" and np.any(np.less(exponent, 0)):
        return _negative_power(base, exponent)
    if kind == "c":
        return _complex_power(base, exponent)
    if kind == "f" and not isinstance(exponent, ARRAYS):
        step = _STEPS.get(exponent)
        if step is _cube or (step is not None and base.dtype != np.float16):
            return step(base)
    return base**exponent


@in_single
def _cube(x):
    return x * x * x  # rounded twice, as PyTorch's is


# Powers of floats that PyTorch takes step by step; of halves it does so with the cube alone.
_STEPS = {3: _cube, 0.5: np.sqrt, -0.5: lambda x: 1 / np.sqrt(x), -2: lambda x: 1 / (x * x)}
_INVERSES = {-0.5: 0.5, -1: 1, -2: 2}


def _complex_power(base, exponent):
    """By way of the logarithm: NumPy has cases of its own at zero. Simple powers are products."""
    if isinstance(exponent, ARRAYS):
        if not isinstance(base, ARRAYS) and base == 1:
            return np.ones_like(exponent)
        return np.exp(exponent * np.log(np.asarray(base, exponent.dtype)))
    if exponent in (0, 0.5, 1, 2, 3):
        return base**exponent
    if exponent in _INVERSES:
        return 1 / base ** _INVERSES[exponent]
    return np.exp(exponent * np.log(base))


def _power_of_bools(base, exponent):
    """Only a bool tensor to the power of a bool is one; a bool number is the number 0 or 1."""
    if isinstance(exponent, bool) and base.dtype.kind == "b":
        return base | (not exponent)
    if isinstance(base, bool) and exponent.dtype.kind == "b":
        raise NotImplementedError("pow() of bools")
    return base**exponent


def _check_exponent(base, exponent):
    """Refuse a number that the dtype of the power cannot hold."""
    if base.dtype.kind in "iu" and type(exponent) is int:
        limits = np.iinfo(base.dtype)
    elif base.dtype == np.float16 and type(exponent) in (int, float) and math.isfinite(exponent):
        limits = np.finfo(base.dtype)
    else:
        return
    if not limits.min <= exponent <= limits.max:
        raise RuntimeError(f"pow(): {exponent} is beyond what {base.dtype} holds")


def _negative_power(base, exponent):
    """Integer powers below zero are 1 or -1 for those bases, else rounded to 0."""
    if not isinstance(exponent, ARRAYS):
        raise RuntimeError("pow(): an integer tensor has no negative powers; convert it to float")
    size = np.where(np.abs(base) == 1, base ** (exponent % 2), 0)
    return np.where(exponent < 0, size, base ** np.maximum(exponent, 0))


def _base_derivative(g, self, exponent):
    if not isinstance(exponent, (Tensor, *ARRAYS)):
        if exponent == 0:
            return zeros_for(g)
        less = exponent - 1
        return g * scaled(self**less if isinstance(self, Tensor) else _power(self, less), exponent)
    zero = bare(exponent) == 0
    grad = g * (exponent * self ** (exponent - 1))
    return nulled(grad, zero)


def _exponent_derivative(g, self, exponent, result):
    """0 where the base is 0 and the exponent is not negative: there the power stays 0."""
    nought = (bare(self) == 0) & (bare(exponent) >= 0)
    if bare(result).dtype.kind == "c":
        self = cast(self, result)  # a negative one has a logarithm, too
    slope = result * log(self)
    return g * (where(constant(nought, g), zeros_for(slope), slope) if nought.any() else slope)


@op("pow", self=_base_derivative)
def _pow_number(self, exponent):
    return _power(self, exponent)


@op(
    "pow",
    node="pow:1",
    self=lambda g, self, exponent, result: _base_derivative(g, self, exponent),
    exponent=_exponent_derivative,
)
def _pow_tensor(self, exponent):
    return arranged(_power(self, exponent), self, exponent)


def _power_of_number(g, self, exponent, result):
    if self == 0:
        still = constant(bare(exponent) >= 0, g)
        slope = result * float("-inf")
        return g * where(still, zeros_for(slope), slope)
    whole = bare(result).dtype.kind == "c"
    return g * (result * (complex(np.log(complex(self))) if whole else float(np.log(self))))


@op("pow", node="pow:2", exponent=_power_of_number)
def _number_pow(self, exponent):
    return row_major(_power(self, exponent))


@overloaded("pow")
def pow(self, exponent, *, out=None):
    """`self ** exponent`; one of the two may be a number."""
    if not isinstance(self, (Tensor, *ARRAYS)):
        return _number_pow
    return _pow_tensor if isinstance(exponent, (Tensor, *ARRAYS)) else _pow_number


@composed
def square(self):
    """`self ** 2`."""
    return pow(self, 2)


@composed
def _float_power(self, exponent):
    return pow(_widened(self), _widened(exponent))


def _widened(value):
    if not isinstance(value, Tensor):
        return value
    return value.to(_WIDE["c" if value._data.dtype.kind == "c" else "f"])


def _float_power_of_number(self, exponent, *, out=None):
    if not isinstance(exponent, Tensor):
        raise TypeError("float_power() takes at least one tensor")
    result = pow(self, _widened(exponent))
    return result if out is None else write_out(out, result, "float_power")


@overloaded("float_power")
def float_power(self, exponent, *, out=None):
    """`self ** exponent` in double precision."""
    return _float_power if isinstance(self, Tensor) else _float_power_of_number


_WIDE = {"f": dtypes.float64, "c": dtypes.complex128}


@op(
    "ldexp",
    self=lambda g, other: g * 2.0**other,
    other=lambda g, result: scaled(g * result, math.log(2)),
)
def ldexp(self, other):
    """`self * 2 ** other`."""
    check_operands("ldexp", NEITHER, self, other)
    if self.dtype.kind not in "fc" or other.dtype.kind in "fc":
        self, power = promoted_pair(self, 2.0 ** to_float(other))
        return arranged(self * power, self, power)
    refuse("ldexp", "b", other)
    return arranged((self * np.exp2(other.astype(np.float64))).astype(self.dtype), self, other)


def _float_power_(self, exponent):
    if self.dtype not in _WIDE.values():
        raise RuntimeError(
            f"float_power_() writes float64 results, which {self.dtype!r} cannot hold"
        )
    return _pow_(self, exponent)


_pow_ = inplace_form(pow, "pow_")
square.inplace = lambda self: _pow_(self, 2)
float_power.inplace = _float_power_
