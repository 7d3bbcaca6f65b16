"""Items put together as a batch."""

from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence

import numpy as np

from engine.data import as_tensor, tensor
from engine.dtype import float64
from engine.ops.joining import stack
from engine.tensor import Tensor


def default_convert(data):
    """Arrays within `data` as tensors; everything else as it is."""
    if isinstance(data, np.ndarray | np.generic):
        return data if data.dtype.kind in "SUO" else as_tensor(data)
    if isinstance(data, Mapping):
        return _like(data, {key: default_convert(value) for key, value in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    if isinstance(data, tuple):
        return [default_convert(value) for value in data]
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return _like(data, [default_convert(value) for value in data])
    return data


def default_collate(batch):
    """One tensor, or dict or list of tensors, for a list of items that are alike."""
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(list(batch), 0)
    if isinstance(first, np.ndarray | np.generic):
        return _collate_arrays(batch)
    if isinstance(first, float):
        return tensor(batch, dtype=float64)
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return _like(first, {key: default_collate([item[key] for item in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(default_collate(column) for column in zip(*batch, strict=True)))
    if isinstance(first, Sequence):
        if any(len(item) != len(first) for item in batch):
            raise RuntimeError("the items of a batch differ in length")
        columns = [default_collate(column) for column in zip(*batch, strict=True)]
        return columns if isinstance(first, tuple) else _like(first, columns)
    raise TypeError(
        "a batch is made of tensors, arrays, numbers, dicts or lists of them, "
        f"not of {type(first).__name__}; pass a collate_fn"
    )


def _collate_arrays(batch):
    first = batch[0]
    if first.dtype.kind in "SUO":
        raise TypeError(f"a batch cannot be made of arrays of {first.dtype}; pass a collate_fn")
    if isinstance(first, np.ndarray) and first.ndim:
        return stack([as_tensor(item) for item in batch], 0)
    return as_tensor(batch)


def _like(first, values):
    """The values in the kind of collection that `first` is, if it can be made."""
    if type(first) in (dict, list):
        return values
    try:
        if isinstance(first, MutableMapping):
            copy = first.copy()
            copy.update(values)
            return copy
        if isinstance(first, MutableSequence):
            copy = first[:]
            copy[:] = values
            return copy
        return type(first)(values)
    except TypeError:
        return values
