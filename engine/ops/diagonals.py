"""Diagonals and triangles of matrices."""

from operator import index as as_int

import numpy as np

from engine.autograd.views import DEFAULT
from engine.ops.compose import composed
from engine.ops.declare import OPS, op
from engine.ops.promote import refuse
from engine.ops.shape import normal_dim
from engine.ops.strided import as_strided
from engine.strides import row_major, strided


@op(
    "diagonal",
    view=DEFAULT,
    self=lambda g, self_shape, offset, dim1, dim2: diagonal_backward(
        g, self_shape, offset, dim1, dim2
    ),
)
def diagonal(self, offset=0, dim1=0, dim2=1):
    """The diagonal of two dimensions, as the last one."""
    first, second = normal_dim(dim1, self.ndim), normal_dim(dim2, self.ndim)
    if first == second:
        raise RuntimeError("diagonal() needs two different dimensions")
    kept = [d for d in range(self.ndim) if d not in (first, second)]
    down, right = max(-offset, 0), max(offset, 0)
    length = max(min(self.shape[first] - down, self.shape[second] - right), 0)
    start = [slice(None)] * self.ndim
    start[first], start[second] = slice(down, None), slice(right, None)
    corner = self[tuple(start)]
    strides = self.strides
    return strided(
        corner,
        (*(self.shape[d] for d in kept), length),
        (*(strides[d] for d in kept), strides[first] + strides[second]),
    )


@op("diagonal_backward", g=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))
def diagonal_backward(g, shape, offset, dim1, dim2):
    """Zeros of that shape, with `g` on the diagonal."""
    result = np.zeros(shape, g.dtype)
    diagonal(result, offset, dim1, dim2)[...] = g
    return result


@op("diag_embed", self=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))
def diag_embed(self, offset=0, dim1=-2, dim2=-1):
    """Matrices with the last dimension on their diagonals, zeros elsewhere."""
    ndim = self.ndim + 1
    first, second = normal_dim(dim1, ndim), normal_dim(dim2, ndim)
    if first == second:
        raise RuntimeError("diag_embed() needs two different dimensions")
    size = self.shape[-1] + abs(offset)
    shape = list(self.shape[:-1])
    for dim in sorted((first, second)):
        shape.insert(dim, size)
    return diagonal_backward.op.forward(self, tuple(shape), offset, first, second)


@composed
def diag(self, diagonal=0):
    """The diagonal of a matrix, or the matrix with a vector on its diagonal."""
    if self.ndim not in (1, 2):
        raise RuntimeError(f"diag() takes a vector or a matrix, not {self.ndim} dimensions")
    return (diag_embed if self.ndim == 1 else OPS["diagonal_copy"])(self, diagonal)


@composed
def diagflat(self, offset=0):
    """The matrix with all elements on its diagonal."""
    return diag_embed(self.contiguous().view(-1), offset)


@op(
    "trace",
    self=lambda g, self_shape: diagonal_backward(
        _repeated(g, min(self_shape)), self_shape, 0, 0, 1
    ),
)
def trace(self):
    """Sum of the diagonal of a matrix."""
    if self.ndim != 2:
        raise RuntimeError(f"trace() takes a matrix, not {self.ndim} dimensions")
    refuse("trace", "b", self)
    return self.trace(dtype=np.int64 if self.dtype.kind in "iub" else self.dtype)


def _repeated(g, count):
    return (
        g.reshape((1,)) + np.zeros(count, g.dtype)
        if isinstance(g, np.ndarray | np.generic)
        else (g.expand((count,)))
    )


def fill_diagonal_(self, fill_value, wrap=False):
    """`fill_value` on the diagonal, in place; `wrap`: begun anew below it in a tall matrix."""
    shape = tuple(self.shape)
    if len(shape) < 2:
        raise RuntimeError(f"fill_diagonal_() takes at least 2 dimensions, not {len(shape)}")
    if len(shape) > 2 and len(set(shape)) > 1:
        raise RuntimeError("fill_diagonal_() takes dimensions of one size where there are several")
    steps, start = self.stride(), self.storage_offset()
    length, step = min(shape), sum(steps)
    as_strided(self, (length,), (step,), start).fill_(fill_value)
    tall = shape[0] > shape[1] + 1 and len(shape) == 2
    if wrap and tall:
        below = (shape[0] * shape[1] + shape[1]) // (shape[1] + 1) - length
        first = start + steps[0] * (shape[1] + 1)
        as_strided(self, (below,), (step,), first).fill_(fill_value)
    return self


# ---- triangles ----------------------------------------------------------------------------------


@op("tril", self=lambda g, diagonal: tril(g, diagonal))
def tril(self, diagonal=0):
    """The lower triangle; zeros above."""
    return row_major(np.where(_triangle("tril", self, diagonal), self, self.dtype.type(0)))


@op("triu", self=lambda g, diagonal: triu(g, diagonal))
def triu(self, diagonal=0):
    """The upper triangle; zeros below."""
    return row_major(np.where(_triangle("triu", self, diagonal - 1), self.dtype.type(0), self))


def _triangle(name, array, diagonal):
    """Where the lower triangle of the last two dimensions is."""
    if array.ndim < 2:
        raise RuntimeError(f"{name}() takes at least 2 dimensions, not {array.ndim}")
    return np.tri(*array.shape[-2:], as_int(diagonal), dtype=bool)
