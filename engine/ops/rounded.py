"""Functions of float32 that are computed in float64 and rounded once.

PyTorch's are nearly always right to the last bit; NumPy's own for float32, which are made for
speed, miss it in a quarter to a third of all cases. `print(x.item())` shows the last bit, so the
few numbers that somebody may look at are computed so; large arrays are left to NumPy's speed.
"""

import numpy as np

_FEW = 2048  # elements, that take some microseconds more


def rounded(function):
    """A function of NumPy's, of one or two arrays."""

    def computed(x, *y):
        if x.dtype.char == "f" and x.size <= _FEW and not (y and y[0].dtype.char == "d"):
            return function(x, *y, dtype=np.float64).astype(np.float32)
        return function(x, *y)

    return computed


exp, expm1, log, log10, log1p = map(rounded, (np.exp, np.expm1, np.log, np.log10, np.log1p))
sin, cos, sinh, cosh, tanh = map(rounded, (np.sin, np.cos, np.sinh, np.cosh, np.tanh))
arctan2 = rounded(np.arctan2)


def is_few(a):
    """Whether these are numbers of float32 to round once."""
    return a.dtype.char == "f" and a.size <= _FEW


def exact_product(a, number):
    """a · number, for a sum with it: few products of float32 in float64, where they are exact."""
    return a.astype(np.float64) * np.float32(number) if is_few(a) else a * number


def less_product(c, a, b):
    """c - a · b, of arrays rounded once, as processors do that multiply and subtract in one go."""
    if isinstance(a, np.ndarray | np.generic) and is_few(a):
        return (c - a.astype(np.float64) * b).astype(np.float32)
    return c - a * b
