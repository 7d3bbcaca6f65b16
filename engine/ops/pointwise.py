"""Elementwise arithmetic of two operands: sums, products, quotients and what is left of them."""

import operator

import numpy as np

from engine.ops.arraylike import zeros_for
from engine.ops.compose import composed, overloaded
from engine.ops.declare import ARRAYS, binary, op, unary
from engine.ops.op import MISSING
from engine.ops.operands import (
    SECOND,
    as_rounded_once,
    check_operands,
    promoted_pair,
    refuse_bools,
    scaled_by,
)
from engine.ops.promote import cast, refuse, to_float
from engine.strides import arranged
from engine.tensor import Tensor

ARRAYLIKE = (Tensor, *ARRAYS)


# ---- sums ---------------------------------------------------------------------------------------

add = binary("add", operator.add, lambda g: g, lambda g, alpha: scaled(g, alpha), alpha=True)
sub = binary(
    "sub",
    operator.sub,
    lambda g: g,
    lambda g, alpha: scaled(-g, alpha),
    alpha=True,
    bools=False,
)


def scaled(g, factor):
    """`g * factor`, a number, without the work where that is `g`."""
    if factor == 1:
        return g
    return mul_scalar(g, factor) if isinstance(g, Tensor) else g * factor


def shrunk(g, divisor):
    """`g / divisor`, a number."""
    return div_scalar(g, divisor) if isinstance(g, Tensor) else g / divisor


def _reversed_difference(self, other, *, alpha=1):
    check_operands("rsub", SECOND, self, other)
    refuse_bools("rsub", self, other)
    x, y = promoted_pair(self, other)
    return y - x if alpha == 1 else as_rounded_once(y - scaled_by(x, alpha, y), x)


_rsub_tensor = op("rsub", self=lambda g, alpha: scaled(-g, alpha), other=lambda g: g)(
    _reversed_difference
)
rsub_number = op("rsub", node="rsub:1", self=lambda g, alpha: scaled(-g, alpha))(
    _reversed_difference
)


@overloaded("rsub")
def rsub(self, other, *, alpha=1, out=None):
    """`other - alpha * self`."""
    return _rsub_tensor if isinstance(other, ARRAYLIKE) else rsub_number


def _negative(x):
    if x.dtype.kind == "b":
        raise RuntimeError("neg(): bools have no negative; use ~ or logical_not()")
    return -x


neg = unary("neg", _negative, lambda g: -g, floats=False)
clone = unary("clone", lambda x: cast(x, x.dtype), lambda g: g, floats=False)


@composed
def positive(self):
    """The tensor itself; bools are refused."""
    if self._data.dtype.kind == "b":
        raise RuntimeError("positive(): bools have no sign")
    return self


# ---- products and quotients ---------------------------------------------------------------------

mul = binary("mul", operator.mul, lambda g, other: g * other, lambda g, self: g * self)


def _kind(x, y):
    return y.dtype.kind if type(x) in (int, float, bool, complex) else x.dtype.kind


def floats_of(x, y):
    """Two operands in the dtype they meet in; an integer beside a number becomes a float first."""
    if not (isinstance(x, ARRAYS) and isinstance(y, ARRAYS)):
        x, y = (to_float(v) if isinstance(v, ARRAYS) else v for v in (x, y))
    return promoted_pair(x, y)


def divide(x, y):
    """True division; integers become the default float type first."""
    if _kind(x, y) in "iub":
        x, y = (to_float(v) if isinstance(v, ARRAYS) else v for v in (x, y))
    return x / y


true_divide = binary(
    "div",
    divide,
    lambda g, other: g / other,
    lambda g, self, other: -g * (self / other / other),
    pair=floats_of,
)


def no_zero_divisor(x, y):
    """Refuse an integer division by zero, of which NumPy makes 0, if anything is divided."""
    if _kind(x, y) in "iu" and np.any(np.equal(y, 0)) and np.size(x):
        raise RuntimeError("ZeroDivisionError: an integer was divided by zero")


def floor_quotient(x, y):
    """The quotient rounded down."""
    refuse("floor division", "bc", x, y)
    no_zero_divisor(x, y)
    if _kind(x, y) != "f":
        return x // y
    quotient = np.floor_divide(x, y)
    return np.where(np.equal(y, 0), x / y, quotient).astype(quotient.dtype)


