"""Tensors made from sizes, or after other tensors, and filled with one number."""

from functools import wraps
from math import prod
from operator import index

import numpy as np

from engine.autograd import mapped
from engine.data import made, new_tensor
from engine.device import check_device
from engine.dtype import as_dtype, dtype_of_number, get_default_dtype
from engine.errors import unsupported
from engine.layout import preserve_format, strided
from engine.legacy import legacy_of
from engine.limits import filling
from engine.ops.arguments import number_of
from engine.ops.outs import write_out
from engine.ordering import laid_out
from engine.strides import blank_as
from engine.tensor import Tensor, own

_TOO_MANY = 1 << 59  # elements: their bytes could not be counted
_COUNTING = {"arange", "linspace", "logspace", "range"}  # keep the shape of what has enough places


def maker(make):
    """A function that makes tensors, from one that makes arrays of a NumPy `dtype` (or None).

    It gets the arguments that all of them take: out, dtype, layout, device, requires_grad, ...
    """

    @wraps(make)
    def function(
        *args,
        out=None,
        dtype=None,
        layout=None,
        device=None,
        pin_memory=False,
        requires_grad=False,
        memory_format=None,
        **more,
    ):
        check_device(device)
        _check_layout(layout)
        wanted = None if dtype is None else as_dtype(dtype)
        if out is not None:
            if wanted is not None and wanted is not out.dtype:
                raise RuntimeError(f"out is of {out.dtype!r}, but dtype says {wanted!r}")
            result = made(make(*args, dtype=out.dtype.numpy, **more))
            if make.__name__ in _COUNTING and result.numel() == out.numel():
                result = result.view(out.shape)
            return write_out(out, result, make.__name__)
        array = make(*args, dtype=None if wanted is None else wanted.numpy, **more)
        if memory_format is not None:
            array = laid_out(array, memory_format)
        return made(array, False if requires_grad is None else requires_grad)

    function.__module__ = "torch"
    return function


def _check_layout(layout):
    if layout is not None and layout is not strided:
        raise unsupported(f"tensors of layout {layout}", "only strided ones")


def sizes(args, size=None):
    """The shape that `f(2, 3)`, `f((2, 3))` and `f(size=(2, 3))` mean."""
    if size is not None:
        if args:
            raise TypeError("the size is given twice")
        args = (size,)
    if not args:
        raise TypeError("a size is missing")
    if len(args) == 1 and isinstance(args[0], tuple | list):
        args = tuple(args[0])
    if any(isinstance(arg, bool) for arg in args):
        raise TypeError("a size is an int, not a bool")
    shape = tuple(map(index, args))
    if any(extent < 0 for extent in shape):
        raise RuntimeError(f"a tensor cannot have the negative size {min(shape)}")
    if prod(shape) >= _TOO_MANY:
        raise RuntimeError(f"a tensor cannot have {prod(shape)} elements")
    return shape


def or_default(dtype):
    """The dtype, or if it is None the default one, as NumPy's."""
    return get_default_dtype().numpy if dtype is None else dtype


def number(value, name, refusal=TypeError):
    """A number given as such or as a tensor without dimensions; `refusal` of one that has some.

    Where that is no TypeError, PyTorch takes tensors as such, and may lose gradients.
    """
    if isinstance(value, Tensor) and refusal is TypeError:
        return number_of(value, name)
    if isinstance(value, Tensor) and value.ndim:
        raise refusal(f"{name} must be a number or a tensor without dimensions")
    if isinstance(value, Tensor):
        return value.item()
    if not isinstance(value, bool | int | float | complex | np.generic):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    return value


@maker
def zeros(*args, size=None, dtype):
    """A tensor of zeros."""
    return np.zeros(sizes(args, size), or_default(dtype))


@maker
def ones(*args, size=None, dtype):
    """A tensor of ones."""
    return np.ones(sizes(args, size), or_default(dtype))


@maker
def empty(*args, size=None, dtype):
    """A tensor whose elements nobody has set; here they are zeros."""
    return np.zeros(sizes(args, size), or_default(dtype))


@maker
def full(size, fill_value, *, dtype):
    """A tensor filled with one number."""
    if not isinstance(size, tuple | list):
        raise TypeError(f"the size must be a tuple, not {type(size).__name__}")
    value = number(fill_value, "fill_value")
    wanted = dtype_of_number(value) if dtype is None else dtype
    shape = sizes((size,))
    return np.full(shape, filling(value, wanted, prod(shape)), wanted)


@maker
def empty_strided(size, stride, *, dtype):
    """A tensor of zeros whose elements lie `stride` apart."""
    shape, steps = sizes((size,)), sizes((stride,))
    count = 1 + sum((n - 1) * s for n, s in zip(shape, steps, strict=True))
    memory = np.zeros(count, or_default(dtype))
    steps = tuple(s * memory.itemsize for s in steps)
    return np.lib.stride_tricks.as_strided(memory, shape, steps)


@maker
def eye(n, m=None, *, dtype):
    """A matrix with ones on its diagonal and zeros elsewhere."""
    return np.eye(*sizes((n, n if m is None else m)), dtype=or_default(dtype))


# ---- like another tensor ---------------------------------------------------------------------


def blank_like(input, dtype=None, layout=None, device=None, pin_memory=False, memory_format=None):
    """An array to be filled, that lies in memory as the tensor `input` does."""
    if not isinstance(input, Tensor):
        raise TypeError(f"a tensor was expected, not {type(input).__name__}")
    check_device(device)
    _check_layout(layout)
    wanted = input._data.dtype if dtype is None else as_dtype(dtype).numpy
    if memory_format is None or memory_format is preserve_format:
        return blank_as(own(input), wanted)
    return laid_out(np.empty(input._data.shape, wanted), memory_format)


def zeros_like(input, *, requires_grad=False, **of):
    """Zeros in the shape, dtype and layout of `input`."""
    return full_like(input, 0, requires_grad=requires_grad, **of)


def ones_like(input, *, requires_grad=False, **of):
    """Ones in the shape, dtype and layout of `input`."""
    return full_like(input, 1, requires_grad=requires_grad, **of)


empty_like = zeros_like


def full_like(input, fill_value, *, requires_grad=False, **of):
    """One number in the shape, dtype and layout of `input`."""
    array = blank_like(input, **of)
    array[...] = filling(number(fill_value, "fill_value"), array.dtype, array.size)
    return after(input, made(array, requires_grad))


def after(input, result):
    """The result, which has room for every entry if `vmap` maps over what it was made after."""
    if mapped.levels:
        mapped.pass_on((input,), (result,))
    return result


def _new(make):
    def method(self, *args, dtype=None, **more):
        return after(self, make(*args, dtype=self.dtype if dtype is None else dtype, **more))

    method.__name__ = f"new_{make.__name__}"
    method.__doc__ = f"`torch.{make.__name__}` in this tensor's dtype."
    return method


def _legacy_new(self, *args, size=None):
    """A tensor of this one's dtype from data or sizes."""
    if size is not None:
        args = sizes(args, size)
    return legacy_of(Tensor, self.dtype, args)


METHODS = {"new": _legacy_new, "new_tensor": new_tensor}
METHODS |= {f"new_{m.__name__}": _new(m) for m in (zeros, ones, empty, full, empty_strided)}
__all__ = ["empty", "empty_like", "empty_strided", "eye", "full", "full_like", "ones", "ones_like"]
__all__ += ["zeros", "zeros_like"]
