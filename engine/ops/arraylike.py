"""What derivative formulas do with arrays and tensors alike, where these spell it differently."""

import numpy as np

from engine.strides import empty_as
from engine.tensor import Tensor, wrap


def zeros_for(g):
    """Zeros that lie in memory as `g` does: the gradient of what has no influence."""
    array = np.asarray(bare(g))
    zeros = empty_as(array, array.dtype)
    zeros.fill(0)
    return wrap(zeros) if isinstance(g, Tensor) else zeros


def cast(value, like):
    """`value` in the dtype of `like`."""
    if isinstance(value, Tensor):
        same = value._data.dtype == like._data.dtype
        return value if same else value.to(like.dtype)
    return value.astype(like.dtype)


def bare(value):
    """The array in `value`, for decisions that have no derivative, such as where a zero is."""
    return value._data if isinstance(value, Tensor) else value


def constant(array, like):
    """A bare array as the kind of thing that `like` is."""
    return wrap(array) if isinstance(like, Tensor) else array


def finite_range(dtype):
    """The smallest and the largest finite number of a NumPy float dtype."""
    info = np.finfo(dtype)
    return float(info.min), float(info.max)


def zeros_in(like, shape):
    """Zeros of that shape in the dtype of `like`, of its kind."""
    return constant(np.zeros(shape, bare(like).dtype), like)
