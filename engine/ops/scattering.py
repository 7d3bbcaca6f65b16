"""Copies into which elements are put by a tensor of indices: the scatter and index families."""

import math

import numpy as np

from engine.ops.arraylike import bare, constant, zeros_in
from engine.ops.compose import overloaded
from engine.ops.declare import op
from engine.ops.masking import stored
from engine.ops.operands import scaled_by
from engine.ops.parts import at
from engine.ops.picking import along, check_along, gather, index_select, lifted, take
from engine.ops.pointwise import scaled
from engine.ops.precedence import EmptyError
from engine.ops.promote import one_dtype
from engine.ops.shape import normal_dim
from engine.strides import in_order_of
from engine.tensor import Tensor
from engine.warn import warn_once

# ---- one index for each element -----------------------------------------------------------------


def scattered(name, self, dim, index, src):
    """A copy of `self`, NumPy's place in it for each index, and the sources that go there."""
    normal_dim(dim, self.ndim)
    if isinstance(src, np.ndarray | np.generic):
        src = np.asarray(src)
        one_dtype(name, self, src)
        if index.size and max(src.ndim, 1) != max(index.ndim, 1):
            raise RuntimeError(f"{name}() takes a source with as many dimensions as the index")
        src, wanted = lifted(src), lifted(index).shape
        if index.size and any(n > m for n, m in zip(wanted, src.shape, strict=True)):
            raise RuntimeError(f"{name}(): the index is larger than the source")
        src = src[tuple(slice(n) for n in wanted)] if index.size else src
    else:
        src = stored(src, self.dtype)
    dim = check_along(name, self, dim, index)
    result = self.copy() if self.ndim else self.reshape(1).copy()
    return result, along(lifted(index), dim), src


def _scatter(self, dim, index, src, *, reduce=None):
    result, place, src = scattered("scatter", self, dim, index, src)
    if not index.size:
        return result.reshape(self.shape)
    if reduce is None:
        result[place] = src
    elif reduce in ("add", "multiply"):
        ufunc = np.add if reduce == "add" else np.multiply
        ufunc.at(result, place, src)
    else:
        raise RuntimeError(f"reduce is 'add' or 'multiply', not {reduce!r}")
    return result.reshape(self.shape)


def fitting(grad, shape):
    """The gradient of a source, refused if the index had another shape than the source."""
    if tuple(grad.shape) != tuple(shape):
        raise RuntimeError(
            f"the gradient of a source of shape {list(shape)} is known only where the index has "
            f"that shape, not {list(grad.shape)}"
        )
    return grad


def _underived(g):
    raise RuntimeError(
        "scatter() with reduce= has no derivative; use scatter_add or scatter_reduce"
    )


_scatter_tensor = op(
    "scatter",
    saves=("index",),
    self=lambda g, dim, index: scatter(g, dim, index, 0),
    src=lambda g, dim, index, src_shape: fitting(gather(g, dim, index), src_shape),
)(_scatter)
_scatter_number = op(
    "scatter",
    node="scatter:1",
    saves=("index",),
    self=lambda g, dim, index: scatter(g, dim, index, 0),
)(lambda self, dim, index, value: _scatter(self, dim, index, value))
_scatter_reducing = op("scatter", node="=NotImplemented", self=_underived, src=_underived)(_scatter)
_scatter_reducing_number = op("scatter", node="=NotImplemented", self=_underived)(
    lambda self, dim, index, value, *, reduce=None: _scatter(self, dim, index, value, reduce=reduce)
)


@overloaded("scatter")
def scatter(self, dim, index, src=None, value=None, *, reduce=None, out=None):
    """A copy with `src`, a tensor or a number, at the places that `index` names along `dim`."""
    tensor = isinstance(src, Tensor | np.ndarray | np.generic)
    if reduce is not None:
        if tensor:
            warn_once("scatter() of a tensor with reduce= is deprecated; use scatter_reduce()")
        return _scatter_reducing if tensor else _scatter_reducing_number
    return _scatter_tensor if tensor else _scatter_number


@op(
    saves=("index",),
    self=lambda g: g,
    src=lambda g, dim, index, src_shape: fitting(gather(g, dim, index), src_shape),
)
def scatter_add(self, dim, index, src):
    """A copy with the elements of `src` added at the places that `index` names."""
    result, place, src = scattered("scatter_add", self, dim, index, src)
    if index.size:
        np.add.at(result, place, src)
    return result.reshape(self.shape)


# ---- one index for each slice -------------------------------------------------------------------


def check_slices(name, self, dim, index, source, kinds, error):
    """The dimension; refuse an index or a source that does not fit."""
    dim = normal_dim(dim, self.ndim)
    if index.ndim > 1:
        raise IndexError(f"{name}() takes an index of at most 1 dimension")
    if index.dtype not in kinds:
        raise RuntimeError(f"{name}() takes an index of {kinds[0].__name__}, not {index.dtype}")
    if source is None:
        return dim
    strict = error is RuntimeError or (self.ndim and source.ndim)
    if error is RuntimeError:
        one_dtype(name, self, source)
        if dim >= max(source.ndim, 1):
            raise RuntimeError(f"{name}(): the source has no dimension {dim}")
    if not source.ndim and index.size != 1:
        raise IndexError(f"{name}() takes one index for a source of 0 dimensions")
    if self.ndim != source.ndim and strict:
        raise error(f"{name}(): the source has another number of dimensions")
    one_dtype(name, self, source)
    array, rows = lifted(self), lifted(source)
    outside = array.shape[:dim] + array.shape[dim + 1 :]
    if outside != rows.shape[:dim] + rows.shape[dim + 1 :]:
        raise RuntimeError(f"{name}(): tensor and source differ outside of dimension {dim}")
    if dim >= rows.ndim or rows.shape[dim] != index.size:
        raise error(f"{name}() takes as many indices as the source has slices")
    return dim


