"""Parts of a tensor, as views of it: entries, slices, windows."""

from operator import index as as_int

import numpy as np

from engine.autograd.views import DEFAULT
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.shape import normal_dim
from engine.strides import strided
from engine.tensor import Tensor


def at(dim, item):
    """NumPy's index that is `item` in dimension `dim`."""
    return (*([slice(None)] * dim), item)


def _embedding(name):
    """The adjoint of taking `[index]` of something of that `shape`: zeros, with `g` there."""

    def forward(g, shape, index):
        result = np.zeros(shape, g.dtype)
        result[index] = g
        return result

    return op("_" + name, node=name, g=lambda g, index: g[index])(forward)


embed, embed_slice = _embedding("select_backward"), _embedding("slice_backward")


@op(
    "select",
    view=DEFAULT,
    self=lambda g, self_shape, dim, index: embed(
        g, self_shape, at(normal_dim(dim, len(self_shape)), int(index))
    ),
)
def select(self, dim, index):
    """What lies at `index` along `dim`, which goes away."""
    ndim = self.ndim
    if not ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor")
    dim, index = normal_dim(dim, ndim), as_int(index)
    size = self.shape[dim]
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of range for dimension {dim} of size {size}")
    return self[index, ...] if not dim else self[(*at(dim, index), ...)]


@op(
    "_slice",
    node="slice",
    view=DEFAULT,
    self=lambda g, self_shape, dim, start, end, step: embed_slice(
        g, self_shape, at(normal_dim(dim, len(self_shape)), slice(start, end, step))
    ),
)
def slice_(self, dim=0, start=None, end=None, step=1):
    """Every `step`-th entry from `start` up to, without, `end`."""
    if step is not None and step <= 0:
        raise RuntimeError(f"a slice needs a step above zero, not {step}")
    if not self.ndim:
        raise RuntimeError("slice() cannot be applied to a 0-dim tensor")
    if not dim:
        return self[start:end:step]
    return self[at(normal_dim(dim, self.ndim), slice(start, end, step))]


@composed
def narrow(self, dim, start, length):
    """`length` entries along `dim` from `start` on."""
    if not self.ndim:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor")
    if isinstance(start, Tensor):
        if start.ndim or start._data.dtype.kind not in "iu":
            raise RuntimeError("narrow() takes its start as a number or a 0-dim integer tensor")
        start = start.item()
    dim = normal_dim(dim, self.ndim)
    start, size = as_int(start), self.shape[dim]
    if not -size <= start <= size:
        raise IndexError(f"narrow() starts at {start}, outside dimension {dim} of size {size}")
    start = start + size if start < 0 else start
    if length < 0 or start + length > size:
        raise RuntimeError(
            f"narrow(): {length} entries from {start} on do not fit in dimension {dim} "
            f"of size {size}"
        )
    return slice_(self, dim, start, start + length)


@op(
    "narrow_copy",
    self=lambda g, self_shape, dim, start, length: embed_slice(
        g, self_shape, at(normal_dim(dim, len(self_shape)), slice(start, start + length))
    ),
)
def _narrow_copy(self, dim, start, length):
    return self[at(normal_dim(dim, self.ndim), slice(start, start + length))].copy()


@composed
def narrow_copy(self, dim, start, length):
    """`narrow` that copies."""
    if dim >= self.ndim:
        raise RuntimeError(f"narrow_copy(): dim {dim} is out of range for {self.ndim} dimensions")
    narrow(self, dim, start, length)  # refuses what does not fit
    return _narrow_copy(self, dim, start + self.shape[dim] if start < 0 else start, length)


# ---- windows ------------------------------------------------------------------------------------


@op(
    "unfold",
    view=DEFAULT,
    self=lambda g, self_shape, dimension, size, step: unfold_backward(
        g, self_shape, dimension, size, step
    ),
)
def unfold(self, dimension, size, step):
    """Windows of `size` entries along a dimension, `step` apart, as a new last dimension."""
    dim = normal_dim(dimension, self.ndim)
    held, stride = (self.shape[dim], self.strides[dim]) if self.ndim else (1, self.itemsize)
    if not 0 <= size <= held or step <= 0:
        raise RuntimeError(
            f"unfold(): windows of {size}, {step} apart, do not fit in dimension {dim} "
            f"of size {held}"
        )
    if not self.ndim:
        return strided(self, (size,), (self.itemsize,))
    shape, strides = list(self.shape), list(self.strides)
    shape[dim], strides[dim] = (held - size) // step + 1, stride * step
    return strided(self, (*shape, size), (*strides, stride))


@op("unfold_backward", g=lambda g, dim, size, step: unfold(g, dim, size, step))
def unfold_backward(g, shape, dim, size, step):
    """Each place of a tensor of that shape gets the sum over the windows that it was in."""
    result = np.zeros(shape, g.dtype)
    if not shape:
        return result + g.sum(dtype=g.dtype)
    dim = normal_dim(dim, len(shape))
    for i in range(g.shape[dim]):
        window = np.moveaxis(g[at(dim, i)], -1, dim)
        result[at(dim, slice(i * step, i * step + size))] += window
    return result
