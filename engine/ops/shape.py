"""Views of a whole tensor in another shape, each with a derivative of its own."""

import math
from operator import index as as_int

from engine.autograd.views import DEFAULT
from engine.ops.compose import overloaded
from engine.ops.declare import op
from engine.ops.sum_to import sum_to
from engine.ops.whole import otherwise
from engine.strides import strided


def sizes(args):
    """`(2, 3)` and `((2, 3),)` mean the same."""
    if len(args) == 1 and isinstance(args[0], tuple | list):
        args = args[0]
    return tuple([as_int(a) for a in args])


def normal_dim(dim, ndim):
    """`dim` counted from the front; IndexError if there is no such dimension."""
    bound = ndim or 1
    if dim is True or dim is False:
        raise TypeError("a dim is an int, not a bool")
    if not -bound <= dim < bound:
        raise IndexError(f"dim {as_int(dim)} is out of range for {ndim} dimensions")
    return as_int(dim) % bound


def distinct_dims(name, dims, ndim):
    """Dims counted from the front; RuntimeError if one is there twice."""
    found = [normal_dim(d, ndim) for d in dims]
    if len(set(found)) != len(found):
        raise RuntimeError(f"{name}() takes each dimension once, not {list(dims)}")
    return found


def infer_size(shape, count):
    """`shape` with its -1, if any, filled in; RuntimeError if `count` elements do not fit."""
    if -1 not in shape:
        if math.prod(shape) == count and min(shape, default=0) >= 0:
            return shape
        raise RuntimeError(f"shape {list(shape)} does not fit {count} elements")
    known = math.prod([s for s in shape if s != -1])
    if shape.count(-1) > 1 or any(s < -1 for s in shape):
        raise RuntimeError(f"shape {list(shape)} is none: sizes are at least 0, one may be -1")
    if not known or count % known:
        raise RuntimeError(f"shape {list(shape)} does not fit {count} elements")
    return tuple([count // known if s == -1 else s for s in shape])


def viewed(array, shape):
    """A view of another shape, or None where the layout allows none."""
    if array.flags.c_contiguous:
        return array.reshape(shape)
    try:
        return array.reshape(shape, copy=False)
    except ValueError:
        return None


NEW_DIM = [(slice(None),) * d + (None,) for d in range(64)]  # NumPy's index for a new dimension

# ---- as it lies in memory -----------------------------------------------------------------------


@op("view", view=DEFAULT, self=lambda g, self_shape: g.reshape(self_shape))
def view(self, shape):
    """Another shape over the same memory."""
    if self.flags.c_contiguous and min(shape, default=0) >= -1:
        try:
            return self.reshape(shape)
        except ValueError:
            pass  # the same complaint as below
    shape = infer_size(shape, self.size)
    result = viewed(self, shape)
    if result is None:
        raise RuntimeError(
            f"view(): shape {list(shape)} does not fit the memory layout of a tensor of shape "
            f"{list(self.shape)}; use reshape()"
        )
    return result


@op("_unsafe_view", node="unsafe_view", self=lambda g, self_shape: g.reshape(self_shape))
def unsafe_view(self, shape):
    """Another shape of what is no view: a result that nobody else sees."""
    return self.reshape(shape)


@op(
    "_reshape_alias",
    node="reshape_alias",
    view=DEFAULT,
    self=lambda g, self_shape: g.reshape(self_shape),
)
def reshape_alias(self, shape):
    """The view that `reshape` gives where there can be one."""
    return viewed(self, shape)


@op("_alias", node="alias", view=DEFAULT, self=lambda g: g)
def alias(self):
    """The tensor itself, as a view of it."""
    return self.view()


# ---- dimensions in another order ----------------------------------------------------------------


@op("transpose", view=DEFAULT, self=lambda g, dim0, dim1: transpose(g, dim0, dim1))
def transpose(self, dim0, dim1):
    """Two dimensions exchanged."""
    ndim = self.ndim
    first, second = normal_dim(dim0, ndim), normal_dim(dim1, ndim)
    return self.swapaxes(first, second) if ndim else self.view()


@op("t", view=DEFAULT, self=lambda g: t(g))
def t(self):
    """The transpose of a matrix."""
    if self.ndim > 2:
        raise RuntimeError(f"t() takes a tensor of at most 2 dimensions, not {self.ndim}")
    return self.T


@op("permute", view=DEFAULT, self=lambda g, dims: permute(g, inverse_order(dims)))
def permute(self, dims):
    """Dimensions in another order."""
    if len(dims) != self.ndim:
        raise RuntimeError(f"permute() of {self.ndim} dimensions takes as many, not {len(dims)}")
    order = distinct_dims("permute", dims, self.ndim)
    return self.transpose(order) if order else self.view()


def inverse_order(dims):
    """The order of dimensions that undoes the order `dims`."""
    ndim = len(dims)
    return tuple(sorted(range(ndim), key=[normal_dim(d, ndim) for d in dims].__getitem__))


# ---- dimensions of size 1 -----------------------------------------------------------------------


def _grown(held, size, place, offset):
    if size == -1 and place >= offset:
        return held
    if size < 0 or (size != held and held != 1):
        raise RuntimeError(
            f"expand(): size {held} of dimension {place} cannot become {size}; only 1 can grow"
        )
    return size


@op(
    "expand",
    view=DEFAULT,
    self=otherwise(
        lambda g, self_shape: sum_to(g, self_shape),
        lambda g, self_shape: sum_to(g, self_shape) if self_shape else g.sum(),
    ),
)
def expand(self, size, *, implicit=False):
    """Dimensions of size 1 repeated without copying; -1 keeps a size."""
    full = [size] if isinstance(size, int) else list(size)
    held, offset = self.shape, len(full) - self.ndim
    if offset < 0:
        raise RuntimeError(
            f"expand(): {len(full)} sizes are too few for a tensor of {self.ndim} dimensions"
        )
    steps = [0] * offset + list(self.strides)
    for place, size in enumerate(full):
        now = held[place - offset] if place >= offset else 1
        if size != now:
            full[place] = _grown(now, size, place, offset)
            if full[place] != now:
                steps[place] = 0
    return strided(self, full, steps)


@op(
    "unsqueeze",
    view=DEFAULT,
    self=otherwise(lambda g, dim: _without(g, dim), lambda g, dim: _squeeze_dim(g, dim)),
)
def unsqueeze(self, dim):
    """A new dimension of size 1."""
    dim = normal_dim(dim, self.ndim + 1)
    shape, strides = self.shape, self.strides
    if self.flags.c_contiguous:
        return self.reshape((*shape[:dim], 1, *shape[dim:]))
    step = strides[dim] * shape[dim] if dim < len(shape) else self.itemsize
    return strided(self, (*shape[:dim], 1, *shape[dim:]), (*strides[:dim], step, *strides[dim:]))


def _without(g, dim):
    """Without a dimension of size 1."""
    shape = list(g.shape)
    del shape[normal_dim(dim, len(shape))]
    return g.reshape(tuple(shape))


def _reshaped(g, shape):
    """The array in another shape, itself if it has that."""
    return g if g.shape == shape else g.reshape(shape)


def _grown_again(g, shape, dims):
    """The adjoint of squeezing some dimensions, by one view for each."""
    ndim = len(shape)
    for d in sorted(normal_dim(d, ndim) for d in dims) if ndim else ():
        if shape[d] == 1:
            g = unsqueeze(g, d)
    return g


@op(
    "squeeze",
    view=DEFAULT,
    self=otherwise(
        lambda g, self_shape: _reshaped(g, self_shape),
        lambda g, self_shape: _grown_again(g, self_shape, range(len(self_shape))),
    ),
)
def _squeeze_all(self):
    return self.squeeze()


@op(
    "squeeze",
    node="squeeze:1",
    view=DEFAULT,
    self=otherwise(
        lambda g, self_shape, dim: _reshaped(g, self_shape),
        lambda g, self_shape, dim: _grown_again(g, self_shape, (dim,)),
    ),
)
def _squeeze_dim(self, dim):
    dim = normal_dim(dim, self.ndim)
    return self.squeeze(dim) if self.ndim and self.shape[dim] == 1 else self.view()


@op(
    "squeeze",
    node="squeeze:2",
    view=DEFAULT,
    self=otherwise(
        lambda g, self_shape, dim: _reshaped(g, self_shape),
        lambda g, self_shape, dim: _grown_again(g, self_shape, dim),
    ),
)
def _squeeze_dims(self, dim):
    found = distinct_dims("squeeze", dim, self.ndim)
    return self.squeeze(tuple(d for d in found if self.ndim and self.shape[d] == 1))


@overloaded("squeeze")
def squeeze(self, *args, **kwargs):
    """Without dimensions of size 1, or without `dim` (one or several) where its size is 1."""
    if not args and not kwargs:
        return _squeeze_all
    dim = args[0] if args else next(iter(kwargs.values()))
    return _squeeze_dims if isinstance(dim, tuple | list) else _squeeze_dim


SQUEEZES = (_squeeze_all, _squeeze_dim, _squeeze_dims)