def trunc_quotient(x, y):
    """The quotient rounded towards zero."""
    refuse("division", "b", x, y)
    no_zero_divisor(x, y)
    if _kind(x, y) not in "iu":
        return np.trunc(x / y)
    quotient = x // y
    return quotient + ((quotient < 0) & (quotient * y != x)).astype(quotient.dtype)


_ROUNDINGS = {"floor": floor_quotient, "trunc": trunc_quotient}


@op(
    "div",
    node="div:2",
    self=lambda g, other: zeros_for(g),
    other=lambda g, self, other: zeros_for(g),
)
def div_rounded(self, other, *, rounding_mode):
    """`self / other`, rounded down or towards 0."""
    if rounding_mode not in _ROUNDINGS:
        raise RuntimeError(
            f"div(): rounding_mode is None, 'trunc' or 'floor', not {rounding_mode!r}"
        )
    x, y = promoted_pair(self, other)
    return arranged(_ROUNDINGS[rounding_mode](x, y), x, y)


@op(
    "div",
    node="div:2",
    self=lambda g, other: g / other,
    other=lambda g, self, other: -g * (self / other / other),
)
def div_unrounded(self, other, *, rounding_mode):
    """`self / other` where `rounding_mode` was given, as None."""
    return divide(*floats_of(self, other))


@overloaded("div")
def div(self, other, *, rounding_mode=MISSING, out=None):
    """`self / other`, rounded if `rounding_mode` is "floor" or "trunc"."""
    if rounding_mode is MISSING:
        return true_divide
    return div_unrounded if rounding_mode is None else div_rounded


def no_derivative(name):
    """A formula for what PyTorch has no derivative of."""

    def formula(g):
        raise RuntimeError(f"{name}() has no derivative")

    return formula


floor_divide = binary(
    "floor_divide",
    floor_quotient,
    no_derivative("floor_divide"),
    no_derivative("floor_divide"),
    node="=NotImplemented",
    alone=True,
)


def _remainder(x, y):
    refuse("remainder", "bc", x, y)
    no_zero_divisor(x, y)
    if _kind(x, y) != "f":
        return np.remainder(x, y)
    rest = np.fmod(x, y)
    return np.where((rest != 0) & ((rest < 0) != np.less(y, 0)), rest + y, rest)


def _fmod(x, y):
    refuse("fmod", "bc", x, y)
    no_zero_divisor(x, y)
    return np.fmod(x, y)


def _either(name, function, rounding):
    """Two operations, for a number and for a tensor as divisor."""

    def forward(self, other):
        check_operands(name, SECOND, self, other)
        x, y = promoted_pair(self, other)
        return arranged(function(x, y), x, y)

    def for_other(g, self, other):
        return -g * div_rounded(self, other, rounding_mode=rounding)

    by_number = op(name, node=name + ":0", self=lambda g: g)(forward)
    by_tensor = op(name, node=name + ":1", self=lambda g: g, other=for_other)(forward)
    return by_number, by_tensor


_remainders = _either("remainder", _remainder, "floor")
_fmods = _either("fmod", _fmod, "trunc")


@op("remainder", node="=NotImplemented", other=no_derivative("remainder"))
def _remainder_of_number(self, other):
    return _remainder(*promoted_pair(self, other))


@overloaded("remainder")
def remainder(self, other, *, out=None):
    """What is left of the division rounded down: it has the sign of the divisor."""
    if not isinstance(self, ARRAYLIKE):
        return _remainder_of_number
    return _remainders[isinstance(other, ARRAYLIKE)]


@overloaded("fmod")
def fmod(self, other, *, out=None):
    """What is left of the division rounded towards zero: it has the sign of `self`."""
    return _fmods[isinstance(other, ARRAYLIKE)]


# What PyTorch composes of others ends in products with a number that are numbered otherwise.


@op("_mul_scalar", node="mul:1", self=lambda g, other: scaled(g, other))
def mul_scalar(self, other):
    """`self` times a number."""
    return operator.mul(*promoted_pair(self, other))


@op("_div_scalar", node="div:1", self=lambda g, other: shrunk(g, other))
def div_scalar(self, other):
    """`self` divided by a number."""
    return divide(self, other)
