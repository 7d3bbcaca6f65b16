"""A weight of a given length in a given direction."""

import numpy as np

from engine.ops.declare import OPS, op
from engine.ops.promote import unconverted
from engine.tensor import Tensor


def _others(array, dim):
    return tuple(d for d in range(array.ndim) if d != dim % array.ndim)


def _along(g, v, dim):
    """What `g` has of the direction `v`, for each slice."""
    return (g * v).sum(_others(v, dim), keepdims=True)


@op(
    "_weight_norm_interface",
    node="weight_norm_interface",
    v=lambda gradient, v, g, dim, result1: (
        (
            unconverted("weight_norm_backward", gradient[0], v, g)
            - v * (_along(gradient[0], v, dim) / (result1 * result1))
        )
        * (g / result1)
    ),
    g=lambda gradient, v, g, dim, result1: (
        _along(unconverted("weight_norm_backward", gradient[0], v, g), v, dim) / result1
    ),
)
def _interface(v, g, dim):
    """The weight, and the norms of the slices; a second derivative has these for constants."""
    length = np.sqrt((v * v).sum(_others(v, dim), keepdims=True))
    return v * (g / length), length


_interface.op.differentiable_outputs = (0,)


def norm_except_dim(v, pow=2, dim=0):
    """The norm of each slice along `dim`; of everything, if that is -1."""
    if not isinstance(v, Tensor):
        raise TypeError(f"a norm is taken of a tensor, not of {type(v).__name__}")
    if dim == -1:
        return v.norm(pow)
    if v.ndim == 1:
        return v.view(-1, 1).norm(pow, 1)
    return v.norm(pow, _others(v, dim), keepdim=True)


def weight_norm(v, g, dim=0):
    """The direction of `v` with the length `g`, for each slice along `dim`; -1: for all of it."""
    if dim in (0, v.ndim - 1):
        return OPS["_weight_norm_interface"](v, g, dim)[0]
    return v * (g / norm_except_dim(v, 2, dim))
