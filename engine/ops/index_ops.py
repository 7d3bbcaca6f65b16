"""Picking and putting by several index tensors at once, as NumPy's advanced indexing does."""

import warnings

import numpy as np

from engine.ops.arraylike import zeros_in
from engine.ops.declare import op
from engine.ops.promote import cast
from engine.ops.sum_to import sum_to
from engine.strides import picked
from engine.tensor import Tensor


def _place(indices):
    """NumPy's index; None stands for a whole dimension, and uint8 is a mask."""
    arrays = [i._data if isinstance(i, Tensor) else i for i in indices]
    return tuple(slice(None) if a is None else _mask_of(a) for a in arrays)


def _mask_of(array):
    if array.dtype != np.uint8:
        return array
    warnings.warn("a uint8 mask is out of use; make it a bool mask", UserWarning, stacklevel=7)
    return array.astype(np.bool_)


def _place_in(array, indices):
    """The same, with masks checked: NumPy takes an empty one for any size."""
    place, dim = _place(indices), 0
    for entry in place:
        mask = entry if getattr(entry, "dtype", None) == np.bool_ else None
        if mask is not None and array.shape[dim : dim + mask.ndim] != mask.shape:
            raise IndexError(
                f"a mask of shape {list(mask.shape)} does not fit a tensor of shape "
                f"{list(array.shape)} at dimension {dim}"
            )
        kind = getattr(getattr(entry, "dtype", None), "kind", "")
        if kind in "iu" and kind and entry.size and array.shape[dim : dim + 1] == (0,):
            raise IndexError("an index is out of bounds for a dimension of size 0")
        dim += 1 if mask is None else mask.ndim
    if dim > array.ndim:
        raise IndexError(f"{dim} indices are too many for a tensor of {array.ndim} dimensions")
    return place if array.size else tuple(map(_first_ones, place))


def _first_ones(entry):
    """An index of a tensor without elements: where it points to, nobody looks."""
    picks = getattr(entry, "dtype", np.bool_) != np.bool_
    return np.zeros_like(entry) if picks else entry


@op(
    "index",
    saves=("indices",),
    self=lambda g, self_shape, indices: index_backward(g, self_shape, indices),
)
def index(self, indices):
    """Elements picked by index tensors; None takes a whole dimension."""
    place = _place_in(self, indices)
    if len(place) == 1 and place[0].dtype.kind == "i" and self.flags.c_contiguous:
        found = self.take(place[0], axis=0)
        return found if place[0].ndim == 1 else picked(found, self, place)
    return picked(self[place], self, place)


@op(
    "index_backward",
    node="_index_put_impl",
    saves=("indices",),
    g=lambda g, indices: index(g, indices),
)
def index_backward(g, shape, indices):
    """Zeros of that shape, with `g` added where it was picked from."""
    result = np.zeros(shape, g.dtype)
    if not g.size:
        return result
    place = _place(indices)
    if len(place) == 1 and place[0].dtype == np.bool_:
        result[place] = g  # a mask picks each place at most once
    else:
        np.add.at(result, place, g)
    return result


@op(
    "index_put",
    saves=("indices",),
    self=lambda g, indices, accumulate: (
        g if accumulate else index_put(g, indices, zeros_in(g, ()), False)
    ),
    values=lambda g, values_shape, indices: sum_to(index(g, indices), values_shape),
)
def index_put(self, indices, values, accumulate=False):
    """A copy with `values` at, or added to, the places that index tensors name."""
    place = _place_in(self, indices)
    _check_values(self, values)
    result = cast(self, self.dtype)
    if values.ndim > _picked_ndim(self, place):
        raise RuntimeError("index_put(): the values have more dimensions than what is picked")
    try:
        if accumulate:
            np.add.at(result, place, values)
        else:
            result[place] = values
    except IndexError:  # told after values that do not fit
        np.broadcast_to(values, self[tuple(map(_first_ones, place))].shape)
        raise
    return result


def _picked_ndim(array, place):
    """How many dimensions `array[place]` has."""
    picking = [p for p in place if not isinstance(p, slice)]
    used = sum(p.ndim if p.dtype == np.bool_ else 1 for p in picking)
    made = max((1 if p.dtype == np.bool_ else p.ndim for p in picking), default=0)
    return array.ndim - used + made


def _check_values(array, values):
    if array.dtype != values.dtype:
        raise RuntimeError(
            f"index_put() puts {values.dtype} values into a tensor of {array.dtype}; convert them"
        )
