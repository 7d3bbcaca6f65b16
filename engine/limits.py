"""The limits of element types, and numbers that have to keep within them."""

import math

import numpy as np

from engine.dtype import FLOAT, INTEGER, as_dtype, from_numpy, get_default_dtype


class finfo:
    """Limits of a float dtype (of the parts, for a complex one)."""

    __module__ = "torch"

    def __init__(self, type=None):
        type = get_default_dtype() if type is None else as_dtype(type)
        if type.category < FLOAT:
            raise TypeError(f"finfo needs a floating-point dtype, not {type!r}; see iinfo")
        limits = np.finfo(type.to_real().numpy)
        self.bits = limits.bits
        self.dtype = type.to_real().name
        self.eps = limits.eps.item()
        self.max = limits.max.item()
        self.min = limits.min.item()
        self.resolution = float(f"1e-{limits.precision}")
        self.smallest_normal = self.tiny = limits.smallest_normal.item()

    def __repr__(self):
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, "
            f"eps={self.eps:g}, smallest_normal={self.tiny:g}, tiny={self.tiny:g}, "
            f"dtype={self.dtype})"
        )

    def __eq__(self, other):
        return isinstance(other, finfo) and other.dtype == self.dtype

    __hash__ = None


class iinfo:
    """Limits of an integer dtype."""

    __module__ = "torch"

    def __init__(self, type):
        type = as_dtype(type)
        if type.category != INTEGER:
            raise TypeError(f"iinfo needs an integer dtype, not {type!r}; see finfo")
        limits = np.iinfo(type.numpy)
        self.bits, self.dtype = limits.bits, type.name
        self.min, self.max = int(limits.min), int(limits.max)

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"

    def __eq__(self, other):
        return isinstance(other, iinfo) and other.dtype == self.dtype

    __hash__ = None


_NUMBERS = (bool, int, float, complex, np.generic)


def checked(number, dtype):
    """`number` as a value of NumPy's `dtype`; RuntimeError where it is out of the limits.

    Unsigned types take negative integers as far as they wrap around.
    """
    if not isinstance(number, _NUMBERS):
        raise TypeError(f"expected a number, not {type(number).__name__}")
    kind = dtype.kind
    if isinstance(number, str | list | tuple):
        raise TypeError(f"expected a number, not {number!r}")
    if kind == "b":
        return np.bool_(bool(number))
    if kind != "c" and isinstance(number, complex | np.complexfloating):
        _check(number.imag == 0, number, dtype)
        number = number.real
    if kind in "iu":
        limits = np.iinfo(dtype)
        wraps = kind == "u" and isinstance(number, int | np.integer)
        _check((-limits.max if wraps else limits.min) <= number <= limits.max, number, dtype)
        return dtype.type(int(number) % (limits.max + 1) if wraps else int(number))
    size = max(abs(number.real), abs(number.imag))
    largest = float(np.finfo(dtype).max)
    _check(not math.isfinite(size) or size <= largest, number, dtype)
    return dtype.type(np.float32(number) if dtype == np.float16 else number)


def filling(number, dtype, count=1):
    """`checked` for whoever fills so many elements with a number: what float16 cannot hold is
    infinite in a single one.
    """
    if dtype != np.float16 or count != 1 or isinstance(number, complex):
        return checked(number, dtype)
    with np.errstate(over="ignore"):
        return np.float16(np.float32(number))


def _check(true, number, dtype):
    if not true:
        raise RuntimeError(f"{number} is out of the limits of {from_numpy(dtype)!r}")
