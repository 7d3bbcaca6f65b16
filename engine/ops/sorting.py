"""Sorting, the largest k, unique elements, and counting."""

import numpy as np

from engine.ops.compose import composed
from engine.ops.declare import OPS, op
from engine.ops.picking import picking_backward
from engine.ops.pointwise import no_derivative
from engine.ops.promote import refuse
from engine.ops.reduce import axes
from engine.ops.shape import normal_dim
from engine.ops.ties import corrected, sorted_places, top_places
from engine.return_types import struct
from engine.strides import blank_as, row_major

Sort, Topk = struct("sort", "values", "indices"), struct("topk", "values", "indices")


def _order(lines, descending, kind="stable"):
    """Indices that sort along the last dimension; NaN counts as the largest."""
    if not descending:
        return np.argsort(lines, axis=-1, kind=kind)
    order = np.argsort(np.flip(lines, -1), axis=-1, kind=kind)
    return lines.shape[-1] - 1 - np.flip(order, -1)


def sorted_lines(lines, descending=False, stable=False):
    """The lines along the last dimension in order, and where their elements came from."""
    loose = not stable and lines.shape[-1] > _SHORT
    order = _order(lines, descending, "quicksort" if loose else "stable")
    values = np.take_along_axis(lines, order, -1)
    if loose:
        order = corrected(order, lines, values, lambda line: sorted_places(line, descending))
    return values, order


_SHORT = 16  # up to which length PyTorch's sort is stable unasked


def _sorted(self, dim, descending, stable):
    dim = normal_dim(dim, self.ndim)
    refuse("sort", "c", self, error=RuntimeError)
    if not self.ndim:
        return self.copy(), np.int64(0)
    values, order = sorted_lines(np.moveaxis(self, dim, -1), descending, stable)
    return _laid_out_as(self, np.moveaxis(values, -1, dim), np.moveaxis(order, -1, dim))


def _laid_out_as(like, *arrays):
    """The arrays in the order in memory of another of their shape."""
    results = tuple(blank_as(like, a.dtype) for a in arrays)
    for result, array in zip(results, arrays, strict=True):
        result[...] = array
    return results


@op(
    "sort",
    overload=lambda stable: stable is not None,
    self=lambda g, self_shape, dim, result1: picking_backward(g[0], self_shape, dim, result1),
)
def _sort(self, dim, descending, stable):
    return Sort(*_sorted(self, dim, descending, stable))


@composed
def sort(self, dim=-1, descending=False, *, stable=None):
    """The elements in order along `dim`, and where they came from; `stable` keeps equal ones so."""
    return _sort(self, dim, descending, stable)


@composed
def argsort(self, dim=-1, descending=False, stable=None):
    """Indices that sort along `dim`."""
    return _sort(self, dim, descending, stable)[1]


@composed
def msort(self):
    """The elements in order along dimension 0."""
    return _sort(self, 0, False, None)[0]


@op(self=lambda g, self_shape, dim, result1: picking_backward(g[0], self_shape, dim, result1))
def topk(self, k, dim=-1, largest=True, sorted=True):
    """The `k` largest elements along `dim` in falling order, or the smallest in rising order."""
    dim = normal_dim(dim, self.ndim)
    refuse("topk", "bc", self, error=RuntimeError)
    size = self.shape[dim] if self.ndim else 1
    if not 0 <= k <= size:
        raise RuntimeError(f"topk(): k is {k}, but dimension {dim} has {size} elements")
    if not self.ndim:
        return Topk(self.copy(), np.int64(0))
    if not k:
        none = np.empty((*self.shape[:dim], 0, *self.shape[dim + 1 :]), np.int64)
        return Topk(none.astype(self.dtype), none)
    lines = np.moveaxis(self, dim, -1)
    order = _order(lines, largest)
    ordered = np.take_along_axis(lines, order, -1)
    first = corrected(order[..., :k], lines, ordered, lambda line: top_places(line, k, largest))
    order = np.ascontiguousarray(np.moveaxis(first, -1, dim))
    return Topk(np.take_along_axis(self, order, dim), order)


# ---- unique -------------------------------------------------------------------------------------


def _underived(g):
    raise NotImplementedError("unique elements have no derivative")


