"""Modified Bessel functions of the first kind, of order 0 and 1, to the accuracy of float64."""

import math

from engine.ops.erf import each

_FAR = 25.0  # from where the asymptotic series is exact


def _series(order, x):
    """The power series: all its terms are positive."""
    quarter = x * x / 4
    term = total = 1.0 if order == 0 else x / 2
    k = 0
    while abs(term) > 1e-18 * abs(total):
        k += 1
        term *= quarter / (k * (k + order))
        total += term
    return total


def _scaled(order, x):
    """exp(-|x|) times the function."""
    size = abs(x)
    if math.isnan(x) or math.isinf(x):
        return x if math.isnan(x) else 0.0
    if size < _FAR:
        return _series(order, x) * math.exp(-size)
    term = total = 1.0
    for k in range(1, 40):
        term *= -(4 * order * order - (2 * k - 1) ** 2) / (8 * size * k)
        total += term
        if abs(term) < 1e-18:
            break
    value = total / math.sqrt(2 * math.pi * size)
    return -value if order == 1 and x < 0 else value


def _plain(order, x):
    if math.isnan(x) or math.isinf(x):
        return math.nan
    if abs(x) < _FAR:
        return _series(order, x)
    if abs(x) > 1400:
        return math.inf if order == 0 else math.copysign(math.inf, x)
    half = math.exp(abs(x) / 2)  # in two halves, since exp(x) may overflow first
    return _scaled(order, x) * half * half


def i0(x):
    """The modified Bessel function of order 0."""
    return each(lambda v: _plain(0, v), x)


def i1(x):
    """That of order 1."""
    return each(lambda v: _plain(1, v) + 0.0, x)  # no -0.0


def i0e(x):
    """That of order 0, times exp(-|x|)."""
    return each(lambda v: _scaled(0, v), x)


def i1e(x):
    """That of order 1, times exp(-|x|)."""
    return each(lambda v: _scaled(1, v) + 0.0, x)
