"""Views: other shapes of, and parts of, the same memory."""

import math
from operator import index as as_int

import numpy as np

from engine.autograd.views import DEFAULT, MULTI_OUTPUT
from engine.ops.declare import op
from engine.ops.sum_to import sum_to


def sizes(args):
    """`(2, 3)` and `((2, 3),)` mean the same."""
    if len(args) == 1 and isinstance(args[0], tuple | list):
        args = args[0]
    return tuple(as_int(a) for a in args)


def normal_dim(dim, ndim):
    """`dim` counted from the front; IndexError if there is no such dimension."""
    bound = max(ndim, 1)
    if not -bound <= dim < bound:
        raise IndexError(f"dim {dim} is out of range for {ndim} dimensions")
    return dim % bound


def infer_size(shape, count):
    """`shape` with its -1, if any, filled in; RuntimeError if `count` elements do not fit."""
    known = math.prod(s for s in shape if s != -1)
    if shape.count(-1) > 1 or any(s < -1 for s in shape):
        raise RuntimeError(f"shape {list(shape)} is none: sizes are at least 0, one may be -1")
    if -1 in shape and known and count % known == 0:
        return tuple(count // known if s == -1 else s for s in shape)
    if known != count or -1 in shape:
        raise RuntimeError(f"shape {list(shape)} does not fit {count} elements")
    return tuple(shape)


def viewed(array, shape):
    """A view of another shape, or None where the layout allows none."""
    result = array.view()
    try:
        result.shape = shape
    except AttributeError:
        return None
    return result


# ---- the whole in another shape -----------------------------------------------------------------


@op("view", view=DEFAULT, self=lambda g, self_shape: g.reshape(self_shape))
def view(self, shape):
    sized = infer_size(shape, self.size)
    result = viewed(self, sized)
    if result is None:
        raise RuntimeError(
            f"view(): shape {list(sized)} does not fit the memory layout of a tensor of shape "
            f"{list(self.shape)}; use reshape()"
        )
    return result


@op("_unsafe_view", node="unsafe_view", self=lambda g, self_shape: g.reshape(self_shape))
def unsafe_view(self, shape):
    return self.reshape(shape)


@op("alias", view=DEFAULT, self=lambda g: g)
def alias(self):
    return self.view()


@op("transpose", view=DEFAULT, self=lambda g, dim0, dim1: transpose(g, dim0, dim1))
def transpose(self, dim0, dim1):
    """Two dimensions exchanged."""
    first, second = normal_dim(dim0, self.ndim), normal_dim(dim1, self.ndim)
    return self.swapaxes(first, second) if self.ndim else self.view()


@op("t", view=DEFAULT, self=lambda g: t(g))
def t(self):
    """The transpose of a matrix."""
    if self.ndim > 2:
        raise RuntimeError(f"t() takes a tensor of at most 2 dimensions, not {self.ndim}")
    return self.T if self.ndim == 2 else self.view()


@op("permute", view=DEFAULT, self=lambda g, dims: permute(g, tuple(np.argsort(_turned(dims)))))
def permute(self, dims):
    """Dimensions in another order."""
    if len(dims) != self.ndim:
        raise RuntimeError(f"permute() of {self.ndim} dimensions takes as many, not {len(dims)}")
    turned = [normal_dim(d, self.ndim) for d in dims]
    if len(set(turned)) != len(turned):
        raise RuntimeError(f"permute() takes each dimension once, not {list(dims)}")
    return self.transpose(turned) if turned else self.view()


def _turned(dims):
    return [as_int(d) % len(dims) for d in dims]


@op("expand", view=DEFAULT, self=lambda g, self_shape: sum_to(g, self_shape))
def expand(self, shape):
    """Dimensions of size 1 repeated without copying; -1 keeps a size."""
    offset = len(shape) - self.ndim
    if offset < 0:
        raise RuntimeError(
            f"expand(): {len(shape)} sizes are too few for a tensor of {self.ndim} dimensions"
        )
    full = []
    for i, size in enumerate(shape):
        held = self.shape[i - offset] if i >= offset else 1
        if size == -1 and i < offset:
            raise RuntimeError("expand(): -1 is no size for a new leading dimension")
        if size not in (-1, held) and held != 1:
            raise RuntimeError(
                f"expand(): size {held} of dimension {i} cannot become {size}; only 1 can grow"
            )
        full.append(held if size == -1 else size)
    return np.lib.stride_tricks.as_strided(
        self,
        full,
        [
            self.strides[i - offset] if i >= offset and self.shape[i - offset] == s else 0
            for i, s in enumerate(full)
        ],
    )


@op("unsqueeze", view=DEFAULT, self=lambda g, dim: squeeze_at(g, dim))
def unsqueeze(self, dim):
    """A new dimension of size 1."""
    return np.expand_dims(self, normal_dim(dim, self.ndim + 1))


@op("squeeze", view=DEFAULT, self=lambda g, self_shape: g.reshape(self_shape))
def squeeze_all(self):
    return self.squeeze()


@op("_squeeze_dim", node="squeeze:1", view=DEFAULT, self=lambda g, self_shape: g.reshape(self_shape))
def squeeze_dim(self, dim):
    dim = normal_dim(dim, self.ndim)
    return self.squeeze(dim) if self.ndim and self.shape[dim] == 1 else self.view()


@op("_squeeze_dims", node="squeeze:2", view=DEFAULT, self=lambda g, self_shape: g.reshape(self_shape))
def squeeze_dims(self, dims):
    found = {normal_dim(d, self.ndim) for d in dims}
    return self.squeeze(tuple(d for d in found if self.ndim and self.shape[d] == 1))


def squeeze(self, dim=None):
    """Without dimensions of size 1, or without `dim` (one or several) where its size is 1."""
    if dim is None:
        return squeeze_all(self)
    return squeeze_dims(self, tuple(dim)) if isinstance(dim, tuple | list) else squeeze_dim(self, dim)


def squeeze_at(g, dim):
    """The adjoint of `unsqueeze`, for arrays and tensors."""
    shape = list(g.shape)
    del shape[normal_dim(dim, len(shape))]
    return g.reshape(tuple(shape))


def reshape(self, *shape):
    """Another shape: a view where the layout allows one, else a copy."""
    if isinstance(self, np.ndarray | np.generic):
        return self.reshape(*shape)
    sized = infer_size(sizes(shape), self.numel())
    data = self._data
    if isinstance(data, np.generic) or viewed(data, sized) is not None:
        return view(self, sized)
    return unsafe_view(self.clone(), sized)


def flatten(self, start_dim=0, end_dim=-1):
    """Dimensions `start_dim` to `end_dim` as one."""
    if not self.ndim:
        return reshape(self, 1)
    start, end = normal_dim(start_dim, self.ndim), normal_dim(end_dim, self.ndim)
    if start > end:
        raise RuntimeError("flatten() has start_dim after end_dim")
    if start == end:
        return self
    shape = tuple(self.shape)
    return reshape(self, (*shape[:start], math.prod(shape[start : end + 1]), *shape[end + 1 :]))


def unflatten(self, dim, sizes):
    """The reverse of `flatten` for one dimension."""
    dim = normal_dim(dim, self.ndim)
    shape = tuple(self.shape)
    return view(self, (*shape[:dim], *infer_size(tuple(sizes), shape[dim]), *shape[dim + 1 :]))


def movedim(self, source, destination):
    """Dimensions moved to other places, the rest in order."""
    source = (source,) if isinstance(source, int) else tuple(source)
    destination = (destination,) if isinstance(destination, int) else tuple(destination)
    source = [normal_dim(d, self.ndim) for d in source]
    order = [d for d in range(self.ndim) if d not in source]
    for target, origin in sorted(
        zip((normal_dim(d, self.ndim) for d in destination), source, strict=True)
    ):
        order.insert(target, origin)
    return permute(self, tuple(order))


# ---- parts --------------------------------------------------------------------------------------


@op("_embed", node="select_backward", g=lambda g, index: g[index])
def embed(g, shape, index):
    """The adjoint of taking `[index]` of something of that `shape`: zeros, with `g` there."""
    result = np.zeros(shape, g.dtype)
    result[index] = g
    return result


def _at(dim, item):
    return (*([slice(None)] * dim), item)


@op(
    "select",
    view=DEFAULT,
    self=lambda g, self_shape, dim, index: embed(
        g, self_shape, _at(normal_dim(dim, len(self_shape)), int(index))
    ),
)
def select(self, dim, index):
    """What lies at `index` along `dim`, which goes away."""
    if not self.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor")
    dim, index = normal_dim(dim, self.ndim), as_int(index)
    size = self.shape[dim]
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of range for dimension {dim} of size {size}")
    return self[(*_at(dim, index), ...)]


@op(
    "slice",
    view=DEFAULT,
    self=lambda g, self_shape, dim, start, end, step: embed(
        g, self_shape, _at(normal_dim(dim, len(self_shape)), slice(start, end, step))
    ),
)
def slice_(self, dim=0, start=None, end=None, step=1):
    """Every `step`-th entry from `start` up to, without, `end`."""
    if step is not None and step <= 0:
        raise ValueError(f"a slice needs a step above zero, not {step}")
    return self[_at(normal_dim(dim, self.ndim), slice(start, end, step))]


def narrow(self, dim, start, length):
    """`length` entries along `dim` from `start` on."""
    dim = normal_dim(dim, self.ndim)
    start, size = int(start), self.shape[dim]
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
    "diagonal",
    view=DEFAULT,
    self=lambda g, self_shape, offset, dim1, dim2: diagonal_backward(
        g, self_shape, offset, dim1, dim2
    ),
)
def diagonal(self, offset=0, dim1=0, dim2=1):
    """The diagonal of two dimensions, as the last one."""
    first, second = normal_dim(dim1, self.ndim), normal_dim(dim2, self.ndim)
    if first == second:
        raise RuntimeError("diagonal() needs two different dimensions")
    result = np.diagonal(self, offset, first, second)
    return np.lib.stride_tricks.as_strided(result, result.shape, result.strides)


