"""Several tensors joined into one."""

import itertools

import numpy as np

from engine.ops.arraylike import zeros_in
from engine.ops.calling import registered
from engine.ops.declare import OPS, op
from engine.ops.parts import select, slice_
from engine.ops.promote import one_dtype, promote_all
from engine.ops.reshaping import atleast_1d, atleast_2d, atleast_3d, several
from engine.ops.shape import NEW_DIM, normal_dim
from engine.ordering import as_images
from engine.strides import row_major
from engine.tensor import Tensor, wrap
from engine.warn import warn_once


@op(
    "cat",
    variadic=True,
    tensors=lambda g, tensors_shapes, dim: cat_backward(g, tensors_shapes, dim),
)
def cat(tensors, dim=0):
    """Join tensors along a dimension that exists."""
    if not tensors:
        raise ValueError("cat() needs at least one tensor")
    first, kept = tensors[0], tensors
    for x in tensors:
        if x.shape == (0,):
            kept = [x for x in tensors if x.shape != (0,)] or tensors[:1]
            break
    shape = kept[0].shape
    dim = 0 if shape == (0,) else normal_dim(dim, len(shape))  # nothing lies along any
    for x in kept:
        if x.shape != shape or not shape:
            _check_joinable(shape, x.shape, dim)
    for x in tensors:
        if x.dtype is not first.dtype:
            kept = _promoted(tensors)
            break
    return as_images(row_major(np.concatenate(kept, dim)), *kept)


def _check_joinable(shape, other, dim):
    if not other:
        raise RuntimeError("0-dim tensors cannot be joined by cat(); use stack()")
    if shape[:dim] + shape[dim + 1 :] != other[:dim] + other[dim + 1 :] or len(shape) != len(other):
        raise RuntimeError(
            f"cat(): shapes {list(shape)} and {list(other)} differ outside of dimension {dim}"
        )


def _promoted(tensors):
    promoted = promote_all(*tensors)
    return [x for x in promoted if x.shape != (0,)] or promoted[:1]


def cat_backward(g, shapes, dim):
    """The pieces of `g` that came from each tensor."""
    dim = 0 if g.shape == (0,) else normal_dim(dim, len(g.shape))
    lead, start, pieces, recorded = (slice(None),) * dim, 0, [], isinstance(g, Tensor)
    for shape in shapes:
        if shape == (0,):  # joined by no dimension at all
            pieces.append(zeros_in(g, shape))
            continue
        end = start + shape[dim]
        piece = slice_(g, dim, start, end) if recorded else g[(*lead, slice(start, end))]
        pieces.append(piece)
        start = end
    return pieces


@op("stack", variadic=True, tensors=lambda g, dim: _unbind(g, dim))
def stack(tensors, dim=0):
    """Join tensors of equal shape along a new dimension."""
    if not len(tensors):
        raise RuntimeError("stack() needs at least one tensor")
    shape, dtype = tensors[0].shape, tensors[0].dtype
    for x in tensors:
        if x.shape != shape:
            raise RuntimeError(f"stack(): shapes {list(shape)} and {list(x.shape)} differ")
        if x.dtype is not dtype:
            tensors = promote_all(*tensors)
            break
    place = NEW_DIM[normal_dim(dim, len(shape) + 1)]
    return row_major(np.concatenate([x[place] for x in tensors], len(place) - 1))


def _unbind(g, dim):
    if isinstance(g, Tensor):
        return [select(g, dim, i) for i in range(g.shape[dim])]
    return OPS["unbind"](g, dim)


# ---- by columns, rows and in depth --------------------------------------------------------------


def _joined(name, raise_each, dim):
    def function(tensors, *, out=None):
        if not isinstance(tensors, tuple | list):
            raise TypeError(f"{name}() takes a sequence of tensors")
        if not tensors:
            raise RuntimeError(f"{name}() needs at least one tensor")
        raised = raise_each(tuple(tensors))
        along = dim if dim is not None else (0 if raised[0].ndim == 1 else 1)
        return cat(raised, along) if out is None else cat(raised, along, out=out)

    doc = "Join tensors by `cat`, those of few dimensions raised to more before."
    return registered(function, name, doc)


