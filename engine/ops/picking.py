"""Picking elements by one tensor of indices: gather, take, index_select."""

import operator
from math import prod

import numpy as np

from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.parts import at
from engine.ops.shape import normal_dim
from engine.strides import row_major
from engine.tensor import wrap


def along(index, dim):
    """NumPy's index that names, for each place of `index`, the place it picks along `dim`."""
    ndim = index.ndim
    place = [
        np.arange(n).reshape((1,) * d + (-1,) + (1,) * (ndim - d - 1))
        for d, n in enumerate(index.shape)
    ]
    place[dim] = index
    return tuple(place)


def lifted(array):
    """A 0-dim array as a vector of one element, so that it has a dimension to pick along."""
    return array if array.ndim else array.reshape(1)


def check_index(name, index, size):
    """Refuse an index of another dtype or out of range."""
    if not index.size:
        return
    if index.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}() takes an index of int64 or int32, not {index.dtype}")
    if index.min() < 0 or index.max() >= size:
        raise RuntimeError(f"{name}(): an index is not within a dimension of size {size}")


def check_along(name, self, dim, index):
    """The dimension; refuse an index that does not fit the tensor outside of it."""
    dim = normal_dim(dim, self.ndim)
    if not index.size:
        return dim
    if max(self.ndim, 1) != max(index.ndim, 1):
        raise RuntimeError(f"{name}() takes an index with as many dimensions as the tensor")
    array, places = lifted(self), lifted(index)
    check_index(name, index, array.shape[dim])
    for d, (mine, its) in enumerate(zip(array.shape, places.shape, strict=False)):
        if d != dim and its > mine:
            raise RuntimeError(f"{name}(): the index is larger than the tensor in dimension {d}")
    return dim


@op(
    "gather",
    saves=("index",),
    self=lambda g, self, dim, index: gather_backward(g, self.shape, dim, index),
)
def gather(self, dim, index, *, sparse_grad=False):
    """`result[i][j] = self[index[i][j]][j]`, for dim 0."""
    dim = check_along("gather", self, dim, index)
    if not index.size:
        return np.empty(index.shape, self.dtype)
    return row_major(lifted(self)[along(lifted(index), dim)]).reshape(index.shape)


def _back(name, node, put):
    """The adjoint of `gather`: zeros of a shape, with `g` put where it was gathered from."""

    def forward(g, shape, dim, index):
        result = np.zeros(shape or (1,), g.dtype)
        if index.size:
            dim = normal_dim(dim, result.ndim)
            if not -result.shape[dim] <= index.max() < result.shape[dim]:  # a hook changed it
                raise RuntimeError(f"an index is not within size {result.shape[dim]}")
            put(result, along(lifted(index), dim), lifted(g))
        return result.reshape(shape)

    return op(name, node=node, saves=("index",), g=lambda g, dim, index: gather(g, dim, index))(
        forward
    )


gather_backward = _back("gather_backward", "scatter_add", np.add.at)
# of what picks each element once, so that the sign of a zero stays
picking_backward = _back("_picking_backward", "scatter", operator.setitem)


@op(
    "index_select",
    saves=("index",),
    self=lambda g, self_shape, dim, index: index_select_backward(g, self_shape, dim, index),
)
def index_select(self, dim, index):
    """Whole slices along `dim`, picked by a vector of indices."""
    dim, array = normal_dim(dim, self.ndim), lifted(self)
    if index.ndim > 1:
        raise IndexError("index_select() takes an index of at most 1 dimension")
    if index.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"index_select() takes an index of int64 or int32, not {index.dtype}")
    if not self.ndim and index.size != 1:
        raise RuntimeError("index_select() of a 0-dim tensor takes one index")
    if index.size and (index.min() < 0 or index.max() >= array.shape[dim]):
        empty = self.ndim > 1 and not self.size
        error = RuntimeError if empty or dim == 1 else IndexError
        raise error(f"index_select(): an index is not within size {array.shape[dim]}")
    result = array.take(index.reshape(-1), axis=dim)
    return result if self.ndim else result.reshape(())


@op(
    "index_select_backward",
    node="index_add",
    saves=("index",),
    g=lambda g, dim, index: index_select(g, dim, index),
)
def index_select_backward(g, shape, dim, index):
    """Zeros of that shape, with the slices of `g` added where they were picked from."""
    result = np.zeros(shape or (1,), g.dtype)
    np.add.at(result, at(normal_dim(dim, len(shape)), index.reshape(-1)), lifted(g))
    return result.reshape(shape)


@op(
    "take",
    saves=("index",),
    self=lambda g, self, index: take_backward(g, self.shape, index),
)
def take(self, index):
    """Elements of the flattened tensor, in the shape of the index."""
    if index.dtype != np.int64:
        raise RuntimeError(f"take() takes an int64 index, not {index.dtype}")
    return self.reshape(-1).take(index).reshape(index.shape)


@op("take_backward", node="put", saves=("index",), g=lambda g, index: take(g, index))
def take_backward(g, shape, index):
    """Zeros of that shape, with `g` added where it was taken from."""
    result = np.zeros(prod(shape), g.dtype)
    np.add.at(result, index, g)
    return result.reshape(shape)


@composed
def take_along_dim(self, indices, dim=None):
    """`gather` whose tensor and indices broadcast; without `dim`, of the flattened tensor."""
    if indices._data.dtype != np.int64:
        raise RuntimeError(f"take_along_dim() takes int64 indices, not {indices.dtype!r}")
    if dim is None:
        return gather(self.reshape(-1), 0, _wrapped(indices.reshape(-1), self.numel()))
    if self.ndim != indices.ndim:
        raise RuntimeError("take_along_dim() takes a tensor and indices of as many dimensions")
    dim = normal_dim(dim, self.ndim)
    shapes = [list(x._data.shape) for x in (self, indices)]
    for shape in shapes:
        shape[dim] = 1
    common = list(np.broadcast_shapes(*map(tuple, shapes)))
    wide, picks = list(common), list(common)
    wide[dim], picks[dim] = self.shape[dim], indices.shape[dim]
    return gather(self.expand(wide), dim, _wrapped(indices, wide[dim]).expand(picks))


def _wrapped(indices, size):
    """Negative indices counted from the end."""
    places = indices._data
    return wrap(np.where(places < 0, places + size, places)) if (places < 0).any() else indices
