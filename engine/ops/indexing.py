"""Square brackets: which views and which picking by index tensors they mean."""

import warnings
from operator import index as as_int

import numpy as np

from engine.autograd import views
from engine.autograd.mapped import refuse as refuse_mapped
from engine.autograd.mode import careful, mode
from engine.data import tensor
from engine.errors import unsupported
from engine.ops.index_ops import index, index_put
from engine.ops.inplace import copy_, fill_, inplace
from engine.ops.operands import assigned
from engine.ops.parts import select, slice_
from engine.ops.shape import alias, expand, unsqueeze, view
from engine.shared import bump_version
from engine.strides import share_memory
from engine.tensor import Tensor, own, wrap

index_put_ = inplace(index_put.op)


def getitem(self, item):
    """`self[item]`: basic indices make views, index tensors copy."""
    kind = type(item)
    if kind is int:
        return select(self, 0, item)
    if kind is slice:
        return _first_slice(self, item)
    if kind is tuple and _SIMPLE.issuperset(map(type, item)):
        part = _views(self, item)
        return alias(self) if part is self else part
    part, indices = _basic(self, item)
    if indices is None:
        return alias(self) if part is self else part
    return index(part, indices)


_SIMPLE = frozenset({int, slice, type(None), type(Ellipsis)})


def _views(self, items):
    """The view that numbers, slices, None and ... make, the usual indices."""
    part, dim, ndim = self, 0, self._data.ndim
    used = len(items) - items.count(None) - items.count(Ellipsis)
    if used > ndim:
        raise IndexError(f"{used} indices are too many for a tensor of {ndim} dimensions")
    for entry in items:
        kind = type(entry)
        if kind is int:
            part = select(part, dim, entry)
            continue
        if kind is slice:
            part = _sliced(part, dim, entry)
        elif entry is None:
            part = unsqueeze(part, dim)
        else:
            dim += ndim - used - 1
        dim += 1
    return part


def _first_slice(self, item):
    if not self.ndim:
        raise IndexError("a 0-dim tensor has no dimension to slice; use [...] or item()")
    return slice_(self, 0, *_bounds(item))


# ---- assignment ---------------------------------------------------------------------------------


def setitem(self, item, value):
    """`self[item] = value`: an in-place write to the view, or to the picked places."""
    if type(value) in (int, float) and -1e18 < value < 1e18 and _is_plain(self, item):
        try:
            own(self)[item._data if type(item) is Tensor else item] = value
        except IndexError:
            pass  # told below
        else:
            bump_version(self)
            return
    value = assigned(value, self)
    if item is False:
        return
    kind = type(item)
    if kind is int:
        _write(select(self, 0, item), value)
    elif item is True:
        _write(unsqueeze(self, 0), value)
    else:
        part, indices = _basic(self, item)
        if indices is None:
            _write(part, value)
        else:
            _put(part, indices, value)


def _is_plain(self, item):
    """Whether NumPy may write a number there as it is: nothing is recorded or shared unevenly."""
    data = self._data
    if (
        self._requires
        or self._inference
        or careful
        or data.dtype.char not in "fd"
        or views.before_write is not None
    ):
        return False
    if type(data) is not np.ndarray or not data.flags.carray:
        return False
    kind = type(item)
    if kind is tuple:
        return all(type(i) is int for i in item)
    return kind is int or (kind is Tensor and item.ndim and item._data.dtype in _PLACES)


_PLACES = (np.int64, np.bool_)


def _write(part, value):
    shape, wanted = value._data.shape, part._data.shape
    if shape == wanted:
        copy_(part, value)
    elif not shape:
        fill_(part, value)
    else:
        value = view(value, _without_leading_ones(shape))
        one = not value._data.ndim and wanted and part._data.size == 1
        if one and share_memory(own(value), own(part)):
            raise RuntimeError("a tensor of one element cannot be written to a part of itself")
        copy_(part, value if value._data.shape == wanted else expand(value, wanted))


def _without_leading_ones(shape):
    first = next((i for i, n in enumerate(shape) if n != 1), len(shape))
    return shape[first:]


def _put(part, indices, value):
    shape, dtype = value._data.shape, part._data.dtype
    value = value if not shape or shape[0] != 1 else view(value, _without_leading_ones(shape))
    if value._data.dtype != dtype:
        views.check_inplace(part, part._requires or value._requires)
        _check_not_empty(part._data.shape, indices)
        masks = [i for i in indices if i is not None]
        if value.numel() != 1 or len(masks) != 1 or masks[0]._data.dtype != np.bool_:
            raise RuntimeError(
                f"values of {value.dtype!r} cannot be put into a tensor of {part.dtype!r} by an "
                "index tensor; convert them first"
            )
        if value._requires and dtype.kind not in "fc" and mode.grad:
            raise unsupported("a history of integers, by an index", "detach the value first")
        value = value.to(part.dtype)
    index_put_(part, indices, value)


