"""A weight of a given length in a given direction."""

import numpy as np

from engine.ops.declare import OPS, op


def _others(array, dim):
    return tuple(d for d in range(array.ndim) if d != dim % array.ndim)


def _length(v, dim):
    """The norm of each slice along `dim`, with the dimensions kept."""
    return (v * v).sum(_others(v, dim), keepdims=True) ** 0.5


def _along(g, v, dim):
    """What `g` has of the direction `v`, for each slice."""
    return (g * v).sum(_others(v, dim), keepdims=True)


@op(
    "_weight_norm_interface",
    node="weight_norm_interface",
    v=lambda gradient, v, g, dim: (
        (gradient - v * (_along(gradient, v, dim) / _length(v, dim) ** 2)) * (g / _length(v, dim))
    ),
    g=lambda gradient, v, dim: _along(gradient, v, dim) / _length(v, dim),
)
def _interface(v, g, dim):
    return v * (g / np.sqrt((v * v).sum(_others(v, dim), keepdims=True)))


def norm_except_dim(v, pow=2, dim=0):
    """The norm of each slice along `dim`; of everything, if that is -1."""
    if dim == -1:
        return v.norm(pow)
    return v.norm(pow, _others(v, dim), keepdim=True)


def weight_norm(v, g, dim=0):
    """The direction of `v` with the length `g`, for each slice along `dim`; -1: for all of it."""
    if dim in (0, v.ndim - 1):
        return OPS["_weight_norm_interface"](v, g, dim)
    return v * (g / norm_except_dim(v, 2, dim))
