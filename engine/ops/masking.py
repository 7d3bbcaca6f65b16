"""Filling, picking and putting by a mask."""

import numpy as np

from engine.autograd.mapped import refuse as refuse_mapped
from engine.dtype import int64
from engine.limits import checked
from engine.ops.arraylike import zeros_in
from engine.ops.compose import overloaded
from engine.ops.declare import OPS, op
from engine.ops.promote import one_dtype
from engine.ops.sum_to import sum_to
from engine.strides import row_major
from engine.tensor import Tensor


def _check_mask(name, mask):
    if mask.dtype != np.bool_:
        raise RuntimeError(f"{name}() takes a bool mask, not {mask.dtype}")


def stored(value, dtype):
    """A number, or a 0-dim array, as a value of NumPy's `dtype`; RuntimeError if it cannot be."""
    return checked(value.item() if isinstance(value, np.ndarray | np.generic) else value, dtype)


def _filled(self, mask, value):
    _check_mask("masked_fill", mask)
    if getattr(value, "ndim", 0):
        raise RuntimeError("masked_fill() takes a number or a 0-dim tensor")
    return row_major(np.where(mask, stored(value, self.dtype), self))


_fill_number = op(
    "masked_fill",
    saves=("mask",),
    self=lambda g, self_shape, mask: sum_to(masked_fill(g, mask, 0), self_shape),
)(_filled)
_fill_tensor = op(
    "masked_fill",
    node="masked_fill:1",
    saves=("mask",),
    self=lambda g, self_shape, mask: sum_to(masked_fill(g, mask, 0), self_shape),
    value=lambda g, mask: (g * mask).sum(),
)(_filled)


@overloaded("masked_fill")
def masked_fill(self, mask, value, *, out=None):
    """`value` where the mask is true."""
    return _fill_tensor if isinstance(value, Tensor) else _fill_number


@op(
    "masked_select",
    saves=("mask",),
    self=lambda g, self, mask: masked_select_backward(g, self.shape, mask),
)
def masked_select(self, mask):
    """The elements where the mask is true, as a vector."""
    _check_mask("masked_select", mask)
    self, mask = np.broadcast_arrays(self, mask)
    return self[mask]


@op(
    "masked_select_backward",
    node="masked_scatter",
    saves=("mask",),
    g=lambda g, mask: masked_select(g, mask),
)
def masked_select_backward(g, shape, mask):
    """Zeros of that shape, with the elements of `g` where the mask is true."""
    full = np.broadcast_shapes(shape, mask.shape)
    result = np.zeros(full, g.dtype)
    result[np.broadcast_to(mask, full)] = g
    return sum_to(result, shape)


@op(
    "masked_scatter",
    saves=("mask",),
    self=lambda g, self_shape, mask: sum_to(masked_fill(g, mask, 0), self_shape),
    source=lambda g, source_shape, mask: _source_gradient(g, source_shape, mask),
)
def masked_scatter(self, mask, source):
    """A copy with the elements of `source`, in their order, where the mask is true."""
    _check_mask("masked_scatter", mask)
    one_dtype("masked_scatter", self, source)
    shape = np.broadcast_shapes(self.shape, mask.shape)
    result, mask = np.broadcast_to(self, shape).copy(), np.broadcast_to(mask, shape)
    count = int(mask.sum())
    if count > source.size:
        raise RuntimeError(f"masked_scatter() needs {count} elements, the source has {source.size}")
    result[mask] = source.reshape(-1)[:count]
    return result


def _source_gradient(g, shape, mask):
    """What was put in its order, zeros for the elements left over."""
    taken = masked_select(g, mask)
    return joined_with_zeros(taken, int(np.prod(shape))).reshape(tuple(shape))


def joined_with_zeros(vector, size):
    """A vector made longer by zeros."""
    from engine.ops.joining import cat

    return cat([vector, zeros_in(vector, (size - vector.shape[0],))])


@op("_nonzero", node="nonzero")
def _nonzero(self):
    return np.argwhere(self)


def nonzero(input, *, as_tuple=False, out=None):
    """The places of what is not 0, as rows, or as a tuple with a vector for each dimension."""
    refuse_mapped(input, "how many elements are not 0")
    if as_tuple:
        places = _nonzero(input if input.ndim else input.reshape(1))
        return tuple(places.unbind(1))
    if out is not None and out.dtype is not int64:
        raise RuntimeError(f"nonzero(): out= must be of dtype int64, not {out.dtype!r}")
    return _nonzero(input, out=out)


def argwhere(input):
    """The places of what is not 0, as rows."""
    return _nonzero(input)


OPS["nonzero"], OPS["argwhere"] = nonzero, argwhere
