"""Other shapes of a whole tensor, made from the views in `engine.ops.shape`."""

import math
import warnings

import numpy as np

from engine.autograd.mode import mode
from engine.layout import contiguous_format
from engine.ops.calling import registered
from engine.ops.compose import composed
from engine.ops.declare import OPS
from engine.ops.shape import (
    alias,
    distinct_dims,
    expand,
    infer_size,
    normal_dim,
    permute,
    reshape_alias,
    sizes,
    transpose,
    unsafe_view,
    unsqueeze,
    view,
    viewed,
)
from engine.ops.writing import resize
from engine.shared import bump_version
from engine.size import size_of
from engine.tensor import Tensor, own
from engine.warn import warn_once


def reshape(self, *shape):
    """Another shape: a view where the layout allows one, else a copy."""
    if len(shape) == 1 and isinstance(shape[0], tuple | list):
        shape = tuple(shape[0])
    data = own(self)
    if data.flags.c_contiguous:
        return view(self, shape)
    shape = infer_size(sizes(shape), data.size)
    if viewed(data, shape) is not None:
        return reshape_alias(self, shape)
    return unsafe_view(self.clone(memory_format=None), shape)


def _reshape(input, shape):
    """Another shape: a view where the layout allows one, else a copy."""
    return reshape(input, tuple(shape))


_reshape.method = reshape
_reshape.__name__ = "reshape"
OPS["reshape"] = _reshape


@composed
def reshape_as(self, other):
    """The shape of another tensor."""
    return reshape(self, tuple(other.shape))


@composed
def view_as(self, other):
    """A view in the shape of another tensor."""
    return view(self, tuple(other.shape))


@composed
def ravel(self):
    """All elements in one dimension."""
    rows = own(self).flags.c_contiguous
    return view(self if rows else self.clone(memory_format=contiguous_format), (-1,))


def flatten(input, start_dim=0, end_dim=-1):
    """Dimensions `start_dim` to `end_dim` as one."""
    self = input
    shape = self._data.shape
    start, end = normal_dim(start_dim, len(shape)), normal_dim(end_dim, len(shape))
    if start > end:
        raise RuntimeError("flatten() has start_dim after end_dim")
    if not shape:
        return reshape(self, 1)
    if start == end:
        return self
    return reshape(self, (*shape[:start], math.prod(shape[start : end + 1]), *shape[end + 1 :]))


OPS["flatten"] = flatten


@composed
def unflatten(self, dim, sizes):
    """The reverse of `flatten` for one dimension."""
    if not isinstance(sizes, tuple | list):
        raise TypeError(f"unflatten() takes a tuple of sizes, not {type(sizes).__name__}")
    if not sizes:
        raise RuntimeError("unflatten() needs at least one size")
    dim = normal_dim(dim, self.ndim)
    if not self.ndim:
        raise RuntimeError("unflatten() needs a dimension, but a 0-dim tensor has none")
    shape = self._data.shape
    return view(self, (*shape[:dim], *infer_size(tuple(sizes), shape[dim]), *shape[dim + 1 :]))


# ---- dimensions in another order ----------------------------------------------------------------


@composed
def movedim(self, source, destination):
    """Dimensions moved to other places, the rest in order."""
    if isinstance(source, int) != isinstance(destination, int):
        raise TypeError("movedim() takes two numbers or two sequences of them")
    if isinstance(source, int):
        source, destination = (source,), (destination,)
    if len(source) != len(destination):
        raise RuntimeError("movedim() takes as many sources as destinations")
    ndim = self.ndim
    source, target = (distinct_dims("movedim", d, ndim) for d in (source, destination))
    if not ndim:
        return alias(self)
    order = [d for d in range(ndim) if d not in source]
    for place, origin in sorted(zip(target, source, strict=True)):
        order.insert(place, origin)
    return permute(self, tuple(order))


@composed
def swapaxes(self, axis0, axis1):
    """Two dimensions exchanged."""
    return transpose(self, axis0, axis1)


@composed
def swapdims(self, dim0, dim1):
    """Two dimensions exchanged."""
    return transpose(self, dim0, dim1)


def _of_matrices(name, self, at_most=None):
    """The last two dimensions exchanged; a 0-dim tensor stays as it is, with a warning."""
    ndim = self.ndim
    if ndim == 1 or (at_most is not None and ndim > at_most):
        raise RuntimeError(f"{name} is for matrices, not for tensors of {ndim} dimensions")
    if not ndim:
        _warn(f"{name} of a 0-dim tensor is the tensor itself")
        return self
    return transpose(self, -2, -1)


def _warn(text):
    warnings.warn(text, UserWarning, stacklevel=4)