@op(
    "diagonal_backward",
    g=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2),
)
def diagonal_backward(g, shape, offset, dim1, dim2):
    """Zeros of that shape, with `g` on the diagonal."""
    result = np.zeros(shape, g.dtype)
    part = np.diagonal(result, offset, dim1, dim2)
    np.lib.stride_tricks.as_strided(part, part.shape, part.strides)[...] = g
    return result


@op(
    "unfold",
    view=DEFAULT,
    self=lambda g, self_shape, dimension, size, step: unfold_backward(
        g, self_shape, dimension, size, step
    ),
)
def unfold(self, dimension, size, step):
    """Windows of `size` entries along a dimension, `step` apart, as a new last dimension."""
    if not self.ndim:
        return np.lib.stride_tricks.as_strided(self, (size,), (self.itemsize,))
    dim = normal_dim(dimension, self.ndim)
    if size > self.shape[dim] or step <= 0:
        raise RuntimeError(
            f"unfold(): windows of {size}, {step} apart, do not fit in dimension {dim} "
            f"of size {self.shape[dim]}"
        )
    windows = np.lib.stride_tricks.sliding_window_view(self, size, dim, writeable=True)
    return windows[_at(dim, slice(None, None, step))]


@op("unfold_backward", g=lambda g, dim, size, step: unfold(g, dim, size, step))
def unfold_backward(g, shape, dim, size, step):
    """Each place of a tensor of that shape gets the sum over the windows that it was in."""
    result = np.zeros(shape, g.dtype)
    if not shape:
        return result + g.sum()
    dim = normal_dim(dim, len(shape))
    for i in range(g.shape[dim]):
        window = np.moveaxis(g[_at(dim, i)], -1, dim)
        result[_at(dim, slice(i * step, i * step + size))] += window
    return result


