"""The error function, its relatives and its inverse, to the accuracy of float64."""

import functools
import math

import numpy as np

from engine.ops.promote import refuse
from engine.strides import blank_as


def each(function, array):
    """A function of Python floats on every element; results in the array's dtype and layout."""
    refuse("a special function", "c", array)
    flat = np.asarray(array, np.float64).ravel().tolist()
    values = np.fromiter(map(function, flat), np.float64, len(flat))
    result = blank_as(np.asarray(array), array.dtype)
    result[...] = values.reshape(np.shape(array))
    return result


_STEP, _END, _MANY = 512, 6, 128  # 1 / distance of the table's places; where it ends; for whom


@functools.cache
def _table(dtype):
    """Places, and there erf and its slope."""
    places = np.arange(_STEP * _END + 1) / _STEP
    slope = 2 / math.sqrt(math.pi) * np.exp(-places * places)
    return each(math.erf, places).astype(dtype), slope.astype(dtype)


def erf(x):
    """The error function; of many elements by a table and a short series."""
    if x.size < _MANY or x.dtype == np.float16:
        return each(math.erf, x)
    if x.dtype == np.float32:
        return erf(x.astype(np.float64)).astype(np.float32)
    values, slopes = _table(x.dtype)
    size = np.minimum(np.abs(x), _END)
    place = (size * _STEP + 0.5).astype(np.int64)
    base = (place / _STEP).astype(x.dtype)
    d = size - base  # erf from the nearest place on, by Taylor's series
    square = base * base
    bend = (2 * square - 1) / 3
    if x.dtype == np.float64:
        fifth = (4 * square * square - 12 * square + 3) / 30
        bend += d * (base * (3 - 2 * square) / 6 + d * fifth)
    curve = 1 + d * (d * bend - base)
    series = slopes.take(place, mode="clip") * d * curve
    return np.copysign(values.take(place, mode="clip") + series, x)


def erfc(x):
    """1 - erf(x), without loss of digits."""
    return each(math.erfc, x)


def erfcx(x):
    """exp(x²) · erfc(x), which does not underflow."""
    return each(_erfcx, x)


def _erfcx(x):
    if math.isinf(x):
        return math.inf if x < 0 else 0.0
    if x < 25:
        wide = x * (2**27 + 1)
        high = wide - (wide - x)  # x to 26 bits: its square is exact
        square, rest = high * high, (x - high) * (x + high)
        return math.inf if square > 708 else math.exp(square) * math.exp(rest) * math.erfc(x)
    inverse, series = 1 / (2 * x * x), 1.0
    for odd in (13, 11, 9, 7, 5, 3, 1):
        series = 1 - odd * inverse * series
    return series / (x * math.sqrt(math.pi))


def erfinv(y):
    """The inverse of `erf`."""
    return each(_erfinv, y)


def _erfinv(y):
    if not abs(y) < 1:
        return math.copysign(math.inf, y) if abs(y) == 1 else math.nan
    if abs(y) > 0.5:
        return math.copysign(erfc_inverse(1 - abs(y)), y)
    x = y * math.sqrt(math.pi) / 2 * (1 + math.pi * y * y / 12)
    for _ in range(4):
        x = _halley(x, math.erf(x) - y)
    return x


def _halley(x, error):
    """One step nearer to where `error`, whose slope is that of erf, vanishes."""
    step = error * math.sqrt(math.pi) / 2 * math.exp(x * x)
    return x - step / (1 + x * step)


def erfc_inverse(y):
    """Where erfc is `y`, for 0 < y <= 1, accurate also for tiny ones."""
    if y > 0.1:
        x = (1 - y) * math.sqrt(math.pi) / 2
        for _ in range(8):
            x = _halley(x, math.erf(x) - (1 - y) if y > 0.5 else y - math.erfc(x))
        return x
    log = math.log(y)
    x = math.sqrt(max(-log - 0.5 * math.log(-math.pi * log), 0.5))
    for _ in range(6):  # Newton on the logarithm, which is nearly straight out there
        x += (math.log(_erfcx(x)) - x * x - log) * _erfcx(x) * math.sqrt(math.pi) / 2
    return x


def log_ndtr(x):
    """The logarithm of the normal distribution's share below x."""
    return each(_log_ndtr, x)


def _log_ndtr(x):
    if x == -math.inf:
        return x
    if x < -1:
        return math.log(_erfcx(-x * math.sqrt(0.5)) / 2) - x * x / 2
    return math.log1p(-math.erfc(x * math.sqrt(0.5)) / 2)


def ndtri(p):
    """Below which x lies the share p of the normal distribution."""
    return each(lambda v: _ndtri(v) + 0.0, p)  # no -0.0


def _ndtri(p):
    if not 0 < p < 1:
        return {0: -math.inf, 1: math.inf}.get(p, math.nan)
    if p > 0.5:
        return -_ndtri(1 - p)
    return -math.sqrt(2) * erfc_inverse(2 * p)
