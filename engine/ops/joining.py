"""Operations that copy elements into a new arrangement: joining, repeating, turning round."""

import numpy as np

from engine.ops.declare import op
from engine.ops.shape import normal_dim, unbind
from engine.ops.sum_to import sum_to


@op(
    "cat",
    variadic=True,
    tensors=lambda g, tensors_shapes, dim: cat_backward(g, tensors_shapes, dim),
)
def cat(tensors, dim=0):
    """Join tensors along a dimension that exists."""
    if not tensors:
        raise ValueError("cat() needs at least one tensor")
    from engine.ops.promote import promote_all

    kept = [x for x in tensors if x.shape != (0,)] or tensors[:1]
    if any(not x.ndim for x in tensors):
        raise RuntimeError("0-dim tensors cannot be joined by cat(); use stack()")
    shape = list(kept[0].shape)
    dim = normal_dim(dim, len(shape))
    for x in kept[1:]:
        other = list(x.shape)
        if len(other) != len(shape) or other[:dim] + other[dim + 1 :] != shape[:dim] + shape[dim + 1 :]:
            raise RuntimeError(
                f"cat(): shapes {shape} and {other} differ outside of dimension {dim}"
            )
    if any(x.dtype != kept[0].dtype for x in tensors):
        kept = promote_all(*kept)
    return np.concatenate(kept, axis=dim)


def cat_backward(g, shapes, dim):
    """The pieces of `g` that came from each tensor."""
    dim = normal_dim(dim, len(g.shape))
    index, start, pieces = [slice(None)] * len(g.shape), 0, []
    for shape in shapes:
        width = 0 if shape == (0,) else shape[dim]
        index[dim] = slice(start, start + width)
        start += width
        pieces.append(g[tuple(index)] if shape != (0,) else g[tuple(index)].reshape((0,)))
    return pieces


@op("stack", variadic=True, tensors=lambda g, dim: unbind(g, dim))
def stack(tensors, dim=0):
    """Join tensors of equal shape along a new dimension."""
    if not tensors:
        raise RuntimeError("stack() needs at least one tensor")
    shape = tensors[0].shape
    for x in tensors:
        if x.shape != shape:
            raise RuntimeError(f"stack(): shapes {list(shape)} and {list(x.shape)} differ")
    if any(x.dtype != tensors[0].dtype for x in tensors):
        from engine.ops.promote import promote_all

        tensors = promote_all(*tensors)
    return np.stack(tensors, axis=normal_dim(dim, len(shape) + 1))


@op("flip", self=lambda g, dims: flip(g, dims))
def flip(self, dims):
    """The order along some dimensions reversed."""
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    turned = [normal_dim(d, self.ndim) for d in dims]
    if len(set(turned)) != len(turned):
        raise RuntimeError(f"flip() takes each dimension once, not {list(dims)}")
    return np.flip(self, turned).copy()


@op("roll", self=lambda g, shifts, dims: roll(g, _negative(shifts), dims))
def roll(self, shifts, dims=None):
    """Elements moved along, round the end; without `dims` over the flattened tensor."""
    if dims is None or dims == ():
        return np.roll(self, shifts)
    many = isinstance(shifts, tuple | list), isinstance(dims, tuple | list)
    if (len(shifts) if many[0] else 1) != (len(dims) if many[1] else 1):
        raise RuntimeError("roll() takes as many shifts as dims")
    return np.roll(self, shifts, dims)


def _negative(shifts):
    return tuple(-s for s in shifts) if isinstance(shifts, tuple | list) else -shifts


@op("repeat", self=lambda g, self_shape, repeats: repeat_backward(g, self_shape, repeats))
def repeat(self, repeats):
    """The whole tensor repeated along each dimension."""
    if len(repeats) < self.ndim:
        raise RuntimeError(
            f"repeat() of {self.ndim} dimensions takes at least as many numbers, not {len(repeats)}"
        )
    return np.tile(self, repeats)


def repeat_backward(g, shape, repeats):
    """Sum over the copies."""
    full = (1,) * (len(repeats) - len(shape)) + tuple(shape)
    if 0 in repeats:
        return sum_to(g, ()) * 0 + np.zeros(shape, np.float32) if not full else _zeros(g, shape)
    split = [n for pair in zip(repeats, full, strict=True) for n in pair]
    return g.reshape(tuple(split)).sum(tuple(range(0, len(split), 2))).reshape(tuple(shape))


def _zeros(g, shape):
    return np.zeros(shape, g.dtype) if isinstance(g, np.ndarray) else g.new_zeros(shape)


@op("tril", self=lambda g, diagonal: tril(g, diagonal))
def tril(self, diagonal=0):
    """The lower triangle; zeros above."""
    _check_matrix("tril", self)
    return np.tril(self, diagonal)


@op("triu", self=lambda g, diagonal: triu(g, diagonal))
def triu(self, diagonal=0):
    """The upper triangle; zeros below."""
    _check_matrix("triu", self)
    return np.triu(self, diagonal)


def _check_matrix(name, array):
    if array.ndim < 2:
        raise RuntimeError(f"{name}() takes at least 2 dimensions, not {array.ndim}")


def broadcast_tensors(*tensors):
    """The tensors expanded to the shape that they broadcast to."""
    if len(tensors) == 1 and isinstance(tensors[0], tuple | list):
        tensors = tensors[0]
    try:
        shape = np.broadcast_shapes(*(tuple(t.shape) for t in tensors))
    except ValueError as error:
        raise RuntimeError(f"broadcast_tensors(): {error}") from None
    return tuple(t.expand(shape) for t in tensors)
