"""A tensor taken apart along a dimension, into views."""

from operator import index as as_int

import numpy as np

from engine.autograd.views import MULTI_OUTPUT
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.joining import cat, stack
from engine.ops.parts import at, slice_
from engine.ops.shape import normal_dim
from engine.tensor import Tensor


@op("unbind", view=MULTI_OUTPUT, self=lambda g, dim: stack(g, dim))
def unbind(self, dim=0):
    """All parts along a dimension, which goes away."""
    if not self.ndim:
        raise IndexError("unbind() cannot be applied to a 0-dim tensor")
    dim = normal_dim(dim, self.ndim)
    if not dim:
        return tuple(self[(i, ...)] for i in range(len(self)))
    return tuple(self[(*at(dim, i), ...)] for i in range(self.shape[dim]))


def _pieces(self, widths, dim):
    start, pieces = 0, []
    for width in widths:
        pieces.append(self[at(dim, slice(start, start + width))])
        start += width
    return tuple(pieces)


def _check(name, self, dim):
    if not self.ndim:
        raise RuntimeError(f"{name}() cannot be applied to a 0-dim tensor")
    return normal_dim(dim, self.ndim)


def _by_sizes(self, split_sizes, dim=0):
    dim = _check("split", self, dim)
    if any(s < 0 for s in split_sizes) or sum(split_sizes) != self.shape[dim]:
        raise RuntimeError(
            f"split sizes {list(split_sizes)} do not add up to {self.shape[dim]}, the size of "
            f"dimension {dim}"
        )
    return _pieces(self, split_sizes, dim)


def _equally(self, split_size, dim=0):
    dim = _check("split", self, dim)
    size = self.shape[dim]
    if split_size < 0 or (split_size == 0 and size):
        raise RuntimeError(f"split() needs a size above zero, not {split_size}")
    if not size:
        return (self.view(),)
    widths = [min(split_size, size - start) for start in range(0, size, split_size)]
    return _pieces(self, widths, dim)


split_with_sizes = op("split_with_sizes", view=MULTI_OUTPUT, self=lambda g, dim: cat(g, dim))(
    _by_sizes
)
_split = op("_split", node="split", view=MULTI_OUTPUT, self=lambda g, dim: cat(g, dim))(_equally)
unsafe_split = op("unsafe_split", self=lambda g, dim: cat(g, dim))(_equally)
_unsafe_sizes = op(
    "_unsafe_split_sizes", node="unsafe_split_with_sizes", self=lambda g, dim: cat(g, dim)
)(_by_sizes)


@composed
def split(self, split_size, dim=0):
    """Consecutive parts: of one size, the last may be smaller, or of given sizes."""
    if isinstance(split_size, tuple | list):
        return split_with_sizes(self, tuple(split_size), dim)
    return _split(self, as_int(split_size), dim)


def _chunked(self, chunks, dim, equally, by_sizes):
    dim = _check("chunk", self, dim)
    if chunks <= 0:
        raise RuntimeError(f"chunk() needs a number of chunks above zero, not {chunks}")
    each = -(-self.shape[dim] // chunks)
    return equally(self, each, dim) if each else by_sizes(self, (0,) * chunks, dim)


@composed
def unsafe_split_with_sizes(self, split_sizes, dim=0):
    """`split_with_sizes` whose parts do not count as views."""
    return _unsafe_sizes(self, tuple(split_sizes), dim)


@composed
def chunk(self, chunks, dim=0):
    """At most `chunks` parts of equal size, the last may be smaller."""
    return _chunked(self, chunks, dim, _split, split_with_sizes)


@composed
def unsafe_chunk(self, chunks, dim=0):
    """`chunk` whose parts do not count as views."""
    return _chunked(self, chunks, dim, unsafe_split, _unsafe_sizes)


@composed
def tensor_split(self, indices_or_sections=None, dim=0, *, indices=None, sections=None):
    """Parts cut before the given indices, or that many parts, the first ones one larger."""
    given = [v for v in (indices_or_sections, indices, sections) if v is not None]
    if len(given) != 1:
        raise TypeError("tensor_split() takes either indices or a number of sections")
    dim = _check("tensor_split", self, dim)
    cuts, size = _cuts(given[0]), self.shape[dim]
    if isinstance(cuts, int):
        if cuts <= 0:
            raise RuntimeError("tensor_split() needs a number of sections above zero")
        each, rest = divmod(size, cuts)
        cuts = [each * i + min(i, rest) for i in range(1, cuts)]
    return tuple(slice_(self, dim, s, e) for s, e in zip([0, *cuts], [*cuts, size], strict=True))


def _cuts(given):
    if not isinstance(given, Tensor):
        return list(given) if isinstance(given, tuple | list) else as_int(given)
    if given._data.dtype != np.int64 or given.ndim > 1:
        raise RuntimeError("tensor_split() takes its cuts as an int64 tensor of 0 or 1 dimensions")
    return given.tolist()


def _split_along(name, dim, least):
    def function(self, split_size_or_sections):
        if self.ndim < least:
            raise RuntimeError(f"{name}() takes at least {least} dimensions, not {self.ndim}")
        along = min(dim, self.ndim - 1)
        if isinstance(split_size_or_sections, int):
            count, size = split_size_or_sections, self.shape[along]
            if count <= 0 or size % count:
                raise RuntimeError(f"{name}(): {size} entries do not divide into {count} parts")
        return tensor_split(self, split_size_or_sections, along)

    function.__name__ = name
    function.__doc__ = f"Parts along dimension {dim}, equally many or cut at indices."
    return composed(function)


hsplit, vsplit, dsplit = (
    _split_along(name, dim, least)
    for name, dim, least in (("hsplit", 1, 1), ("vsplit", 0, 2), ("dsplit", 2, 3))
)