# ---- several parts at once ----------------------------------------------------------------------


@op("unbind", view=MULTI_OUTPUT, self=lambda g, dim: stack_parts(g, dim))
def unbind(self, dim=0):
    """All parts along a dimension, which goes away."""
    dim = normal_dim(dim, self.ndim)
    if not self.ndim:
        raise RuntimeError("unbind() cannot be applied to a 0-dim tensor")
    return tuple(self[(*_at(dim, i), ...)] for i in range(self.shape[dim]))


def stack_parts(parts, dim):
    from engine.ops.joining import stack

    return stack(parts, dim)


def _cat_parts(parts, dim):
    from engine.ops.joining import cat

    return cat(parts, dim)


@op("split_with_sizes", view=MULTI_OUTPUT, self=lambda g, dim: _cat_parts(g, dim))
def split_with_sizes(self, split_sizes, dim=0):
    """Consecutive parts of the given sizes."""
    dim = normal_dim(dim, self.ndim)
    if sum(split_sizes) != self.shape[dim]:
        raise RuntimeError(
            f"split sizes {list(split_sizes)} do not add up to {self.shape[dim]}, the size of "
            f"dimension {dim}"
        )
    ends = np.cumsum(split_sizes).tolist()
    return tuple(
        self[_at(dim, slice(e - s, e))] for s, e in zip(split_sizes, ends, strict=True)
    )


