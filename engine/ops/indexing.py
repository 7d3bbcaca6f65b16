"""Square brackets, and operations that take index tensors."""

import numpy as np

from engine.ops import parts
from engine.ops import shape as shapes
from engine.ops.declare import OPS, op
from engine.ops.inplace import copy_, inplace
from engine.ops.shape import normal_dim
from engine.ops.sum_to import sum_to
from engine.tensor import Tensor, wrap


@op(
    "index",
    saves=("indices",),
    self=lambda g, self_shape, indices: index_backward(g, self_shape, indices),
)
def index(self, indices):
    """Elements picked by index tensors; None takes a whole dimension."""
    return np.ascontiguousarray(self[_numpy_index(indices)])


def _numpy_index(indices):
    return tuple(
        slice(None) if i is None else (i._data if isinstance(i, Tensor) else i) for i in indices
    )


@op("index_backward", saves=("indices",), g=lambda g, indices: index(g, indices))
def index_backward(g, shape, indices):
    """Zeros of that shape, with `g` added where it was picked from."""
    result = np.zeros(shape, g.dtype)
    place = _numpy_index(indices)
    if any(getattr(i, "dtype", None) == np.bool_ for i in place):
        result[place] = g  # a mask picks each place at most once
    else:
        np.add.at(result, place, g)
    return result


@op(
    "index_put",
    saves=("indices",),
    self=lambda g, indices, accumulate: g if accumulate else _without(g, indices),
    values=lambda g, values_shape, indices: sum_to(index(g, indices), values_shape),
)
def index_put(self, indices, values, accumulate=False):
    """A copy with `values` at, or added to, the places that index tensors name."""
    result = self.copy()
    place = _numpy_index(indices)
    if accumulate:
        np.add.at(result, place, values)
    else:
        result[place] = values
    return result


@op("_without", node="index_put", saves=("indices",), g=lambda g, indices: _without(g, indices))
def _without(g, indices):
    result = g.copy()
    result[_numpy_index(indices)] = 0
    return result


index_put_ = inplace(OPS["index_put"].op)


# ---- square brackets ----------------------------------------------------------------------------


def getitem(self, item):
    """`self[item]`: basic indices make views, index tensors copy."""
    part, indices = _basic(self, item)
    if indices is None:
        return shapes.alias(self) if part is self else part
    return index(part, indices)


def setitem(self, item, value):
    """`self[item] = value`: an in-place write to the view, or to the picked places."""
    part, indices = _basic(self, item)
    value = _as_value(value, self)
    if indices is None:
        copy_(part, _without_leading_ones(value, part.ndim))
    else:
        index_put_(part, indices, value)


def _without_leading_ones(value, ndim):
    while value.ndim > ndim and value.shape[0] == 1:
        value = parts.select(value, 0, 0)
    return value


def _as_value(value, like):
    if isinstance(value, Tensor):
        return value
    if isinstance(value, bool | int | float | complex | np.generic):
        if isinstance(value, complex) and like._data.dtype.kind != "c":
            raise RuntimeError("a complex number cannot be stored in a real tensor")
        return wrap(np.asarray(value).astype(like._data.dtype))
    if isinstance(value, np.ndarray):
        return wrap(value)
    raise TypeError(f"a tensor cannot be assigned a {type(value).__name__}")


def _basic(self, item):
    """Apply what makes views; return the part and, if there are any, the index tensors for it."""
    items = item if type(item) is tuple else (_sequence(item),)
    items = [_sequence(i) for i in items]
    used = sum(_dims_of(i) for i in items)
    if used > self.ndim:
        raise IndexError(f"{used} indices are too many for a tensor of {self.ndim} dimensions")
    part, dim, indices = self, 0, []
    for entry in items:
        part, dim = _apply(part, dim, entry, indices, self.ndim - used)
    if not indices:
        return part, None
    row = [None] * part.ndim
    for place, tensor in indices:
        row[place] = tensor
    while row and row[-1] is None:
        row.pop()
    return part, tuple(_checked(part, row))


def _dims_of(entry):
    if entry is None or entry is Ellipsis or isinstance(entry, bool | np.bool_):
        return 0
    if isinstance(entry, Tensor) and entry._data.dtype == np.bool_:
        return entry.ndim
    return 1


