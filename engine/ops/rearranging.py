"""Copies in which elements are turned round, moved along, or repeated."""

from operator import index as as_int

import numpy as np

from engine.ops.arraylike import zeros_in
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.promote import cast
from engine.ops.shape import distinct_dims, normal_dim
from engine.tensor import Tensor, wrap


@op("flip", self=lambda g, dims: flip(g, dims))
def flip(self, dims):
    """The order along some dimensions reversed."""
    if not isinstance(dims, tuple | list):
        raise TypeError(f"flip() takes a tuple of dims, not {type(dims).__name__}")
    turned = distinct_dims("flip", dims, self.ndim)
    place = [slice(None)] * self.ndim
    for d in turned if self.ndim else ():
        place[d] = slice(None, None, -1)
    return cast(self[tuple(place)], self.dtype)


def _flip_one(name, dim, least):
    def function(self):
        if self.ndim < least:
            raise RuntimeError(f"{name}() takes at least {least} dimensions, not {self.ndim}")
        return flip(self, (dim,))

    function.__name__ = name
    function.__doc__ = f"The order along dimension {dim} reversed."
    return composed(function)


fliplr = _flip_one("fliplr", 1, 2)
flipud = _flip_one("flipud", 0, 1)


@op("roll", self=lambda g, shifts, dims: roll(g, _negative(shifts), dims))
def roll(self, shifts, dims=()):
    """Elements moved along, round the end; without `dims` over the flattened tensor."""
    shifts = [as_int(s) for s in (shifts if isinstance(shifts, tuple | list) else (shifts,))]
    dims = dims if isinstance(dims, tuple | list) else () if dims is None else (dims,)
    if not shifts:
        raise RuntimeError("roll() needs shifts")
    if not dims and len(shifts) == 1:
        return np.ascontiguousarray(np.roll(self, shifts[0])).reshape(self.shape)
    if len(shifts) != len(dims):
        raise RuntimeError(f"roll() takes as many shifts as dims, not {len(shifts)}, {len(dims)}")
    return np.asarray(
        np.roll(self, shifts, tuple(normal_dim(d, self.ndim) for d in dims)), order="C"
    )


def _negative(shifts):
    return tuple(-s for s in shifts) if isinstance(shifts, tuple | list) else -shifts


@op("rot90", self=lambda g, k, dims: rot90(g, -k, dims))
def rot90(self, k=1, dims=(0, 1)):
    """Turned by `k` quarters from the first of two dimensions towards the second."""
    if len(dims) != 2:
        raise RuntimeError(f"rot90() turns in 2 dimensions, not {len(dims)}")
    if self.ndim < 2:
        raise RuntimeError(f"rot90() takes at least 2 dimensions, not {self.ndim}")
    first, second = dims
    if first == second or abs(first - second) == self.ndim:
        raise RuntimeError("rot90() takes two different dimensions")
    first, second = normal_dim(first, self.ndim), normal_dim(second, self.ndim)
    if k % 2 == 0:
        return np.flip(self, (first, second)).copy("K") if k % 4 else self.copy()
    return np.flip(self, first if k % 4 == 3 else second).copy("K").swapaxes(first, second)


# ---- repeating ----------------------------------------------------------------------------------


@op("repeat", self=lambda g, self_shape, repeats: _sum_copies(g, self_shape, repeats))
def repeat(self, repeats):
    """The whole tensor repeated along each dimension."""
    repeats = (repeats,) if isinstance(repeats, int) else tuple(repeats)
    if len(repeats) < self.ndim:
        raise RuntimeError(
            f"repeat() of {self.ndim} dimensions takes at least as many numbers, not {len(repeats)}"
        )
    if any(r < 0 for r in repeats):
        raise RuntimeError(f"repeat() takes numbers of at least 0, not {list(repeats)}")
    return np.tile(self, repeats)


def _sum_copies(g, shape, repeats):
    """The adjoint of `repeat`."""
    repeats = (repeats,) if isinstance(repeats, int) else tuple(repeats)
    if 0 in repeats:
        return zeros_in(g, shape)
    split, summed = [], []
    for place, times in enumerate(repeats, len(shape) - len(repeats)):
        if place < 0 or times != 1:
            summed.append(len(split))
            split.append(times)
        if place >= 0:
            split.append(shape[place])
    g = g if tuple(g.shape) == tuple(split) else g.reshape(tuple(split))
    return g.sum(tuple(summed)) if summed else g


@composed
def tile(self, dims):
    """`repeat` for which missing numbers are 1."""
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    return repeat(self, (1,) * (self.ndim - len(dims)) + dims)


def _repeats(given, size):
    """For each of `size` entries how often it is repeated, as a vector."""
    if given.ndim > 1:
        raise RuntimeError("repeat_interleave() takes its numbers as a vector")
    if given._data.dtype not in (np.int64, np.int32):
        raise RuntimeError("repeat_interleave() takes its numbers as int32 or int64")
    if (given._data < 0).any():
        raise RuntimeError("repeat_interleave() takes numbers of at least 0")
    if given.numel() not in (1, size):
        raise RuntimeError(
            f"repeat_interleave(): {given.numel()} numbers do not fit {size} entries"
        )
    return np.broadcast_to(given._data, (size,))


def _repeat_by_number(self, number, dim, output_size):
    if number < 0:
        raise RuntimeError(f"repeat_interleave() takes a number of at least 0, not {number}")
    if dim is None:
        self, dim = self.flatten(), 0
    dim = normal_dim(dim, self.ndim)
    if not self.ndim:
        self = self.unsqueeze(0)
    shape = tuple(self.shape)
    _check_size(output_size, shape[dim] * number)
    spread = self.unsqueeze(dim + 1).expand((*shape[: dim + 1], number, *shape[dim + 1 :]))
    return spread.clone(memory_format=None).contiguous().flatten(dim, dim + 1)


def _check_size(told, size):
    if told is not None and told != size:
        raise RuntimeError(f"repeat_interleave(): output_size is {told}, should be {size}")


@composed
def repeat_interleave(self, repeats=None, dim=None, *, output_size=None):
    """Each entry along `dim` repeated; without `dim`, of the flattened tensor."""
    if repeats is None:
        counts = _repeats(self, self.numel())
        return wrap(np.repeat(np.arange(counts.size), counts))
    if not isinstance(repeats, Tensor):
        return _repeat_by_number(self, repeats, dim, output_size)
    if dim is None:
        self, dim = self.flatten(), 0
    size = self.shape[normal_dim(dim, self.ndim)] if self.ndim else 1
    counts = _repeats(repeats, size)
    _check_size(output_size, int(counts.sum()))
    return self.index_select(dim, wrap(np.repeat(np.arange(size), counts)))