@composed
def adjoint(self):
    """The conjugate transpose of a matrix, or of each in a batch."""
    return _of_matrices("adjoint()", self).conj()


def T(self):
    """All dimensions reversed."""
    if self.ndim != 2:
        kind = "of a 0-dim tensor is the tensor itself" if not self.ndim else "is for matrices"
        warn_once(f"T {kind}; use mT or permute() for other numbers of dimensions", stacklevel=3)
    return permute(self, tuple(range(self.ndim - 1, -1, -1)))


PROPERTIES = {
    "T": T,
    "mT": lambda self: _of_matrices("mT", self),
    "mH": lambda self: _of_matrices("mH", self).conj(),
    "H": lambda self: _of_matrices("H", self, 2).conj(),
}

# ---- broadcasting -------------------------------------------------------------------------------


@composed
def expand_as(self, other):
    """Expanded to the shape of another tensor."""
    return expand(self, tuple(other.shape))


@composed
def broadcast_to(self, size):
    """Expanded to a shape."""
    return expand(self, tuple(size))


def several(tensors):
    """`f(x, y)` and `f((x, y))` mean the same."""
    if len(tensors) == 1 and isinstance(tensors[0], tuple | list):
        return tuple(tensors[0])
    return tensors


def broadcast_shapes(*shapes):
    """The shape that shapes broadcast to."""
    shapes = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    if any(n < 0 for shape in shapes for n in shape):
        raise RuntimeError(f"broadcast_shapes(): a size is negative in {shapes}")
    try:
        return size_of(np.broadcast_shapes(*shapes))
    except ValueError:
        listed = " and ".join(str(list(shape)) for shape in shapes)
        raise RuntimeError(
            f"shapes {listed} do not broadcast: sizes must be equal or 1, counted from the last "
            "dimension"
        ) from None


def broadcast_tensors(*tensors):
    """The tensors expanded to the shape that they broadcast to."""
    tensors = several(tensors)
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"broadcast_tensors(): expected tensors, not {type(tensor).__name__}")
    shape = tuple(broadcast_shapes(*(t.shape for t in tensors)))
    return tuple(t if t._data.shape == shape else expand(t, shape) for t in tensors)


OPS["broadcast_shapes"], OPS["broadcast_tensors"] = broadcast_shapes, broadcast_tensors


@composed
def sum_to_size(self, *size):
    """Summed over the dimensions along which a tensor of shape `size` was broadcast."""
    wanted, shape = sizes(size), self._data.shape
    extra = len(shape) - len(wanted)
    fits = extra >= 0 and all(w in (1, n) for w, n in zip(wanted, shape[extra:], strict=True))
    if not fits:
        raise RuntimeError(f"sum_to_size(): {list(wanted)} does not broadcast to {list(shape)}")
    if not wanted:
        return self.sum()
    lead = tuple(range(extra))
    ones = tuple(i + extra for i, w in enumerate(wanted) if w == 1 and shape[i + extra] != 1)
    total = self.sum(lead + ones, keepdim=True) if lead or ones else self
    return view(total, wanted) if lead else total


# ---- at least so many dimensions ----------------------------------------------------------------


def _at_least(name, raise_one):
    def function(*tensors):
        alone = len(tensors) == 1 and not isinstance(tensors[0], tuple | list)
        found = several(tensors)
        for tensor in found:
            if not isinstance(tensor, Tensor):
                raise TypeError(f"{name}(): expected tensors, not {type(tensor).__name__}")
        results = tuple(raise_one(t) for t in found)
        return results[0] if alone else results

    return registered(function, name)


def _one(x):
    return reshape(x, 1) if not x.ndim else x


def _two(x):
    return unsqueeze(x, 0) if x.ndim == 1 else (reshape(x, 1, 1) if not x.ndim else x)


def _three(x):
    if not x.ndim:
        return reshape(x, 1, 1, 1)
    if x.ndim == 1:
        return unsqueeze(unsqueeze(x, 0), -1)
    return unsqueeze(x, -1) if x.ndim == 2 else x


atleast_1d, atleast_2d, atleast_3d = (
    _at_least(f"atleast_{n}d", each) for n, each in enumerate((_one, _two, _three), 1)
)


def resize_(self, *size, memory_format=None):
    """Another shape in place; memory is added if there is not enough, without clearing it."""
    shape = sizes(size)
    if self._requires and not (self._inference or mode.inference):
        raise RuntimeError("a tensor that requires grad cannot be resized")
    if any(n < 0 for n in shape):
        raise RuntimeError(f"resize_(): {list(shape)} has a negative size")
    if shape != self._data.shape:
        resize(self, shape)
        bump_version(self)
    return self


def resize_as_(self, other, *, memory_format=None):
    """The shape of another tensor, in place."""
    return resize_(self, tuple(other.shape))