def _apply(part, dim, entry, indices, free):
    if isinstance(entry, bool | np.bool_):
        part = shapes.unsqueeze(part, dim)
        indices.append((dim, wrap(np.array([0] if entry else [], np.int64))))
        return part, dim + 1
    if entry is None:
        return shapes.unsqueeze(part, dim), dim + 1
    if entry is Ellipsis:
        return part, dim + free
    if isinstance(entry, slice):
        return _sliced(part, dim, entry), dim + 1
    if isinstance(entry, Tensor):
        return _tensor_entry(part, dim, entry, indices)
    return parts.select(part, dim, entry), dim


def _tensor_entry(part, dim, entry, indices):
    kind = entry._data.dtype.kind
    if kind not in "iub":
        raise IndexError(f"tensors used as indices must be integers or bools, not {entry.dtype!r}")
    if kind == "b":
        if not entry.ndim:
            part = shapes.unsqueeze(part, dim)
            place = np.array([0] if entry._data else [], np.int64)
            indices.append((dim, wrap(place)))
            return part, dim + 1
        if tuple(part.shape[dim : dim + entry.ndim]) != tuple(entry.shape):
            raise IndexError(
                f"a mask of shape {list(entry.shape)} does not fit a tensor of shape "
                f"{list(part.shape)} at dimension {dim}"
            )
        for offset, places in enumerate(np.nonzero(entry._data)):
            indices.append((dim + offset, wrap(places)))
        return part, dim + entry.ndim
    if not entry.ndim:
        return parts.select(part, dim, int(entry._data)), dim
    indices.append((dim, entry))
    return part, dim + 1


def _sliced(part, dim, entry):
    start, stop, step = (None if v is None else int(v) for v in (entry.start, entry.stop, entry.step))
    if step is not None and step <= 0:
        raise ValueError(f"a slice needs a step above zero, not {step}")
    size = part.shape[dim]
    if slice(start, stop, step).indices(size) == (0, size, 1):
        return part
    return parts.slice_(part, dim, start, stop, 1 if step is None else step)


def _sequence(entry):
    """Lists and arrays are index tensors; a range is a list."""
    if isinstance(entry, list | range) or (isinstance(entry, tuple) and entry):
        array = np.asarray(
            [int(e) if isinstance(e, Tensor) and not e.ndim and e.dtype is not None and e._data.dtype.kind != "b" else (e._data if isinstance(e, Tensor) else e) for e in entry]
        )
        return wrap(array.astype(np.int64) if array.dtype.kind != "b" else array)
    if isinstance(entry, np.ndarray):
        return wrap(entry)
    return entry


def _checked(part, row):
    for dim, entry in enumerate(row):
        if entry is None or entry._data.dtype.kind == "b":
            continue
        size, data = part.shape[dim], entry._data
        if data.size and (data.min() < -size or data.max() >= size):
            bad = data.max() if data.max() >= size else data.min()
            raise IndexError(f"index {bad} is out of range for dimension {dim} of size {size}")
    return row


# ---- operations with an index along one dimension ------------------------------------------------


def _along(index, dim):
    """NumPy's open index that names, for each place of `index`, the place it picks."""
    place = list(np.indices(index.shape, sparse=True))
    place[dim] = index
    return tuple(place)


@op(
    "gather",
    saves=("index",),
    self=lambda g, self_shape, dim, index: gather_backward(g, self_shape, dim, index),
)
def gather(self, dim, index, *, sparse_grad=False):
    """`result[i][j] = self[index[i][j]][j]`, for dim 0."""
    _check_index("gather", self, dim, index)
    if not self.ndim or not index.ndim:
        return np.broadcast_to(self.reshape(-1)[:1], index.shape or (1,)).reshape(index.shape).copy()
    return self[_along(index, normal_dim(dim, self.ndim))]


def _check_index(name, self, dim, index):
    if index.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}() takes an int64 index")
    if max(self.ndim, 1) != max(index.ndim, 1):
        raise RuntimeError(f"{name}() takes an index with as many dimensions as the tensor")
    dim = normal_dim(dim, self.ndim)
    size = self.shape[dim] if self.ndim else 1
    if index.size and (index.min() < 0 or index.max() >= size):
        raise RuntimeError(f"{name}(): an index is out of range for dimension {dim} of size {size}")
    for d, (mine, its) in enumerate(zip(self.shape, index.shape, strict=False)):
        if d != dim and its > mine and name == "gather":
            raise RuntimeError(f"{name}(): the index is larger than the tensor in dimension {d}")


@op("gather_backward", saves=("index",), g=lambda g, dim, index: gather(g, dim, index))
def gather_backward(g, shape, dim, index):
    result = np.zeros(shape, g.dtype)
    if not shape:
        return result + g.sum()
    np.add.at(result, _along(index, normal_dim(dim, len(shape))), g)
    return result