def _check_not_empty(shape, indices):
    """Refuse to look for something in dimensions that are empty."""
    picked = [i._data for i in indices if i is not None]
    if any(p.dtype == np.bool_ for p in picked):
        return
    for size, entry in zip(shape, indices, strict=False):
        if not size and entry is not None and entry.numel():
            raise IndexError("an index is out of bounds for a dimension of size 0")


# ---- what brackets mean -------------------------------------------------------------------------


def _basic(self, item):
    """Apply what makes views; return the part and, if there are any, the index tensors for it."""
    items = [_plain(i) for i in _as_tuple(item)]
    used = sum(_dims_of(i) for i in items)
    if used > self.ndim:
        raise IndexError(f"{used} indices are too many for a tensor of {self.ndim} dimensions")
    part, dim, indices = self, 0, []
    for entry in items:
        part, dim = _apply(part, dim, entry, indices, self.ndim - used)
    if not indices:
        return part, None
    row, place = [], 0
    for position, entry in indices:
        row += [None] * (position - place)
        row.append(entry)
        place = position + (entry.ndim if entry._data.dtype == np.bool_ else 1)
    return part, tuple(row)


def _as_tuple(item):
    """PyTorch's old rule: a list that holds more than plain numbers stands for a tuple."""
    if isinstance(item, tuple):
        return item
    if not isinstance(item, list) or len(item) >= 32:
        return (item,)
    if any(i is None or i is Ellipsis or isinstance(i, _PARTS) for i in item):
        warnings.warn(
            "a list used as a tuple of indices will mean an index tensor in a later "
            "release; write tensor[tuple(indices)] or tensor[torch.tensor(indices)]",
            UserWarning,
            stacklevel=4,
        )
        return item
    return (item,)


_PARTS = (Tensor, list, tuple, range, slice, np.ndarray, str)


def _plain(entry):
    """Sequences as tensors, and tensors of one integer as numbers."""
    kind = type(entry)
    if kind in _SIMPLE or kind is bool or kind is str:
        return entry
    if isinstance(entry, np.ndarray):
        entry = wrap(entry)
    if isinstance(entry, Tensor):
        return _index_tensor(entry)
    if isinstance(entry, list | tuple | range):
        made = tensor(list(entry))
        return made if made._data.dtype in (np.bool_, np.uint8) else made.long()
    if isinstance(entry, np.bool_):
        raise IndexError("a NumPy bool is not an index; use a Python bool or a tensor")
    try:
        return as_int(entry)
    except TypeError:
        raise IndexError(
            f"a {type(entry).__name__} is no index: integers, slices, ..., None, bools and "
            "tensors of integers or bools are"
        ) from None


def _index_tensor(entry):
    dtype = entry._data.dtype
    if dtype == np.uint8:
        warnings.warn("a uint8 mask is out of use; make it a bool mask", UserWarning, stacklevel=5)
        return wrap(entry._data.astype(np.bool_))
    if dtype not in (np.int64, np.int32, np.bool_) and (entry.ndim or dtype.kind != "i"):
        raise IndexError(f"indices must be int64, int32, uint8 or bool, not {entry.dtype!r}")
    if entry._mapped and dtype == np.bool_:
        refuse_mapped(entry, "how many elements a mask picks")
    if not entry.ndim:
        return bool(entry._data) if dtype == np.bool_ else int(entry._data)
    return entry


def _dims_of(entry):
    if entry is None or entry is Ellipsis or isinstance(entry, bool):
        return 0
    if isinstance(entry, Tensor) and entry._data.dtype == np.bool_:
        return entry.ndim
    return 1


def _apply(part, dim, entry, indices, free):
    if isinstance(entry, bool):
        indices.append((dim, wrap(np.array([0] if entry else [], np.int64))))
        return unsqueeze(part, dim), dim + 1
    if entry is None:
        return unsqueeze(part, dim), dim + 1
    if entry is Ellipsis:
        return part, dim + free
    if isinstance(entry, slice):
        return _sliced(part, dim, entry), dim + 1
    if isinstance(entry, int):
        return select(part, dim, entry), dim
    if isinstance(entry, str):
        raise TypeError("a tensor is not indexed by names")
    indices.append((dim, entry))
    return part, dim + (entry.ndim if entry._data.dtype == np.bool_ else 1)


def _bounds(item):
    start, stop, step = item.start, item.stop, item.step
    start = None if start is None else as_int(start)
    stop = None if stop is None else as_int(stop)
    step = 1 if step is None else as_int(step)
    if step <= 0:
        raise ValueError(f"a slice needs a step above zero, not {step}")
    return start, stop, step


def _sliced(part, dim, entry):
    """A slice, unless it takes everything."""
    if entry.start is None and entry.stop is None and entry.step is None:
        return part
    start, stop, step = _bounds(entry)
    if not start and step == 1 and (stop is None or stop >= part._data.shape[dim]):
        return part
    return slice_(part, dim, start, stop, step)
