"""`as_strided`: views of any shape and strides over the memory that a tensor shares."""

import math

import numpy as np

from engine.autograd.views import DEFAULT
from engine.errors import unsupported
from engine.mirror import check_memory
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.strides import memory_of, offset_of, steps_of, strided
from engine.tensor import Tensor, own


def _places(layout):
    """Which places in memory the elements of a (shape, strides, offset) take."""
    shape, steps, offset = layout
    result = np.full(shape, offset)
    for dim, (size, step) in enumerate(zip(shape, steps, strict=True)):
        column = np.arange(size) * step
        result += column.reshape((-1,) + (1,) * (len(shape) - dim - 1))
    return result


def _check(array, size, stride, offset):
    if len(size) != len(stride):
        raise RuntimeError("as_strided() takes as many strides as sizes")
    if any(s < 0 for s in (*size, *stride, offset)):
        raise RuntimeError("as_strided() takes no negative sizes, strides or offsets")
    if not math.prod(size):
        return
    last = offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    held = memory_of(array).size
    if last >= held:
        raise RuntimeError(
            f"as_strided(): sizes {list(size)}, strides {list(stride)} and offset {offset} reach "
            f"element {last} of memory that holds {held}"
        )


@op(
    "_as_strided",
    node="as_strided",
    view=DEFAULT,
    self=lambda g, size, stride, storage_offset, layout: restrided(
        g, (size, stride, storage_offset), layout, layout
    ),
)
def as_strided_view(self, size, stride, storage_offset, layout):
    """A view of the memory in any size and steps; see `with_layout` for the last argument."""
    _check(self, size, stride, storage_offset)
    flat = memory_of(self)
    start = flat[storage_offset:] if math.prod(size) else flat[:0]
    return strided(start, size, [s * self.itemsize for s in stride])


@op(
    "as_strided_backward",
    node="as_strided",
    g=lambda g, source, target, shared: restrided(g, target, source, shared),
)
def restrided(g, source, target, shared):
    """Elements laid out in memory as `source` says, added up where they meet, read as `target`.

    What several elements of the layout `shared` have in common is divided among them.
    """
    places, wanted, sharing = (_places(layout) for layout in (source, target, shared))
    memory = np.zeros(1 + max(p.max(initial=0) for p in (places, wanted, sharing)), g.dtype)
    np.add.at(memory, places, g)
    memory /= np.maximum(np.bincount(sharing.reshape(-1), minlength=memory.size), 1)
    return memory[wanted]


def with_layout(self, size, stride, storage_offset):
    """The arguments of `as_strided`, completed by how `self` itself lies in memory."""
    array = own(self) if isinstance(self, Tensor) else np.asarray(self)
    here = offset_of(array)
    if storage_offset is None and not array.size and getattr(self, "_view", None) is not None:
        raise unsupported("the place of a view without elements", "give a storage_offset")
    start = here if storage_offset is None else storage_offset
    return self, tuple(size), tuple(stride), start, (array.shape, steps_of(array), here)


@composed
def as_strided(self, size, stride, storage_offset=None):
    """A view with any shape and strides, counted in elements from the start of the memory."""
    if isinstance(self, Tensor):
        check_memory(self)
    return as_strided_view(*with_layout(self, size, stride, storage_offset))