def _check_range(name, index, size, error=IndexError):
    if index.size and (index.min() < 0 or index.max() >= size):
        raise error(f"{name}(): an index is not within a dimension of size {size}")


def _check_not_empty(name, array, dim, index):
    others = [n for d, n in enumerate(array.shape) if d != dim]
    if index.size and array.ndim and not array.shape[dim] and all(others):
        text = f"{name}(): dimension {dim} is empty, it has nothing to index"
        raise EmptyError(text, math.prod(others) * array.itemsize)


def slices(self, dim, index):
    """A copy that has a dimension, and NumPy's place in it for the slices that `index` names."""
    result = self.copy() if self.ndim else self.reshape(1).copy()
    return result, at(dim, index.reshape(-1))


@op(
    saves=("index",),
    self=lambda g: g,
    source=lambda g, dim, index, alpha, source: scaled(_slices_for(g, dim, index, source), alpha),
)
def index_add(self, dim, index, source, *, alpha=1):
    """A copy with the slices of `source`, times `alpha`, added to those that `index` names."""
    kinds = (np.int64, np.int32)
    dim = check_slices("index_add", self, dim, index, source, kinds, RuntimeError)
    result, place = slices(self, dim, index)
    if self.ndim > 1 and not self.size:
        return result
    error = RuntimeError if self.ndim > 1 else IndexError
    _check_range("index_add", index, result.shape[dim], error)
    np.add.at(result, place, lifted(_scaled_slices(source, alpha)))
    return result.reshape(self.shape)


def _scaled_slices(source, alpha):
    """In their own dtype, which the factor takes as well."""
    if alpha == 1 or source.dtype.kind in "fc":
        return source if alpha == 1 else scaled_by(source, alpha)
    return source * np.asarray(alpha).astype(source.dtype)


def _slices_for(g, dim, index, source):
    """The gradient of slices that were put at `index`."""
    if not source.ndim:
        return index_select(g, dim, index.reshape(()))
    picked = index_select(g, dim, index)
    return picked if picked.shape == source.shape else picked.reshape(tuple(source.shape))


def shaped(g, shape):
    """`g` in that shape, or itself where it has it."""
    return g if tuple(g.shape) == tuple(shape) else g.reshape(tuple(shape))


@op(saves=("index",), self=lambda g, dim, index: index_fill(g, dim, index, 0), source=_slices_for)
def index_copy(self, dim, index, source):
    """A copy with the slices of `source` in place of those that `index` names."""
    dim = check_slices("index_copy", self, dim, index, source, (np.int64,), IndexError)
    result, place = slices(self, dim, index)
    _check_not_empty("index_copy", self, dim, index)
    if not self.size:
        return result
    _check_range("index_copy", index, result.shape[dim])
    result[place] = lifted(source)
    return result.reshape(self.shape)


def _index_filled(self, dim, index, value):
    if getattr(value, "ndim", 0):
        raise RuntimeError("index_fill() takes a number or a 0-dim tensor")
    if np.iscomplexobj(value) and self.dtype.kind != "c":
        raise RuntimeError("index_fill(): a complex number cannot be stored among real ones")
    dim = normal_dim(dim, self.ndim)
    if index.dtype != np.int64:
        raise IndexError(f"index_fill() takes an int64 index, not {index.dtype}")
    if index.ndim > 1:
        raise RuntimeError("index_fill() takes an index of at most 1 dimension")
    _check_not_empty("index_fill", self, dim, index)
    result, place = slices(self, dim, index)
    result = in_order_of(self, result)
    if not self.size:
        return result
    result[place] = stored(value, self.dtype)
    return result.reshape(self.shape)


_index_fill_number = op(
    "index_fill", saves=("index",), self=lambda g, dim, index: index_fill(g, dim, index, 0)
)(_index_filled)
_index_fill_tensor = op(
    "index_fill",
    node="index_fill:1",
    saves=("index",),
    self=lambda g, dim, index: index_fill(g, dim, index, 0),
    value=lambda g, dim, index: index_select(g, dim, constant(np.unique(bare(index)), g)).sum(),
)(_index_filled)


@overloaded("index_fill")
def index_fill(self, dim, index, value, *, out=None):
    """A copy with `value` in the slices that `index` names."""
    return _index_fill_tensor if isinstance(value, Tensor) else _index_fill_number


# ---- places in the flattened tensor -------------------------------------------------------------


@op(
    saves=("index",),
    self=lambda g, index, source, accumulate: (
        g if accumulate else put(g, index, zeros_in(g, source.shape), False)
    ),
    source=lambda g, index, source: shaped(take(g, index), source.shape),
)
def put(self, index, source, accumulate=False):
    """A copy with the elements of `source` at places of the flattened tensor."""
    if index.dtype != np.int64:
        raise RuntimeError(f"put() takes an int64 index, not {index.dtype}")
    one_dtype("put", self, source)
    if index.size != source.size:
        raise IndexError(f"put(): {index.size} indices do not fit {source.size} elements")
    result = self.reshape(-1).copy()
    if accumulate:
        np.add.at(result, index.reshape(-1), source.reshape(-1))
    else:
        result[index.reshape(-1)] = source.reshape(-1)
    return in_order_of(self, result.reshape(self.shape))
