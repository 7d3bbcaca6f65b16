"""The logarithm of the gamma function and its derivatives, to the accuracy of float64."""

import math

import numpy as np

from engine.ops.erf import each

_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
_FAR = 12  # from where the asymptotic series with so many terms are exact


def lgamma(x):
    """The logarithm of the gamma function's size."""
    return each(_lgamma, x)


def _lgamma(x):
    if math.isinf(x) or (x <= 0 and x == math.floor(x)):
        return math.inf
    return math.lgamma(x)


def digamma(x):
    """The derivative of lgamma; at negative integers it is NaN, at 0 minus or plus infinity."""
    return each(_digamma, x)


def _digamma(x):
    if x == 0:
        return math.copysign(math.inf, -x)
    if x < 0:
        if math.isinf(x) or x == math.floor(x):
            return math.nan
        return _digamma(1 - x) - math.pi / math.tan(math.pi * math.fmod(x, 1))
    total = 0.0
    while x < _FAR:
        total -= 1 / x
        x += 1
    if math.isinf(x):
        return x
    square, power = 1 / (x * x), 1.0
    series = 0.0
    for k, b in enumerate(_BERNOULLI, 1):
        power *= square
        series += b * power / (2 * k)
    return total + math.log(x) - 0.5 / x - series


def zeta(s, q):
    """The sum of (q + k) to the power -s over all k >= 0 (Hurwitz's zeta), elementwise."""
    s, q = np.broadcast_arrays(s, q)
    pairs = zip(s.ravel().tolist(), q.ravel().tolist(), strict=True)
    values = np.array([_zeta(a, b) for a, b in pairs], np.float64)
    return values.reshape(s.shape).astype(np.result_type(s, q))


def _zeta(s, q):
    if s == 1:
        return math.inf
    if s < 1:
        return math.nan
    if q <= 0 and (math.isinf(q) or q == math.floor(q)):
        return math.inf
    if math.isnan(s) or math.isinf(q) or q != q or (q < 0 and s != math.floor(s)):
        return math.nan
    if math.isinf(s):
        return math.inf if q < 1 else 1.0 if q == 1 else math.nan
    if s > 1e12 and q > 1:  # the terms leave the range of float64
        return math.nan
    total = 0.0
    while q < _FAR:
        total += _power(q, -s)
        q += 1
    return total + _zeta_tail(s, q)


def _power(base, exponent):
    try:
        return base**exponent
    except OverflowError:
        return math.inf


def _zeta_tail(s, q):
    """Euler and Maclaurin's formula."""
    tail = q ** (1 - s) / (s - 1) + 0.5 * q**-s
    factor, power = s, q ** (-s - 1)
    for k, b in enumerate(_BERNOULLI, 1):
        term = b * factor * power / math.factorial(2 * k)
        if math.isnan(term):
            break
        tail += term
        if abs(term) < 1e-18 * abs(tail):
            break
        factor *= (s + 2 * k - 1) * (s + 2 * k)
        power /= q * q
    return tail


def polygamma(n, x):
    """The n-th derivative of digamma."""
    if n == 0:
        return digamma(x)
    if n == 1:
        return each(_trigamma, x)
    factor = (-1) ** (n + 1) * math.factorial(n)
    return each(lambda v: factor * _zeta(n + 1.0, v), x)


def _trigamma(x):
    if x < 0.5 and not math.isinf(x):
        sine = math.sin(math.pi * x)
        return (math.pi / sine) ** 2 - _zeta(2.0, 1 - x) if sine else math.inf
    if math.isinf(x):
        return 0.0 if x > 0 else math.nan
    return _zeta(2.0, x)
