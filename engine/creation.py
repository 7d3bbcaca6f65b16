"""Tensors made from data, and from nothing."""

import warnings

import numpy as np

from engine import dtype as dtypes
from engine.device import check_device
from engine.tensor import Tensor, new, own, wrap


def made(array, requires_grad=False):
    """A fresh leaf around `array`."""
    result = wrap(array)
    if requires_grad:
        result.requires_grad = True
    return result


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A leaf with a copy of `data`: numbers, nested lists, an ndarray or a tensor."""
    check_device(device)
    if isinstance(data, Tensor):
        warnings.warn(
            "to copy a tensor, use source.detach().clone(); tensor(source) copies it as data",
            UserWarning,
            stacklevel=2,
        )
        array = np.array(data._data)
    else:
        array = array_from(data)
    if dtype is not None:
        array = array.astype(dtypes.as_dtype(dtype).numpy)
    return made(array, requires_grad)


def array_from(data):
    """A new ndarray with the values of `data`; Python floats take the default dtype."""
    if isinstance(data, np.ndarray | np.generic):
        dtypes.from_numpy(data.dtype)
        return np.array(data)
    plain = _plain(data)
    try:
        array = np.array(plain)
    except ValueError:
        raise ValueError("the rows of nested lists must be of equal length") from None
    if array.dtype == object or array.dtype.kind in "US":
        raise TypeError(f"a tensor holds numbers; got {type(data).__name__} with something else")
    if array.dtype.kind == "f":
        array = array.astype(dtypes.get_default_dtype().numpy)
    elif array.dtype.kind == "c":
        array = array.astype(dtypes.get_default_dtype().to_complex().numpy)
    return array


def _plain(data):
    if isinstance(data, Tensor):
        return data._data
    if isinstance(data, list | tuple):
        return [_plain(d) for d in data]
    if isinstance(data, bool | int | float | complex | np.generic):
        return data
    if hasattr(data, "__array__"):
        return np.asarray(data)
    if hasattr(data, "__len__") and not isinstance(data, str):
        return list(data)
    raise TypeError(f"a tensor cannot be made of {type(data).__name__}")


def as_tensor(data, dtype=None, device=None):
    """`data` as a tensor, sharing memory with it if it is a tensor or an ndarray."""
    check_device(device)
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    if isinstance(data, np.ndarray):
        return wrap(data if dtype is None else data.astype(dtype.numpy, copy=False))
    return tensor(data, dtype=dtype)


def from_numpy(array):
    """A tensor over the memory of an ndarray."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"from_numpy() takes an ndarray, not {type(array).__name__}")
    dtypes.from_numpy(array.dtype)
    return wrap(array)


def _shape(sizes):
    if len(sizes) == 1 and isinstance(sizes[0], tuple | list):
        sizes = sizes[0]
    return tuple(int(s) for s in sizes)


def _numpy_dtype(dtype):
    return (dtypes.get_default_dtype() if dtype is None else dtypes.as_dtype(dtype)).numpy


def zeros(*size, dtype=None, device=None, requires_grad=False, out=None, layout=None):
    """A tensor of zeros."""
    check_device(device)
    return made(np.zeros(_shape(size), _numpy_dtype(dtype)), requires_grad)


def ones(*size, dtype=None, device=None, requires_grad=False, out=None, layout=None):
    """A tensor of ones."""
    check_device(device)
    return made(np.ones(_shape(size), _numpy_dtype(dtype)), requires_grad)


def empty(*size, dtype=None, device=None, requires_grad=False, out=None, layout=None):
    """A tensor whose elements are not set; here they are zeros."""
    return zeros(*size, dtype=dtype, device=device, requires_grad=requires_grad)


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor filled with one number."""
    check_device(device)
    value = fill_value._data if isinstance(fill_value, Tensor) else fill_value
    wanted = dtypes.dtype_of_number(value) if dtype is None else dtypes.as_dtype(dtype).numpy
    return made(np.full(_shape((size,)), value, wanted), requires_grad)


def _like(function):
    def like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None):
        wanted = input.dtype if dtype is None else dtype
        return function(input.shape, dtype=wanted, device=device, requires_grad=requires_grad)

    return like


zeros_like, ones_like, empty_like = _like(zeros), _like(ones), _like(empty)


def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the shape and dtype of `input`, filled with one number."""
    wanted = input.dtype if dtype is None else dtype
    return full(input.shape, fill_value, dtype=wanted, requires_grad=requires_grad)


def arange(start, end=None, step=1, *, dtype=None, device=None, requires_grad=False):
    """Numbers from `start` up to, without, `end`."""
    check_device(device)
    if end is None:
        start, end = 0, start
    array = np.arange(start, end, step)
    if dtype is not None:
        array = array.astype(dtypes.as_dtype(dtype).numpy)
    elif array.dtype.kind == "f":
        array = array.astype(dtypes.get_default_dtype().numpy)
    return made(array, requires_grad)


def legacy_tensor(cls, *args, **kwargs):
    """`torch.Tensor(data)` or `torch.Tensor(2, 3)`: the default dtype, without looking at data."""
    if len(args) == 1 and isinstance(args[0], Tensor):
        source = args[0]
        result = new(cls)
        result._data = own(source)
        return result
    result = new(cls)
    if not args:
        result._data = np.zeros(0, dtypes.get_default_dtype().numpy)
    elif len(args) == 1 and isinstance(args[0], list | tuple):
        result._data = array_from(args[0]).astype(dtypes.get_default_dtype().numpy)
    else:
        result._data = np.zeros(_shape(args), dtypes.get_default_dtype().numpy)
    return result


