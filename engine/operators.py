"""Python's operators on tensors: one row each."""

import numpy as np

from engine.ops.declare import OPS
from engine.ops.operands import OPERANDS, plain_number
from engine.ops.pointwise import rsub_number, true_divide
from engine.tensor import Tensor, wrap


def _refusing(function):
    """Leave what is no operand to the other side, as Python wants it; arrays to NumPy."""

    def method(self, other):
        if not isinstance(other, OPERANDS):
            return NotImplemented
        return function(self, plain_number(other))

    return method


def _reflected(function):
    return _refusing(lambda self, other: function(other, self))


_rsub_number = _refusing(rsub_number)


def _rsub(self, other):
    if isinstance(other, Tensor):
        return OPS["rsub"](self, other)
    return _rsub_number(self, other)


def _rdiv(self, other):
    return OPS["reciprocal"](self) * other


_equal = _refusing(OPS["eq"])


def _eq(self, other):
    """The one operator that PyTorch has for arrays, too."""
    if isinstance(other, np.ndarray) and other.dtype.kind in "biufc":
        other = wrap(other)
    return _equal(self, other)


def _invert(self):
    if self._data.dtype.kind not in "iub":
        raise TypeError(f"~ is only for integers and bools, not {self.dtype!r}")
    return OPS["bitwise_not"](self)


def operators(inplace):
    """The methods by name; `inplace` has the in-place forms of operations."""
    plain = {
        "__add__": OPS["add"].operator,
        "__radd__": OPS["add"].operator,
        "__sub__": OPS["sub"].operator,
        "__rsub__": _rsub,
        "__mul__": OPS["mul"].operator,
        "__rmul__": OPS["mul"].operator,
        "__truediv__": true_divide.operator,
        "__rtruediv__": _rdiv,
        "__div__": true_divide.operator,
        "__rdiv__": _rdiv,
        "__floordiv__": _refusing(OPS["floor_divide"]),
        "__rfloordiv__": _reflected(OPS["floor_divide"]),
        "__mod__": _refusing(OPS["remainder"]),
        "__rmod__": _reflected(OPS["remainder"]),
        "__matmul__": _refusing(OPS["matmul"]),
        "__rmatmul__": _reflected(OPS["matmul"]),
        "__pow__": _refusing(OPS["pow"]),
        "__rpow__": _reflected(OPS["pow"]),
        "__neg__": OPS["neg"],
        "__pos__": OPS["positive"],
        "__abs__": OPS["abs"],
        "__invert__": _invert,
        "__and__": _refusing(OPS["bitwise_and"]),
        "__rand__": _reflected(OPS["bitwise_and"]),
        "__or__": _refusing(OPS["bitwise_or"]),
        "__ror__": _reflected(OPS["bitwise_or"]),
        "__xor__": _refusing(OPS["bitwise_xor"]),
        "__rxor__": _reflected(OPS["bitwise_xor"]),
        "__lshift__": _refusing(OPS["bitwise_left_shift"]),
        "__rlshift__": _reflected(OPS["bitwise_left_shift"]),
        "__rshift__": _refusing(OPS["bitwise_right_shift"]),
        "__rrshift__": _reflected(OPS["bitwise_right_shift"]),
        "__eq__": _eq,
        "__ne__": _refusing(OPS["ne"]),
        "__lt__": _refusing(OPS["lt"]),
        "__le__": _refusing(OPS["le"]),
        "__gt__": _refusing(OPS["gt"]),
        "__ge__": _refusing(OPS["ge"]),
    }
    return plain | {f"__i{name}__": _refusing(inplace[form]) for name, form in _IN_PLACE.items()}


_IN_PLACE = {
    "add": "add_",
    "sub": "sub_",
    "mul": "mul_",
    "truediv": "div_",
    "floordiv": "floor_divide_",
    "mod": "remainder_",
    "pow": "pow_",
    "and": "bitwise_and_",
    "or": "bitwise_or_",
    "xor": "bitwise_xor_",
    "lshift": "bitwise_left_shift_",
    "rshift": "bitwise_right_shift_",
}
