"""The regularised incomplete gamma functions, to nearly the accuracy of float64."""

import math

import numpy as np

from engine.dtype import from_numpy
from engine.ops.declare import op
from engine.ops.elementary import exp, log
from engine.ops.operands import NEITHER, check_operands, promoted_pair
from engine.ops.special import lgamma
from engine.ops.sum_to import sum_to

_ENOUGH, _TINY, _LARGE = 1e-17, 1e-300, 1e14


def _parts(a, x):
    """The lower and the upper part, which add up to 1."""
    if (a == math.inf and x != math.inf and not x < 0) or (x == 0 and not a <= 0):
        return 0.0, 1.0  # also beside NaN
    if x == math.inf and a != math.inf and not a < 0:
        return 1.0, 0.0
    if a < 0 or x < 0 or math.isnan(a) or math.isnan(x) or (a == 0 and x == 0):
        return math.nan, math.nan
    if a == 0 or (math.isinf(x) and not math.isinf(a)):
        return 1.0, 0.0
    if x == 0 or math.isinf(a):
        return (math.nan, math.nan) if math.isinf(x) else (0.0, 1.0)
    if a > _LARGE:  # nearly a normal distribution
        distance = (x - a) / math.sqrt(2 * a)
        return 0.5 * math.erfc(-distance), 0.5 * math.erfc(distance)
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        lower = scale * _series(a, x)
        return lower, 1 - lower
    upper = scale * _fraction(a, x)
    return 1 - upper, upper


def _series(a, x):
    term = total = 1 / a
    while abs(term) > _ENOUGH * abs(total):
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a, x):
    """The continued fraction of the upper part, from the front (by Lentz's method)."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    result, k, change = d, 0, 0.0
    while abs(change - 1) > 1e-16 and k < 100_000:
        k += 1
        step, b = k * (a - k), b + 2
        d = 1 / (step * d + b or _TINY)
        c = b + step / c or _TINY
        change = c * d
        result *= change
    return result


def _elementwise(name, which, a, x):
    check_operands(name, NEITHER, a, x)
    a, x = np.broadcast_arrays(*promoted_pair(a, x))
    if a.dtype.kind != "f":
        raise NotImplementedError(f"{name}() is not defined for {from_numpy(a.dtype)!r}")
    pairs = zip(a.ravel().tolist(), x.ravel().tolist(), strict=True)
    values = np.array([_parts(*pair)[which] for pair in pairs], np.float64)
    return values.reshape(a.shape).astype(a.dtype)


def _slope(self, other):
    """The derivative of the lower part by the second argument."""
    return exp((self - 1) * log(other) - other - lgamma(self))


def _unknown(g):
    raise NotImplementedError("igamma() has no derivative by its first argument")


@op(
    self=_unknown,
    other=lambda g, self, other, other_shape: sum_to(g * _slope(self, other), other_shape),
)
def igamma(self, other):
    """The lower part: the integral of `t ** (self - 1) * exp(-t)` up to `other`, out of all."""
    return _elementwise("igamma", 0, self, other)


@op(
    self=_unknown,
    other=lambda g, self, other, other_shape: sum_to(-g * _slope(self, other), other_shape),
)
def igammac(self, other):
    """The upper part: what `igamma` leaves of 1."""
    return _elementwise("igammac", 1, self, other)
