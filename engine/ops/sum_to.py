"""The adjoint of broadcasting."""

import numpy as np


def sum_to(value, shape):
    """Sum `value` (array or tensor) over the dimensions along which `shape` was broadcast."""
    extra = len(value.shape) - len(shape)
    dims = tuple(range(extra)) + tuple(
        i + extra for i, size in enumerate(shape) if size == 1 and value.shape[i + extra] != 1
    )
    if isinstance(value, np.ndarray | np.generic):
        if dims:
            value = np.add.reduce(value, axis=dims, keepdims=True)
        return value.reshape(shape)
    if dims:
        value = value.sum(dims, keepdim=True)
    return value.reshape(shape) if tuple(value.shape) != tuple(shape) else value