def _columns(tensors):
    return tuple(x.reshape(x.numel(), 1) if x.ndim <= 1 else x for x in tensors)


hstack = _joined("hstack", atleast_1d, None)
vstack = _joined("vstack", atleast_2d, 0)
dstack = _joined("dstack", atleast_3d, 2)
column_stack = _joined("column_stack", _columns, 1)


# ---- every one with every other -----------------------------------------------------------------


def meshgrid(*tensors, indexing=None):
    """Coordinates of the grid over vectors: each expanded along the dimensions of the others."""
    tensors = several(tensors)
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError(f"indexing is 'ij' or 'xy', not {indexing!r}")
    if not tensors:
        raise RuntimeError("meshgrid() needs at least one tensor")
    if indexing is None:
        warn_once("pass indexing='ij' to meshgrid(): its default will change", stacklevel=2)
    for x in tensors:
        if x.ndim > 1:
            raise RuntimeError(f"meshgrid() takes vectors, not {x.ndim} dimensions")
    one_dtype("meshgrid", *tensors)
    shape, count = [x.numel() for x in tensors], len(tensors)
    if indexing == "xy" and count > 1:
        places = [1, 0, *range(2, count)]
        shape = [shape[i] for i in places]
    else:
        places = range(count)
    return tuple(
        x.view([-1 if d == place else 1 for d in range(count)]).expand(shape)
        for place, x in zip(places, tensors, strict=True)
    )


def cartesian_prod(*tensors):
    """All combinations of the elements of vectors, as rows."""
    tensors = several(tensors)
    for x in tensors:
        if x.ndim != 1:
            raise RuntimeError(f"cartesian_prod() takes vectors, not {x.ndim} dimensions")
    if len(tensors) == 1:
        return tensors[0]
    grids = meshgrid(*tensors, indexing="ij")
    return stack(tuple(x.flatten() for x in grids), 1)


def combinations(input, r=2, with_replacement=False):
    """All combinations of `r` elements of a vector, as rows."""
    if input.ndim != 1:
        raise RuntimeError(f"combinations() takes a vector, not {input.ndim} dimensions")
    if r < 0:
        raise RuntimeError(f"combinations() takes a number of at least 0, not {r}")
    if not r:
        return input.new_empty((0,))
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = list(choose(range(input.numel()), r))
    columns = np.array(places, np.int64).reshape(-1, r).T
    return stack([input.index_select(0, wrap(column)) for column in columns], 1)


# ---- on a diagonal ------------------------------------------------------------------------------


@op("block_diag", variadic=True, tensors=lambda g, tensors_shapes: _blocks(g, tensors_shapes))
def _block_diag(tensors):
    blocks = promote_all(*(x.reshape((1,) * (2 - x.ndim) + x.shape) for x in tensors))
    shape = np.sum([x.shape for x in blocks], axis=0)
    result = np.zeros(shape, blocks[0].dtype)
    row = column = 0
    for x in blocks:
        height, width = x.shape
        result[row : row + height, column : column + width] = x
        row, column = row + height, column + width
    return result


def _blocks(g, shapes):
    pieces, row, column = [], 0, 0
    for shape in shapes:
        height, width = (1,) * (2 - len(shape)) + tuple(shape)
        pieces.append(g[row : row + height, column : column + width].reshape(tuple(shape)))
        row, column = row + height, column + width
    return pieces


def block_diag(*tensors):
    """Matrices (or vectors, or numbers) along the diagonal, zeros elsewhere."""
    tensors = several(tensors)
    for x in tensors:
        if not isinstance(x, Tensor):
            raise TypeError(f"block_diag() takes tensors, not {type(x).__name__}")
        if x.ndim > 2:
            raise RuntimeError(f"block_diag() takes at most 2 dimensions, not {x.ndim}")
    return _block_diag(list(tensors)) if tensors else wrap(np.zeros((1, 0), np.float32))


for _function in (meshgrid, cartesian_prod, combinations, block_diag):
    registered(_function, _function.__name__, _function.__doc__)
