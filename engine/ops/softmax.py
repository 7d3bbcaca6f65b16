"""Softmax and its logarithm."""

import numpy as np

from engine import dtype as dtypes
from engine.ops import rounded
from engine.ops.declare import op
from engine.ops.elementary import exp
from engine.ops.promote import cast, in_single, refuse
from engine.ops.reduce import sum
from engine.ops.shape import normal_dim
from engine.ops.whole import whole
from engine.strides import row_major


def _prepared(name, x, dim, dtype):
    """The array in the wanted dtype, its dimension checked."""
    if dtype is not None:
        x = cast(x, dtypes.as_dtype(dtype).numpy)
    normal_dim(dim, x.ndim)
    if x.size:
        refuse(name, "iubc", x)
    return x


def _less_maximum(x, dim):
    return x - np.maximum.reduce(x, axis=dim, keepdims=True) if x.ndim else x - x


def _total(g, dim):
    """The sum along a dimension, which is kept."""
    if type(g) is np.ndarray and g.ndim:
        return np.add.reduce(g, axis=dim, keepdims=True)
    return sum(g, dim, True)


@in_single
def _softmax_slope(g, result, dim):
    return result * (g - _total(g * result, dim))


@in_single
def _log_softmax_slope(g, result, dim):
    return rounded.less_product(g, exp(result), _total(g, dim))


_slope = whole("softmax_backward_data", _softmax_slope)


@op(self=_slope)
def softmax(self, dim, dtype=None):
    """Exponentials that add up to 1 along `dim`."""
    return row_major(_softmax(_prepared("softmax", self, dim, dtype), dim))


@op("_safe_softmax", node="safe_softmax", self=_slope)
def safe_softmax(self, dim, dtype=None):
    """`softmax`, but zeros where all elements along `dim` are -inf: nothing to pay attention to."""
    result = _softmax(_prepared("softmax", self, dim, dtype), dim)
    empty = np.isneginf(self).all(dim, keepdims=True)
    return row_major(np.where(empty, result.dtype.type(0), result))


@in_single
def _softmax(x, dim):
    if not x.size:
        return x.copy()
    e = rounded.exp(_less_maximum(x, dim))
    total = np.add.reduce(e, axis=dim if x.ndim else None, keepdims=True)
    return e * (1 / total) if dim in (-1, x.ndim - 1) else e / total  # as PyTorch's kernels do


@op(self=whole("log_softmax_backward_data", _log_softmax_slope))
def log_softmax(self, dim, dtype=None):
    """The logarithm of `softmax`, computed without leaving its range."""
    x = _prepared("log_softmax", self, dim, dtype)
    if not x.size:
        return x.copy()
    half = x.dtype == np.float16  # computed in float32, but for sums along the last dimension
    x = _less_maximum(x.astype(np.float32) if half else x, dim)
    total = np.add.reduce(rounded.exp(x), axis=dim if x.ndim else None, keepdims=True)
    if half and dim in (-1, x.ndim - 1):
        total = rounded.log(total.astype(np.float16).astype(np.float32)).astype(np.float16)
    else:
        total = rounded.log(total)
    return row_major((x - total).astype(np.float16) if half else x - total)
