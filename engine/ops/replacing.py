"""Copies in which a part, one that could be a view, is replaced by something else."""

from engine.errors import unsupported
from engine.ops.arraylike import zeros_for
from engine.ops.declare import op
from engine.ops.diagonals import diagonal
from engine.ops.parts import select, slice_
from engine.ops.strided import as_strided
from engine.strides import memory_of
from engine.tensor import Tensor


def _replaced(array, src, part):
    """A copy of `array` with `src` in the view that `part` takes of it."""
    result = array.copy()
    place = part(result)
    if place.shape != src.shape:
        raise RuntimeError(
            f"the part to replace has shape {list(place.shape)}, what replaces it {list(src.shape)}"
        )
    place[...] = src
    return result


@op(
    self=lambda g, dim, index: select_scatter(g, zeros_for(select(g, dim, index)), dim, index),
    src=lambda g, dim, index: select(g, dim, index),
)
def select_scatter(self, src, dim, index):
    """A copy with `src` in place of `select(dim, index)`."""
    return _replaced(self, src, lambda x: select(x, dim, index))


@op(
    self=lambda g, dim, start, end, step: slice_scatter(
        g, zeros_for(slice_(g, dim, start, end, step)), dim, start, end, step
    ),
    src=lambda g, dim, start, end, step: slice_(g, dim, start, end, step),
)
def slice_scatter(self, src, dim=0, start=None, end=None, step=1):
    """A copy with `src` in place of a slice."""
    return _replaced(self, src, lambda x: slice_(x, dim, start, end, step))


@op(
    self=lambda g, offset, dim1, dim2: diagonal_scatter(
        g, zeros_for(diagonal(g, offset, dim1, dim2)), offset, dim1, dim2
    ),
    src=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2),
)
def diagonal_scatter(self, src, offset=0, dim1=0, dim2=1):
    """A copy with `src` in place of the diagonal."""
    return _replaced(self, src, lambda x: diagonal(x, offset, dim1, dim2))


def _part(g, size, stride, storage_offset):
    """What `as_strided` reads of a gradient with memory of its own."""
    return as_strided(
        g.clone() if isinstance(g, Tensor) else g.copy(), size, stride, storage_offset
    )


@op(
    # of the replaced part alone, where one expects the gradient of what was kept: so in PyTorch
    self=lambda g, size, stride, storage_offset: as_strided_scatter(
        zeros_for(g), _part(g, size, stride, storage_offset), size, stride, storage_offset
    ),
    src=_part,
)
def as_strided_scatter(self, src, size, stride, storage_offset=None):
    """A copy with `src` in place of `as_strided(size, stride, storage_offset)`."""
    if not self.flags.c_contiguous or memory_of(self).size != self.size:
        raise unsupported("as_strided_scatter() of a part of memory", "clone the tensor first")
    return _replaced(self, src, lambda x: as_strided(x, size, stride, storage_offset))


as_strided_scatter.op.one_way = True