@op("_split_equal", node="split", view=MULTI_OUTPUT, self=lambda g, dim: _cat_parts(g, dim))
def split_equal(self, split_size, dim=0):
    if not self.ndim:
        raise RuntimeError("split() cannot be applied to a 0-dim tensor")
    if split_size < 0 or (split_size == 0 and self.shape[normal_dim(dim, self.ndim)]):
        raise RuntimeError(f"split() needs a size above zero, not {split_size}")
    dim = normal_dim(dim, self.ndim)
    size = self.shape[dim]
    if not size:
        return (self.view(),)
    starts = range(0, size, split_size)
    return tuple(self[_at(dim, slice(s, min(s + split_size, size)))] for s in starts)


def split(self, split_size_or_sections, dim=0):
    """Consecutive parts: of one size, the last may be smaller, or of given sizes."""
    if isinstance(split_size_or_sections, int):
        return split_equal(self, split_size_or_sections, dim)
    return split_with_sizes(self, tuple(split_size_or_sections), dim)


def chunk(self, chunks, dim=0):
    """At most `chunks` parts of equal size, the last may be smaller."""
    if chunks <= 0:
        raise RuntimeError(f"chunk() needs a number of chunks above zero, not {chunks}")
    size = self.shape[normal_dim(dim, self.ndim)] if self.ndim else 1
    each = -(-size // chunks)
    if not each:
        return split_with_sizes(self, (0,) * chunks, dim)
    return split_equal(self, each, dim)


def tensor_split(self, indices_or_sections, dim=0):
    """Parts cut before the given indices, or that many parts, the first ones one larger."""
    dim = normal_dim(dim, self.ndim)
    size = self.shape[dim]
    if hasattr(indices_or_sections, "tolist"):
        indices_or_sections = indices_or_sections.tolist()
    if isinstance(indices_or_sections, int):
        if indices_or_sections <= 0:
            raise RuntimeError("tensor_split() needs a number of sections above zero")
        each, rest = divmod(size, indices_or_sections)
        widths = [each + (i < rest) for i in range(indices_or_sections)]
        cuts = np.cumsum(widths).tolist()[:-1]
    else:
        cuts = list(indices_or_sections)
    starts, ends = [0, *cuts], [*cuts, size]
    return tuple(slice_(self, dim, s, e) for s, e in zip(starts, ends, strict=True))
