"""Tensors by the names of classes, as they were once made: `torch.Tensor(2, 3)`, `FloatTensor`."""

from itertools import chain

import numpy as np

from engine.data import array_from, is_sequence
from engine.device import check_device
from engine.dtype import bool as bool_
from engine.dtype import (
    float16,
    float32,
    float64,
    get_default_dtype,
    int8,
    int16,
    int32,
    int64,
    uint8,
)
from engine.subclasses import as_subclass
from engine.tensor import Tensor, new


def legacy_tensor(cls, *args, device=None, **given):
    """`torch.Tensor(data)` or `torch.Tensor(2, 3)`: of one dtype, whatever the data are."""
    if given:
        raise TypeError(f"{cls.__name__}() takes no {', '.join(given)}; see torch.tensor")
    if len(args) == 1 and isinstance(args[0], Tensor):
        return as_subclass(args[0], cls)
    return legacy_of(cls, get_default_dtype(), args, device)


def legacy_of(cls, dtype, args, device=None):
    """The same in a dtype of which tensors have to be already."""
    check_device(device)
    if len(args) == 1 and isinstance(args[0], Tensor):
        if args[0].dtype is not dtype:
            raise TypeError(f"a tensor of {args[0].dtype!r} is none of {dtype!r}; convert it")
        return as_subclass(args[0], cls)
    result = new(cls)
    if len(args) == 1 and is_sequence(type(args[0])) and not hasattr(args[0], "numel"):
        result._data = array_from(args[0], dtype)
    elif all(isinstance(arg, int | np.integer) for arg in chain(*_sizes(args))):
        result._data = np.zeros([*chain(*_sizes(args))] if args else 0, dtype.numpy)
    else:
        raise TypeError(f"{cls.__name__}() takes data or sizes; see torch.tensor")
    return result


def _sizes(args):
    return args if len(args) == 1 and isinstance(args[0], tuple) else (args,)


class _OneDtype(type):
    """The classes `FloatTensor` and so on: they make tensors and are what `isinstance` asks for."""

    def __call__(cls, *args, device=None):
        return legacy_of(Tensor, cls.dtype, args, device)

    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and instance.dtype is cls.dtype


LEGACY_NAMES = {
    float32: "FloatTensor",
    float64: "DoubleTensor",
    float16: "HalfTensor",
    int32: "IntTensor",
    int64: "LongTensor",
    int16: "ShortTensor",
    int8: "CharTensor",
    uint8: "ByteTensor",
    bool_: "BoolTensor",
}
globals().update(
    {
        name: _OneDtype(name, (), {"dtype": kind, "__module__": "torch"})
        for kind, name in LEGACY_NAMES.items()
    }
)
__all__ = list(LEGACY_NAMES.values())