@op(
    "index_select",
    saves=("index",),
    self=lambda g, self_shape, dim, index: index_select_backward(g, self_shape, dim, index),
)
def index_select(self, dim, index):
    """Whole slices along `dim`, picked by a vector of indices."""
    if index.ndim > 1:
        raise IndexError("index_select() takes an index of at most 1 dimension")
    if index.dtype not in (np.int64, np.int32):
        raise RuntimeError("index_select() takes an int index")
    size = self.shape[normal_dim(dim, self.ndim)] if self.ndim else 1
    if index.size and (index.min() < 0 or index.max() >= size):
        raise IndexError(f"index_select(): an index is out of range for size {size}")
    if not self.ndim:
        return self.copy()
    return np.take(self, index.reshape(-1), axis=normal_dim(dim, self.ndim))


@op(
    "index_select_backward",
    saves=("index",),
    g=lambda g, dim, index: index_select(g, dim, index),
)
def index_select_backward(g, shape, dim, index):
    result = np.zeros(shape, g.dtype)
    if not shape:
        return result + g
    place = (*([slice(None)] * normal_dim(dim, len(shape))), index.reshape(-1))
    np.add.at(result, place, g)
    return result


@op(
    "masked_fill",
    saves=("mask",),
    self=lambda g, mask: g * (~mask),
    value=lambda g, mask: (g * mask).sum(),
)
def masked_fill(self, mask, value):
    """`value` where the mask is true."""
    if mask.dtype != np.bool_:
        raise RuntimeError("masked_fill() takes a bool mask")
    if getattr(value, "ndim", 0):
        raise RuntimeError("masked_fill() takes a 0-dim value")
    return np.where(mask, np.asarray(value).astype(self.dtype), self)


@op(
    "masked_select",
    saves=("mask",),
    self=lambda g, self_shape, mask: masked_select_backward(g, self_shape, mask),
)
def masked_select(self, mask):
    """The elements where the mask is true, as a vector."""
    if mask.dtype != np.bool_:
        raise RuntimeError("masked_select() takes a bool mask")
    self, mask = np.broadcast_arrays(self, mask)
    return self[mask]


@op(
    "masked_select_backward",
    saves=("mask",),
    g=lambda g, shape, mask: masked_select(g.expand(np.broadcast_shapes(shape, mask.shape)), mask),
)
def masked_select_backward(g, shape, mask):
    full = np.broadcast_shapes(shape, mask.shape)
    result = np.zeros(full, g.dtype)
    result[np.broadcast_to(mask, full)] = g
    return sum_to(result, shape)


@op(
    "_embedding",
    node="embedding",
    saves=("indices",),
    weight=lambda g, weight_shape, indices, padding_idx: embedding_backward(
        g, weight_shape, indices, padding_idx
    ),
)
def embedding(weight, indices, padding_idx=None):
    """Rows of `weight`."""
    return weight[indices]


@op(
    "_embedding_backward",
    saves=("indices",),
    g=lambda g, indices, padding_idx: embedding(g, indices, None),
)
def embedding_backward(g, shape, indices, padding_idx):
    """The sum of what each row was used for; nothing for the padding row."""
    result = np.zeros(shape, g.dtype)
    np.add.at(result, indices.reshape(-1), g.reshape((-1, shape[1])))
    if padding_idx is not None:
        result[padding_idx] = 0
    return result


@op(
    "_constant_pad",
    node="constant_pad_nd",
    self=lambda g, pad: _constant_pad(g, tuple(-p for p in pad), 0),
)
def _constant_pad(self, pad, value):
    """Padding by a value, or cropping where negative; from the last dimension on."""
    if len(pad) % 2 or len(pad) > 2 * self.ndim:
        raise RuntimeError(f"pad() of {self.ndim} dimensions cannot use {len(pad)} numbers")
    widths = [(0, 0)] * self.ndim
    for i in range(0, len(pad), 2):
        widths[self.ndim - 1 - i // 2] = (int(pad[i]), int(pad[i + 1]))
    if any(n + b + a < 0 for n, (b, a) in zip(self.shape, widths, strict=True)):
        raise RuntimeError(f"pad(): {list(pad)} takes more than there is in {list(self.shape)}")
    crop = tuple(
        slice(max(0, -b), n - max(0, -a)) for n, (b, a) in zip(self.shape, widths, strict=True)
    )
    grow = [(max(0, b), max(0, a)) for b, a in widths]
    return np.pad(self[crop], grow, constant_values=value)
