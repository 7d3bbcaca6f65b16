"""Tensors made from data: numbers, nested lists, NumPy's arrays, other tensors."""

import warnings
from functools import reduce
from itertools import chain

import numpy as np

from engine.device import check_device
from engine.dtype import (
    as_dtype,
    dtype_of_number,
    get_default_dtype,
    narrower,
    promoted,
)
from engine.dtype import from_numpy as dtype_of
from engine.limits import checked
from engine.shared import Borrowed
from engine.strides import copied_as
from engine.tensor import Tensor, own, wrap
from engine.warn import warn_of_lost_history, warn_once

_NUMBERS = {bool, int, float, complex}
_HOLDERS = (Tensor, np.ndarray, np.generic)
_WIDE = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}


def made(array, requires_grad=False):
    """A fresh leaf around `array`."""
    result = wrap(array)
    if requires_grad.__class__ is not bool:
        raise TypeError(f"requires_grad must be a bool, not {type(requires_grad).__name__}")
    if requires_grad:
        result.requires_grad = True
    return result


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A leaf with a copy of `data`: numbers, nested lists, an ndarray or a tensor."""
    check_device(device)
    if isinstance(data, Tensor):
        warn_of_copy("tensor(source)")
    return made(array_from(data, dtype), requires_grad)


def warn_of_copy(call):
    """Say that a tensor is better copied by methods of its own."""
    advice = f"{call} copies a tensor without its history; source.detach().clone() says so"
    warnings.warn(advice, UserWarning, stacklevel=3)


def as_tensor(data, dtype=None, device=None):
    """`data` as a tensor, sharing memory with it if it is a tensor or an ndarray."""
    check_device(device)
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(as_dtype(dtype))
    if isinstance(data, np.ndarray):
        shared = from_numpy(data)
        return shared if dtype is None else shared.to(as_dtype(dtype))
    return tensor(data, dtype=dtype)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    """`obj` as a tensor; shares memory with it where that can be, unless `copy` says otherwise."""
    result = as_tensor(obj, dtype, device)
    source = own(obj) if isinstance(obj, Tensor) else obj
    shared = isinstance(source, np.ndarray) and np.may_share_memory(source, own(result))
    if copy is False and not shared:
        raise ValueError("asarray() cannot share memory with this object in this dtype")
    if copy and shared:
        result = result.clone()
    if requires_grad is None or requires_grad == result.requires_grad:
        return result
    return (result if result.is_leaf else result.detach()).requires_grad_(requires_grad)


def from_numpy(ndarray):
    """A tensor over the memory of an ndarray."""
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"from_numpy() takes an ndarray, not {type(ndarray).__name__}")
    _check_array(ndarray)
    if not ndarray.flags.writeable:
        advice = "the ndarray is read-only, but a tensor over its memory could be written to"
        warn_once(advice, 2)
    result = wrap(ndarray.view())  # whose shape is nobody else's
    result._storage = Borrowed()
    return result


def _check_array(array):
    if any(stride < 0 for stride in array.strides):
        raise ValueError("a tensor cannot step backwards; copy the ndarray first")
    if not array.dtype.isnative and array.dtype.kind in "iufc":
        raise ValueError(f"a tensor cannot have the byte order of {array.dtype}")
    dtype_of(array.dtype)


def scalar_tensor(s, *, dtype=None, **rest):
    """A 0-dim tensor, of the default dtype if none is given."""
    return tensor(s, dtype=get_default_dtype() if dtype is None else dtype, **rest)


def array_from(data, dtype=None):
    """A new ndarray with the values of `data`; Python floats take the default dtype."""
    wanted = None if dtype is None else as_dtype(dtype).numpy
    if wanted is None and type(data) in _NUMBERS:
        return _array_of([data], None).reshape(())
    if hasattr(data, "__array__") and not isinstance(data, Tensor | np.generic):
        data = np.asarray(data)
    if isinstance(data, _HOLDERS):
        source = data._data if isinstance(data, Tensor) else np.asarray(data)
        if not isinstance(data, Tensor):
            _check_array(source)
        array = copied_as(source, source)
        return array if wanted is None else _cast(array, wanted)
    shape, leaves = _unnested(data)
    if shape and leaves and isinstance(leaves[0], str):
        raise ValueError(f"a tensor holds numbers, not text such as {leaves[0]!r}")
    return _array_of(leaves, wanted).reshape(shape)


def _cast(array, wanted):
    if array.dtype.kind == "c" and wanted.kind not in "cb":
        array = array.real.copy()
    return narrower(array, wanted).astype(wanted, copy=False)


def _unnested(data):
    """The shape of nested sequences and what they hold."""
    shape = []
    level = [data]
    while level:
        kinds = set(map(type, level))
        nested = set() if kinds <= _NUMBERS else {kind for kind in kinds if is_sequence(kind)}
        if not nested:
            break
        if nested != kinds:
            level = _all_sequences(level)
        lengths = list(map(len, level))
        if np.ndarray in kinds:
            warn_once("a list of ndarrays is slow; use np.array(list)", 4)
        if lengths[0] and len(set(lengths)) > 1:
            raise ValueError(f"sequences side by side have different lengths: {set(lengths)}")
        shape.append(lengths[0])
        level = list(chain.from_iterable(level)) if lengths[0] else []
    return shape, level


def _all_sequences(level):
    """Sequences and tensors side by side: a sequence at the front makes sequences of the tensors.

    A tensor at the front stands for a number.
    """
    if isinstance(level[0], Tensor) and level[0]._data.size != 1:
        raise ValueError("a list may contain only one-element tensors; see torch.stack")
    if not is_sequence(type(level[0])) or not all(hasattr(type(v), "__len__") for v in level):
        raise TypeError("a tensor cannot be made of numbers and sequences side by side")
    return [list(v) if isinstance(v, Tensor) else v for v in level]


def is_sequence(kind):
    """Whether things of that type are nested, as lists are."""
    if issubclass(kind, list | tuple | np.ndarray):
        return True
    if issubclass(kind, str | bytes | dict | Tensor | np.generic):
        return False
    return hasattr(kind, "__len__") and hasattr(kind, "__getitem__")


def _array_of(leaves, wanted):
    kinds = set(map(type, leaves))
    if kinds <= _NUMBERS:
        strongest = max(kinds, key=list(_WIDE).index, default=float)
        natural = dtype_of_number(strongest(0))
    else:
        natural = reduce(_joined, [_leaf_dtype(leaf) for leaf in leaves])
        _check_sizes(leaves, natural if wanted is None else wanted)
        leaves = [leaf if type(leaf) in _NUMBERS else leaf.item() for leaf in leaves]
        strongest = type(natural.type(0).item())
    target = natural if wanted is None else wanted
    wide = np.uint64 if target == np.uint64 and strongest is int else _WIDE[strongest]
    try:
        array = np.array(leaves, wide)
    except OverflowError:
        if target == np.uint64:
            return np.array([checked(leaf, target) for leaf in leaves], target)
        if target.kind not in "fc":
            raise ValueError("an integer has more than 64 bits") from None
        array = np.array([float(leaf) for leaf in leaves])
    return _narrowed(array, target)


def _check_sizes(leaves, target):
    if any(isinstance(leaf, Tensor) and leaf._data.size != 1 for leaf in leaves):
        wrong = ValueError if target.kind in "fc" else TypeError
        raise wrong("a list may contain only one-element tensors; see torch.stack")


def _joined(one, other):
    return one if one is other else promoted((one, other))


def _leaf_dtype(leaf):
    if isinstance(leaf, Tensor):
        if leaf.requires_grad:
            warn_of_lost_history(stacklevel=6)
        return leaf._data.dtype
    if isinstance(leaf, np.generic):
        dtype_of(leaf.dtype)
        return leaf.dtype
    if isinstance(leaf, str | bytes):
        raise TypeError(f"a tensor holds numbers, not text such as {leaf!r}")
    if not isinstance(leaf, bool | int | float | complex):
        raise RuntimeError(f"a tensor holds numbers, not objects of type {type(leaf).__name__}")
    return dtype_of_number(leaf)


def _narrowed(array, wanted):
    """The array in the dtype; what integers cannot hold is refused."""
    if array.dtype.kind == "c" and wanted.kind not in "cb":
        raise TypeError(f"complex numbers cannot become {dtype_of(wanted)!r}")
    if wanted.kind in "iu" and array.dtype != wanted:
        for extreme in (array.min(), array.max()) if array.size else ():
            checked(extreme.item(), wanted)
    return narrower(array, wanted).astype(wanted, copy=False)


def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    """A leaf with a copy of `data`, of this tensor's dtype."""
    check_device(device)
    wanted = self.dtype if dtype is None else as_dtype(dtype)
    if isinstance(data, Tensor):
        warn_of_copy("new_tensor(source)")
    return made(array_from(data, wanted), requires_grad)


__all__ = ["as_tensor", "asarray", "from_numpy", "scalar_tensor", "tensor"]
