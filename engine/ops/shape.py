"""Shapes and views: operations that move elements about without computing anything."""

import math

import numpy as np

from engine.autograd.views import DEFAULT, MULTI_OUTPUT
from engine.ops.declare import op
from engine.ops.sum_to import sum_to


def sizes(args):
    """`(2, 3)` and `((2, 3),)` mean the same."""
    if len(args) == 1 and isinstance(args[0], tuple | list):
        return tuple(args[0])
    return args


def normal_dim(dim, ndim):
    """`dim` counted from the front; IndexError if there is no such dimension."""
    bound = max(ndim, 1)
    if not -bound <= dim < bound:
        raise IndexError(f"dim {dim} is out of range for {ndim} dimensions")
    return dim % bound


@op(view=DEFAULT, self=lambda g, self_shape: g.reshape(self_shape))
def view(self, shape):
    sized = infer_size(shape, self.size)
    result = self.view()
    try:
        result.shape = sized
    except AttributeError:
        raise RuntimeError(
            f"view(): shape {list(sized)} does not fit the memory layout of a tensor of shape "
            f"{list(self.shape)}; use reshape()"
        ) from None
    return result


def infer_size(shape, count):
    """`shape` with its -1, if any, filled in; RuntimeError if `count` elements do not fit."""
    shape = tuple(int(s) for s in shape)
    known = math.prod(s for s in shape if s != -1)
    if shape.count(-1) > 1:
        raise RuntimeError("only one size may be -1")
    if -1 in shape and known and count % known == 0:
        return tuple(count // known if s == -1 else s for s in shape)
    if known != count or -1 in shape:
        raise RuntimeError(f"shape {list(shape)} does not fit {count} elements")
    return shape


@op(view=DEFAULT, self=lambda g, dim0, dim1: transpose(g, dim0, dim1))
def transpose(self, dim0, dim1):
    return np.swapaxes(self, normal_dim(dim0, self.ndim), normal_dim(dim1, self.ndim)) if (
        self.ndim
    ) else self.view()


@op(view=DEFAULT, self=lambda g: t(g))
def t(self):
    if self.ndim > 2:
        raise RuntimeError(f"t() takes a tensor of at most 2 dimensions, not {self.ndim}")
    return self.T if self.ndim == 2 else self.view()


@op("expand", view=DEFAULT, self=lambda g, self_shape: sum_to(g, self_shape))
def _expand(self, shape):
    offset = len(shape) - self.ndim
    shape = tuple(self.shape[i - offset] if s == -1 else s for i, s in enumerate(shape))
    return np.broadcast_to(self, shape)


@op("unbind", view=MULTI_OUTPUT, self=lambda g, dim: stack(g, dim))
def unbind(self, dim=0):
    moved = np.moveaxis(self, dim, 0)
    return tuple(moved[i, ...] for i in range(moved.shape[0]))


@op("cat", variadic=True, tensors=lambda g, tensors_shapes, dim: cat_backward(g, tensors_shapes, dim))
def cat(tensors, dim=0):
    """Join tensors along a dimension that exists."""
    return np.concatenate(tensors, axis=dim)


def cat_backward(g, shapes, dim):
    """The pieces of `g` that came from each tensor."""
    ends = np.cumsum([shape[dim] for shape in shapes])
    index = [slice(None)] * len(g.shape)
    pieces = []
    for shape, end in zip(shapes, ends, strict=True):
        index[dim] = slice(int(end) - shape[dim], int(end))
        pieces.append(g[tuple(index)])
    return pieces


@op("stack", variadic=True, tensors=lambda g, dim: unbind(g, dim))
def stack(tensors, dim=0):
    """Join tensors of equal shape along a new dimension."""
    return np.stack(tensors, axis=dim)
