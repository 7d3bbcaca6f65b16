"""Normal numbers from uniform ones by Box and Muller's method, rounded at every step as PyTorch's.

PyTorch fills float32 tensors with vector code whose logarithm, sine and cosine are the polynomials
of the Cephes library with fused multiply-adds, and everything else with the C library's functions.
"""

import math

import numpy as np

from engine.fused import fused

_PIECE = 1024  # blocks worked on at a time, which the processor's cache holds
BLOCK = 16  # PyTorch turns 16 uniform numbers at a time into 16 normal ones


def exactly(function, values):
    """The C library's `function` of float64 values; NumPy's can differ in the last bit."""
    results = np.fromiter(map(function, values.ravel().tolist()), np.float64, values.size)
    return results.reshape(values.shape)


def pair(first, second):
    """Two independent standard normal numbers from two uniform ones."""
    radius, angle = math.sqrt(-2 * math.log1p(-second)), 2 * math.pi * first
    return radius * math.cos(angle), radius * math.sin(angle)


def blocks(uniform):
    """Standard normal numbers from uniform ones of float32 or float64, in rows of `BLOCK`."""
    pieces = range(0, len(uniform), _PIECE)
    return np.concatenate([_blocks(uniform[start : start + _PIECE]) for start in pieces])


def _blocks(uniform):
    half = BLOCK // 2
    radii, angles = uniform.dtype.type(1) - uniform[:, :half], uniform[:, half:]
    if uniform.dtype == np.float32:
        radius = np.sqrt(np.float32(-2) * _log(radii))
        sine, cosine = _sine_and_cosine(np.float32(2 * math.pi) * angles)
    else:
        radius, angle = np.sqrt(-2 * exactly(math.log, radii)), 2 * math.pi * angles
        sine, cosine = exactly(math.sin, angle), exactly(math.cos, angle)
    return np.concatenate((radius * cosine, radius * sine), 1)


def _polynomial(x, coefficients):
    """Horner's scheme, highest power first, in steps that are rounded to float32."""
    exact = x.astype(np.float64)
    value = exact * coefficients[0] + coefficients[1]
    for coefficient in coefficients[2:]:
        value = value.astype(np.float32).astype(np.float64)
        value *= exact
        value += coefficient
    return value.astype(np.float32)


_LOG = (7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1)
_LOG += (-1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1)
_SINE = (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COSINE = (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
_LOG, _SINE, _COSINE = (
    tuple(np.float32(part).tolist() for part in c) for c in (_LOG, _SINE, _COSINE)
)
_LOG_2 = (np.float32(-2.12194440e-4), np.float32(0.693359375))  # low and high part
_QUARTER_PI = (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)  # in parts


def _log(x):
    """Natural logarithm of positive, normal float32 numbers."""
    mantissa, exponent = np.frexp(x)
    low = mantissa < np.float32(0.707106781186547524)
    exponent = (exponent - low).astype(np.float32)
    x = mantissa - np.float32(1) + np.where(low, mantissa, np.float32(0))
    square = x * x
    y = fused(_polynomial(x, _LOG) * x, square, exponent * _LOG_2[0])
    y = fused(square, np.float32(-0.5), y)
    return fused(exponent, _LOG_2[1], x + y)


def _sine_and_cosine(x):
    """Sine and cosine of float32 angles that are not negative."""
    octant = (x * np.float32(4 / math.pi)).astype(np.int32)
    octant = (octant + 1) & ~1
    turns = octant.astype(np.float32)
    for part in _QUARTER_PI:
        x = fused(turns, np.float32(part), x)
    square = x * x
    cosine = _polynomial(square, _COSINE) * square
    cosine = fused(cosine, square, square * np.float32(-0.5)) + np.float32(1)
    sine = fused(_polynomial(square, _SINE) * square, x, x)
    swapped = octant & 2 != 0
    sine, cosine = np.where(swapped, cosine, sine), np.where(swapped, sine, cosine)
    negative_cosine = (octant + 2) & 4 != 0
    return np.where(octant & 4 != 0, -sine, sine), np.where(negative_cosine, -cosine, cosine)
