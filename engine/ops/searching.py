"""Where values lie among others: membership, places in sorted sequences, histograms."""

import numpy as np

from engine.ops.compose import composed
from engine.ops.declare import ARRAYS, OPS, op, write_out
from engine.ops.pointwise import floor_divide, no_derivative
from engine.ops.promote import promote, refuse, refuse_half
from engine.return_types import struct
from engine.tensor import Tensor, wrap


def isin(elements, test_elements, *, assume_unique=False, invert=False, out=None):
    """Whether each element is one of the test elements; either may be a number."""
    if not isinstance(elements, Tensor) and not isinstance(test_elements, Tensor):
        raise TypeError("isin() takes at least one tensor")
    arrays = [
        np.asarray(v._data if isinstance(v, Tensor) else v) for v in (elements, test_elements)
    ]
    refuse("isin", "bc", *arrays, error=RuntimeError)
    found = wrap(np.isin(*arrays, invert=invert))
    return found if out is None else write_out(out, found, "isin")


OPS["isin"] = isin


def _dtype_of(out_int32):
    return np.int32 if out_int32 else np.int64


@op("bucketize")
def _bucketize(self, boundaries, out_int32, right):
    refuse("bucketize", "bc", self, boundaries)
    if boundaries.ndim != 1:
        raise RuntimeError("bucketize() takes a vector of boundaries")
    found = _halving(*promote(boundaries, self), "right" if right else "left")
    return found.astype(_dtype_of(out_int32))


def _halving(sequence, values, side):
    """Where a search by halves ends, as PyTorch's does, among NaNs and what is not sorted, too."""
    reached = np.greater_equal if side == "left" else np.greater
    last = sequence.shape[-1] - 1
    start = np.zeros(values.shape, np.int64)
    end = np.full(values.shape, last + 1)
    while (searching := start < end).any():
        middle = (start + end) // 2
        at = np.minimum(middle, last)
        seen = sequence[at] if sequence.ndim == 1 else np.take_along_axis(sequence, at, -1)
        left = reached(seen, values)
        start = np.where(searching & ~left, middle + 1, start)
        end = np.where(searching & left, middle, end)
    return start


_bucketize = OPS["bucketize"]


def bucketize(input, boundaries, *, out_int32=False, right=False, out=None):
    """Between which boundaries each element lies; `right` counts a boundary to its left."""
    x = input if isinstance(input, Tensor) else wrap(np.asarray(input, boundaries._data.dtype))
    return _bucketize(x, boundaries, out_int32, right, out=out)


OPS["bucketize"] = bucketize


@op("searchsorted")
def _searchsorted(sorted_sequence, values, out_int32, side, sorter):
    if values.size:
        refuse("searchsorted", "bc", sorted_sequence, values)
    if sorter is not None:
        sorted_sequence = np.take_along_axis(sorted_sequence, sorter, -1)
    sequence, values = promote(sorted_sequence, values)
    if sequence.ndim > 1 and sequence.shape[:-1] != values.shape[:-1]:
        raise RuntimeError("searchsorted(): all but the last dimension must be the same in both")
    return _halving(sequence, values, side).astype(_dtype_of(out_int32))


_searchsorted = OPS["searchsorted"]


def searchsorted(
    sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None
):
    """Where in the last dimension of the sequence each value belongs."""
    if side not in (None, "left", "right"):
        raise RuntimeError(f"searchsorted(): side is 'left' or 'right', not {side!r}")
    if side == "left" and right:
        raise RuntimeError("searchsorted(): side='left' contradicts right=True")
    if sorter is not None and sorter.shape != sorted_sequence.shape:
        raise RuntimeError("searchsorted(): the sorter must have the shape of the sequence")
    values = input if isinstance(input, Tensor) else wrap(np.asarray(input))
    side = side or ("right" if right else "left")
    return _searchsorted(sorted_sequence, values, out_int32, side, sorter, out=out)


OPS["searchsorted"] = searchsorted

Histogram = struct("histogram", "hist", "bin_edges")


@op(node="=NotImplemented", self=no_derivative("histogram"), weight=no_derivative("histogram"))
def histogram(self, bins, *, range=None, weight=None, density=False):
    """How many elements, or how much weight, fall between the edges, which are also returned."""
    refuse("histogram", "iub", self)
    refuse_half("histogram", self)
    if not isinstance(bins, ARRAYS):
        low, high = range or ((self.min(), self.max()) if self.size else (0.0, 1.0))
        if low == high:
            low, high = low - 0.5, high + 0.5
        bins = np.linspace(low, high, bins + 1, dtype=self.dtype)
    flat = None if weight is None else weight.reshape(-1)
    found, edges = np.histogram(self.reshape(-1), bins, weights=flat, density=density)
    return Histogram(found.astype(self.dtype), edges.astype(self.dtype))


@composed
def unravel_index(indices, shape):
    """The coordinates, one tensor for each dimension, of places in flattened tensors."""
    if indices._data.dtype.kind not in "iu":
        raise TypeError(f"unravel_index() takes integers, not {indices.dtype}")
    if not isinstance(shape, int | list | tuple):
        raise TypeError(f"unravel_index() takes a size or several, not {type(shape).__name__}")
    if not isinstance(shape, int) and not all(isinstance(n, int) for n in shape):
        raise TypeError(f"unravel_index() takes sizes that are ints, not {shape}")
    shape = np.array([shape] if isinstance(shape, int) else shape, np.int64)
    if (shape < 0).any():
        raise ValueError(f"unravel_index(): sizes are not below 0: {shape.tolist()}")
    steps = np.append(shape[:0:-1].cumprod()[::-1], 1)[: len(shape)].astype(np.int64)
    return (floor_divide(indices.unsqueeze(-1), wrap(steps)) % wrap(shape)).unbind(-1)
