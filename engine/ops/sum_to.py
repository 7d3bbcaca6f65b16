"""The adjoint of broadcasting."""

import numpy as np


def sum_to(value, shape):
    """Sum `value` (array or tensor) over the dimensions along which `shape` was broadcast."""
    bare = isinstance(value, np.ndarray | np.generic)
    held = value.shape if bare else value._data.shape
    if held == shape:
        return value
    if bare and held[1:] == shape:
        return np.add.reduce(value, 0)  # of a bias, as it is most often
    extra = len(held) - len(shape)
    dims = [*range(extra), *(i + extra for i, n in enumerate(shape) if n == 1 != held[i + extra])]
    if bare:
        value = np.add.reduce(value, axis=tuple(dims), keepdims=True) if dims else value
        return value.reshape(shape)
    if not shape:
        return value.sum()
    value = value.sum(dims, keepdim=True) if dims else value
    return value.view(shape) if extra else value
