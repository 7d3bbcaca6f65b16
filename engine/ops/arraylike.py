"""What derivative formulas do with arrays and tensors alike, where these spell it differently."""

import numpy as np

from engine.tensor import Tensor, wrap


def zeros_for(g):
    """Zeros in the shape and dtype of `g`: the gradient of what has no influence."""
    if isinstance(g, Tensor):
        return wrap(np.zeros(g._data.shape, g._data.dtype))
    return np.zeros(g.shape, g.dtype)


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
