"""Comparisons, tests of values, and logical and bitwise operations: none has a derivative."""

import operator

import numpy as np

from engine.autograd.mapped import refuse as refuse_mapped
from engine.ops.declare import OPS, binary, op, unary
from engine.ops.operands import NEITHER, SECOND, check_operands
from engine.ops.promote import of_reals, one_dtype, refuse
from engine.strides import arranged
from engine.tensor import Tensor

# ---- comparisons --------------------------------------------------------------------------------

eq = binary("eq", operator.eq, numbers=SECOND)
ne = binary("ne", operator.ne, numbers=SECOND)
lt = binary("lt", of_reals("lt", operator.lt), numbers=SECOND)
le = binary("le", of_reals("le", operator.le), numbers=SECOND)
gt = binary("gt", of_reals("gt", operator.gt), numbers=SECOND)
ge = binary("ge", of_reals("ge", operator.ge), numbers=SECOND)


def equal(input, other):
    """Whether two tensors have one shape and the same elements."""
    if not (isinstance(input, Tensor) and isinstance(other, Tensor)):
        raise TypeError("equal() takes two tensors")
    for tensor in (input, other):
        refuse_mapped(tensor, "equal()")
    return bool(np.array_equal(input._data, other._data))


@op()
def isclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Where `|self - other| <= atol + rtol * |other|`."""
    check_operands("isclose", NEITHER, self, other)
    one_dtype("isclose", self, other)
    if rtol < 0 or atol < 0:
        raise RuntimeError("isclose(): tolerances must not be negative")
    return arranged(np.isclose(self, other, rtol, atol, equal_nan), self, other)


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are close; see isclose."""
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


# ---- tests of values ----------------------------------------------------------------------------


def _test(name, function):
    def forward(x):
        return function(x) if x.dtype.kind in "fc" else function(x.astype(np.float64))

    return unary(name, forward, floats=False)


def _test_of_reals(name, function):
    def forward(x):
        refuse(name, "c", x, error=RuntimeError)
        return function(x)

    return _test(name, forward)


def _signed(x):
    refuse("signbit", "c", x)
    return np.signbit(x) if x.dtype.kind == "f" else x < 0


isnan = _test("isnan", np.isnan)
isinf = _test("isinf", np.isinf)
isfinite = _test("isfinite", np.isfinite)
isposinf = _test_of_reals("isposinf", np.isposinf)
isneginf = _test_of_reals("isneginf", np.isneginf)
isreal = _test("isreal", np.isreal)
signbit = unary("signbit", _signed, floats=False)

# ---- logical ------------------------------------------------------------------------------------


def _logical(function):
    return lambda x, y: function(x, y)


logical_and = binary("logical_and", _logical(np.logical_and), numbers=NEITHER)
logical_or = binary("logical_or", _logical(np.logical_or), numbers=NEITHER)
logical_xor = binary("logical_xor", _logical(np.logical_xor), numbers=NEITHER)
logical_not = unary("logical_not", np.logical_not, floats=False)

# ---- bitwise ------------------------------------------------------------------------------------


def _bits(name, function, refused=""):
    def forward(x, y):
        refuse(name, refused, x, y)
        for value in (x, y):
            if getattr(value, "dtype", np.dtype(type(value))).kind not in "iub":
                np.broadcast_shapes(np.shape(x), np.shape(y))  # which is complained about first
                raise NotImplementedError(f"{name}() takes integers and bools")
        return function(x, y)

    return forward


bitwise_and = binary("bitwise_and", _bits("bitwise_and", operator.and_))
bitwise_or = binary("bitwise_or", _bits("bitwise_or", operator.or_))
bitwise_xor = binary("bitwise_xor", _bits("bitwise_xor", operator.xor))
bitwise_left_shift = binary("bitwise_left_shift", _bits("bitwise_left_shift", np.left_shift, "b"))
bitwise_right_shift = binary(
    "bitwise_right_shift", _bits("bitwise_right_shift", np.right_shift, "b")
)


def _complement(x):
    if x.dtype.kind not in "iub":
        raise NotImplementedError(f"bitwise_not() of {x.dtype}")
    return ~x


bitwise_not = unary("bitwise_not", _complement, floats=False)
gcd = binary("gcd", _bits("gcd", np.gcd, "b"), numbers=NEITHER)
lcm = binary("lcm", _bits("lcm", np.lcm, "b"), numbers=NEITHER)
OPS["equal"], OPS["allclose"] = equal, allclose
