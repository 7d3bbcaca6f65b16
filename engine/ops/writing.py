"""Writes into memory that a tensor has already, beneath any operation and any history."""

import math
import sys
import warnings

import numpy as np

from engine.autograd.views import check_inplace, check_overlap
from engine.dtype import can_cast, from_numpy, narrower
from engine.errors import unsupported
from engine.mirror import check_memory
from engine.references import ASKING, PASSING
from engine.shared import bump_version
from engine.strides import memory_of, offset_of, root
from engine.tensor import own


def write(target, data):
    """Put `data` into the tensor's memory and raise its version."""
    held = target._data
    if isinstance(held, np.generic):
        target._data = narrower(np.asarray(data), held.dtype).astype(held.dtype)[()]
    else:
        np.copyto(held, narrower(data, held.dtype), casting="unsafe")
    bump_version(target)


def differing(old, new):
    """Where one array has another element than the other; what is NaN in both is the same."""
    return (old != new) & ((old == old) | (new == new))


def write_changed(target, data):
    """The same, where several elements may share one place: what changed in one of them counts."""
    held = target._data
    if isinstance(held, np.generic) or 0 not in held.strides:
        return write(target, data)
    changed = differing(held, data)
    held[changed] = np.broadcast_to(data, held.shape)[changed]
    bump_version(target)
    return None


def overwrite(out, result, alike=False, quiet=False, alone=False):
    """Store `result` in the tensor given as `out=`, resized if need be, with a warning or `quiet`.

    `alike`: then it also lies in memory as the result does. `alone`: it is one value everywhere,
    which may be stored in expanded memory, too.
    """
    check_inplace(out, False, as_out=True)
    data = result._data
    if not can_cast(from_numpy(data.dtype), out.dtype):
        raise RuntimeError(f"a result of {result.dtype!r} cannot be stored as {out.dtype!r}")
    if out._data.shape != data.shape:
        if out._data.size and not quiet:
            warnings.warn(
                f"out= of shape {list(out.shape)} is resized to {list(data.shape)}; give one of "
                "the shape of the result, or one without elements",
                UserWarning,
                stacklevel=4,
            )
        resize(out, data.shape)
        if alike:
            out._data = _as_dense_as(data, out._data)
    if not alone:
        check_overlap(out)
    write(out, data)


def _as_dense_as(data, array):
    """An array without gaps, its dimensions in the order of memory that `data` has them in."""
    if not isinstance(data, np.ndarray) or data.flags.c_contiguous or not data.size:
        return array
    places = np.empty_like(data, array.dtype)
    return np.ndarray(array.shape, array.dtype, array, 0, places.strides)


def resize(tensor, shape):
    """Another shape over the same memory, which grows if need be and if it can."""
    check_memory(tensor)
    array, count = own(tensor), math.prod(shape)
    shared, held = _is_shared(array), memory_of(array)[offset_of(array) :]
    if count > held.size:
        storage = tensor._storage
        if storage is not None and not storage.grows:
            raise RuntimeError("memory that belongs to an ndarray cannot grow")
        if shared:
            raise unsupported("more memory for what other tensors share", "clone the tensor first")
        held = np.concatenate([held, np.zeros(count - held.size, held.dtype)])
    tensor._data = held[:count].reshape(shape)


def _is_shared(array):
    """Whether another array than the one of the caller's tensor sees the same memory.

    The tensor and the caller refer to it, and so does what is called `whole` here.
    """
    whole = root(array)
    if whole is array:
        return sys.getrefcount(array) > 3 + PASSING + ASKING
    return sys.getrefcount(array) > 2 + PASSING + ASKING or sys.getrefcount(whole) > 2 + ASKING


def _changed(self, function, *others):
    """Each element replaced by what the function returns for it and those of the others there."""
    if self._requires:
        raise RuntimeError("a tensor that requires grad cannot be changed element by element")
    data = own(self)
    try:
        rows = [np.broadcast_to(t._data, data.shape).ravel().tolist() for t in (self, *others)]
    except ValueError:
        raise RuntimeError("the tensors do not broadcast to the one that is written to") from None
    values = [function(*row) for row in zip(*rows, strict=True)]
    for value in values:
        if not isinstance(value, bool | int | float | complex):
            raise TypeError(f"the function returns numbers, not a {type(value).__name__}")
    data[...] = np.array(values, data.dtype).reshape(data.shape)  # PyTorch counts no such write
    return self


def apply_(self, callable):
    """Replace each element by what the function returns for it."""
    return _changed(self, callable)


def map_(self, tensor, callable):
    """Replace each element by what the function returns for it and the other's."""
    return _changed(self, callable, tensor)


def map2_(self, x, y, callable):
    """The same with those of two others."""
    return _changed(self, callable, x, y)
