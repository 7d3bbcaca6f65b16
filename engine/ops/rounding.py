"""Rounding, and functions that are constant between jumps: their gradient is zero."""

import numpy as np

from engine.ops.arraylike import bare, cast, zeros_for
from engine.ops.compose import overloaded
from engine.ops.declare import binary, op, unary
from engine.ops.operands import NEITHER
from engine.ops.pointwise import no_derivative
from engine.ops.promote import one_dtype, refuse
from engine.ops.selecting import masked
from engine.return_types import struct


def _refusing_bools(name, function):
    def forward(x):
        refuse(name, "bc", x)
        return function(x) if x.dtype.kind == "f" else x.copy()

    return forward


def _step(name, function):
    return unary(name, _refusing_bools(name, function), zeros_for, floats=False)


ceil = _step("ceil", np.ceil)
floor = _step("floor", np.floor)
trunc = _step("trunc", np.trunc)


def _fraction(x):
    refuse("frac", "iubc", x)
    return x - np.trunc(x)


frac = unary("frac", _fraction, lambda g: g, floats=False)
_round_whole = _step("round", np.rint)


@op("round", node="round:1", self=zeros_for)
def _round_decimals(self, *, decimals):
    if self.dtype.kind not in "f":
        raise NotImplementedError(f"round() to decimals of {self.dtype}")
    if decimals == 0:
        return np.rint(self)
    factor = 10.0 ** abs(decimals)
    return np.rint(self * factor) / factor if decimals > 0 else np.rint(self / factor) * factor


@overloaded("round")
def round(self, *, decimals=None, out=None):
    """To the nearest integer, halves to even; or to so many decimals."""
    return _round_whole if decimals is None else _round_decimals


def _of_one_dtype(x, values):
    one_dtype("heaviside", x, values)
    return x, values


def _heaviside(x, values):
    refuse("heaviside", "c", x, error=RuntimeError)
    return np.where(np.equal(x, 0), values, np.greater(x, 0).astype(x.dtype))


heaviside = binary(
    "heaviside",
    _heaviside,
    no_derivative("heaviside"),
    no_derivative("heaviside"),
    node="=NotImplemented",
    numbers=NEITHER,
    pair=_of_one_dtype,
)

Frexp = struct("frexp", "mantissa", "exponent")


@op(self=lambda g, result1: g[0] / cast(2.0**result1, g[0]))
def frexp(self):
    """Mantissas in [0.5, 1) and powers of two."""
    refuse("frexp", "iubc", self, error=RuntimeError)
    mantissa, exponent = np.frexp(self)
    return Frexp(mantissa, exponent.astype(np.int32))


def _after(x, y):
    refuse("nextafter", "iubc", x, y)
    return np.nextafter(x, y)


nextafter = binary(
    "nextafter",
    _after,
    lambda g, self, other: masked(g, bare(self) != bare(other)),
    zeros_for,
    numbers=NEITHER,
)
