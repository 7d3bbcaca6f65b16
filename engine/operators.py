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


_NAMED = {  # Python's names of operators → operations, which have a reflected form, too
    "floordiv": "floor_divide",
    "mod": "remainder",
    "matmul": "matmul",
    "pow": "pow",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}
_IN_PLACE = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div", **_NAMED}
del _IN_PLACE["matmul"]


def operators(inplace):
    """The methods by name; `inplace` has the in-place forms of operations."""
    return {
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
        "__neg__": OPS["neg"],
        "__pos__": OPS["positive"],
        "__abs__": OPS["abs"],
        "__invert__": _invert,
        "__eq__": _eq,
        **{f"__{name}__": _refusing(OPS[name]) for name in ("ne", "lt", "le", "gt", "ge")},
        **{f"__{name}__": _refusing(OPS[operation]) for name, operation in _NAMED.items()},
        **{f"__r{name}__": _reflected(OPS[operation]) for name, operation in _NAMED.items()},
        **{f"__i{name}__": _refusing(inplace[f"{form}_"]) for name, form in _IN_PLACE.items()},
    }