@op("_unique", node="unique2", self=_underived)
def _unique(self):
    refuse("unique", "c", self)
    values, inverse, counts = np.unique(
        self, return_inverse=True, return_counts=True, equal_nan=False
    )
    return values, inverse.reshape(self.shape), counts


@op("_unique_dim", node="unique_dim", self=_underived)
def _unique_dim(self, dim):
    dim = normal_dim(dim, self.ndim)
    if not self.size and (self.shape[dim:][:1] != (0,) or self.shape.count(0) > 1):
        raise RuntimeError("unique(): a dimension without elements beside the one that is chosen")
    values, inverse, counts = np.unique(self, return_inverse=True, return_counts=True, axis=dim)
    return values, inverse.reshape(-1), counts


@op("_unique_consecutive", node="unique_consecutive", self=_underived)
def _unique_consecutive(self, dim):
    x = self.reshape(-1) if dim is None else np.moveaxis(self, dim, 0)
    starts = np.ones(len(x), bool)
    starts[1:] = (x[1:] != x[:-1]).any(axis=tuple(range(1, x.ndim)))
    values, inverse = x[starts], np.cumsum(starts) - 1
    counts = np.bincount(inverse, minlength=len(values)) if len(x) else np.zeros(0, np.int64)
    if dim is None:
        return values, inverse.reshape(self.shape), counts
    return np.moveaxis(values, 0, dim), inverse, counts


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different elements in order; where each went and how often it occurs, if asked for."""
    if not isinstance(sorted, bool):
        raise TypeError(f"unique(): sorted must be a bool, not {type(sorted).__name__}")
    found = _unique(input) if dim is None else _unique_dim(input, dim)
    return _chosen(found, return_inverse, return_counts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The elements without repetitions of the one before."""
    return _chosen(_unique_consecutive(input, dim), return_inverse, return_counts)


def _chosen(found, return_inverse, return_counts):
    values, inverse, counts = found
    results = [values]
    if return_inverse:
        results.append(inverse)
    if return_counts:
        results.append(counts)
    return values if len(results) == 1 else tuple(results)


OPS["unique"], OPS["unique_consecutive"] = unique, unique_consecutive

# ---- counting -----------------------------------------------------------------------------------


@op()
def count_nonzero(self, dim=None):
    """How many elements are not 0."""
    found = np.count_nonzero(self, axis=axes(dim, self.ndim), keepdims=False)
    return row_major(found + np.int64(0))


def _truth(name, function):
    def forward(self, dim=None, keepdim=False):
        if isinstance(dim, tuple) and not dim:
            return self != 0
        found = row_major(function(self, axis=axes(dim, self.ndim), keepdims=keepdim))
        return found.astype(np.uint8) if self.dtype == np.uint8 else found

    return op(name)(forward)


all = _truth("all", np.all)
any = _truth("any", np.any)


@op(node="=NotImplemented", weights=no_derivative("bincount"))
def bincount(self, weights=None, minlength=0):
    """How often each number from 0 occurs, or the sum of its weights."""
    refuse("bincount", "bfc", self)
    if self.ndim != 1 or (self.size and self.min() < 0):
        raise RuntimeError("bincount() takes a vector of integers that are not negative")
    if minlength < 0:
        raise RuntimeError("bincount(): minlength must not be negative")
    if weights is not None and weights.shape != self.shape:
        raise RuntimeError("bincount() takes as many weights as numbers")
    counted = np.bincount(self, weights, minlength)
    keep = weights is not None and weights.dtype == "float32"
    return counted.astype(weights.dtype) if keep else counted


@op()
def histc(self, bins=100, min=0, max=0):
    """How many elements fall into each of `bins` equal parts of the range."""
    refuse("histc", "iubc", self)
    if bins <= 0:
        raise RuntimeError("histc() needs at least one bin")
    low, high = (float(self.min()), float(self.max())) if min == max and self.size else (min, max)
    if low == high:
        low, high = low - 1, high + 1
    if not low <= high or not np.isfinite([low, high]).all():
        raise RuntimeError(f"histc(): from {low} to {high} is no finite range")
    inside = self[(self >= low) & (self <= high)]
    places = np.minimum(((inside - low) / (high - low) * bins).astype(np.int64), bins - 1)
    return np.bincount(places, minlength=bins).astype(self.dtype)
