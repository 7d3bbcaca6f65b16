"""Two operands: which may be a number, the dtype they meet in, and complaints about them."""

import operator

import numpy as np

from engine.limits import filling
from engine.ops import rounded
from engine.ops.op import ARRAYS
from engine.ops.promote import in_single, operand, promote, refuse
from engine.strides import arranged
from engine.tensor import Tensor, wrap

OPERANDS = (Tensor, bool, int, float, complex, np.generic)  # of Python's operators
EITHER, SECOND, NEITHER = "either", "the second", "neither"  # operand may be a number


def forward_of_two(name, function, numbers, alpha, bools, pair):
    """The forward on two arrays, or an array and a number; see `binary` for the arguments."""

    def forward(self, other):
        if numbers is not EITHER:
            check_operands(name, numbers, self, other)
        if name in _WIDENING and _half_beside_scalar(self, other):
            other = other.item()
        return ordered(*pair(self, other))

    def forward_scaled(self, other, *, alpha=1):
        if not bools:
            refuse_bools(name, self, other)
        x, y = pair(self, other)
        if alpha == 1 and not isinstance(alpha, float | bool):
            return ordered(x, y)
        return ordered(x, scaled_by(y, alpha, x), y)

    def ordered(x, y, unscaled=None):
        widened = name in _WIDENING and _half_beside_number(x, y)
        result = (in_single(function) if widened else function)(x, y)
        if unscaled is not None:
            result = as_rounded_once(result, unscaled)
        rows = getattr(x, "ndim", 0) < 2 or x.flags.c_contiguous
        return result if rows else arranged(result, x, y)

    return forward_scaled if alpha else forward


_WIDENING = {"div", "floor_divide", "mul"}  # take numbers as they are beside float16


def _half_beside_scalar(x, y):
    if getattr(x, "dtype", None) != np.float16 or not x.ndim:
        return False
    return isinstance(y, ARRAYS) and not y.ndim and y.dtype in (np.float32, np.float64)


def _half_beside_number(x, y):
    return getattr(x, "dtype", None) == np.float16 and not isinstance(y, ARRAYS)


def check_alpha(alpha, dtype):
    """Refuse a factor that tensors of that dtype cannot be multiplied by."""
    if getattr(alpha, "ndim", 0):
        raise TypeError("alpha must be a number or a 0-dim tensor")
    if isinstance(alpha, complex) and dtype.kind != "c":
        raise RuntimeError("alpha must not be complex where the tensors are real")
    if dtype.kind in "iub" and isinstance(alpha, float):
        raise RuntimeError("alpha must not be a float where the tensors are integers")
    if dtype.kind != "b" and isinstance(alpha, bool):
        raise RuntimeError("alpha must not be a bool where the tensors are none")


def scaled_by(operand, alpha, other=None):
    """An operand times `alpha`, in its dtype, or in that of the `other` one if it is a number.

    It may not be rounded yet, see `as_rounded_once`.
    """
    dtype = (operand if isinstance(operand, ARRAYS) else other).dtype
    check_alpha(alpha, dtype)
    if dtype.kind == "b":
        return operand & bool(alpha)
    if not isinstance(operand, ARRAYS):
        return operand * alpha
    if dtype.char == "f":
        return rounded.exact_product(operand, alpha)
    return operator.mul(*promoted_pair(operand, alpha))


def as_rounded_once(result, operand):
    """The sum with an operand that `scaled_by` scaled, in the operand's dtype."""
    few = getattr(operand, "dtype", None) == np.float32
    return result.astype(np.float32, copy=False) if few else result


def promoted_pair(x, y):
    """Two operands, arrays or numbers, in the dtype they meet in."""
    if isinstance(x, ARRAYS):
        if isinstance(y, ARRAYS):
            return promote(x, y)
        if isinstance(y, bool | int | float | complex):
            return operand(x, y)
    elif isinstance(x, bool | int | float | complex) and isinstance(y, ARRAYS):
        return operand(y, x)[::-1]
    raise TypeError(f"cannot combine {type(x).__name__} and {type(y).__name__}")


def without_numpy(name, *operands):
    """Operands beside a tensor: NumPy's scalars are numbers there, and its arrays are refused."""
    if not any(isinstance(v, Tensor) for v in operands):
        return operands
    if any(isinstance(v, np.ndarray) for v in operands):
        raise TypeError(f"{name}() takes tensors, not arrays; use torch.from_numpy()")
    return [plain_number(v) for v in operands]


def plain_number(value):
    """A scalar of NumPy as a number of Python; PyTorch reads its bools as floats."""
    if not isinstance(value, np.generic):
        return value
    return float(value) if isinstance(value, np.bool_) else value.item()


def refuse_bools(name, *operands):
    """Refuse bools, tensors or numbers, which have no difference."""
    refuse(name, "b", *map(np.asarray, operands), error=RuntimeError)


def check_operands(name, numbers, *operands):
    """Refuse operands that are numbers where only tensors may stand."""
    for place, value in enumerate(operands, 1):
        if not isinstance(value, ARRAYS) and (numbers is NEITHER or place == 1):
            raise TypeError(
                f"{name}(): argument {place} must be a tensor, not {type(value).__name__}"
            )


def shapes_error(name, x, y):
    """The error where two shapes do not broadcast."""
    return RuntimeError(
        f"{name}(): shapes {list(x.shape)} and {list(y.shape)} do not broadcast: sizes must be "
        "equal or 1, counted from the last dimension"
    )


def assigned(value, like):
    """The value of an assignment to a part of `like`, as a tensor."""
    if isinstance(value, Tensor):
        return value
    dtype = like._data.dtype
    if isinstance(value, complex) and dtype.kind != "c":
        raise RuntimeError("a complex number cannot be stored in a real tensor")
    if not isinstance(value, bool | int | float | complex):
        raise TypeError(f"a tensor cannot be assigned a {type(value).__name__}")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError(f"{value} does not fit into an integer of 64 bits")
    return wrap(np.asarray(filling(value, dtype)))
