"""Which of several faults of one call is told, where a function is not defined for the dtypes.

PyTorch looks for one last: first at what is written to, whether that is recorded, where it lies and
what it can hold, and whether the shapes fit.
"""

import numpy as np

from engine.autograd.mode import careful, mode
from engine.autograd.saved import check_inputs
from engine.dtype import can_cast, from_numpy, result_type_of
from engine.errors import UnsupportedError
from engine.ops.outs import WITHOUT, check_grad, check_memory, is_exact
from engine.strides import root
from engine.tensor import Tensor, own

# Operations that refuse complex numbers before anything else.
_FIRST = {"ceil", "clamp", "clamp_max", "clamp_min", "floor", "relu", "sign", "signbit", "trunc"}
# Operations whose results are bools whatever they are of.
_OF_BOOLS = {"eq", "ge", "gt", "isneginf", "isposinf", "le", "lt", "ne", "signbit"}
# Operations element by element, that some dtypes are refused by.
_BY_ELEMENT = set(
    """
    abs addcdiv addcmul atan2 bitwise_and bitwise_left_shift bitwise_not bitwise_or
    bitwise_right_shift bitwise_xor ceil clamp clamp_max clamp_min copysign digamma div eq erf erfc
    erfinv float_power floor floor_divide fmax fmin fmod frac gcd ge gt hardshrink hypot i0 igamma
    igammac lcm le lerp lgamma logaddexp logaddexp2 logit lt maximum minimum mul ne nextafter pow
    remainder round sign signbit sub trunc xlogy
    """.split()
)
# Products, which look at what they are to write to before they look for a function of the dtype.
_PRODUCTS = {"addbmm", "addmm", "addmv", "baddbmm", "bmm", "dot", "matmul", "mm", "mv", "vdot"}
_DIMS_FIRST = {"cumprod", "cumsum", "index_copy", "index_reduce"}  # and then at the place
_DIMS_FIRST |= {"scatter", "scatter_add", "scatter_reduce"}
_TENSORS = {"end", "exponent", "input", "max", "min", "other", "self", "tensor1", "tensor2"}
_NUMBERS = {"exponent", "max", "min", "other", "self"}


class EmptyError(IndexError):
    """For a text and the bytes of a slice: where a dimension is empty, PyTorch first takes a slice
    there of the memory, if that has one; the memory of a copy has none."""


def told(operation, values, error, out=None, written=False):
    """The error to raise for a call in which `error` was found; `out` is what was given as out=.

    `written`: it is written to in place, which was checked before.
    """
    outs = tuple(out) if isinstance(out, list | tuple) else () if out is None else (out,)
    missing = isinstance(error, NotImplementedError)
    if outs and not written and operation.name in WITHOUT:
        return TypeError(f"{operation.name}() does not take out=")
    if operation.name == "cat" and outs and type(error) is RuntimeError:
        return _told_of_cat(values[0], outs[0], error)
    if isinstance(error, EmptyError):
        text, size = error.args
        room = root(own(out)).nbytes - size if written else -1
        holds = room >= 0 and out.storage_offset() * out.element_size() <= room
        error = (IndexError if holds else RuntimeError)(text)
    if isinstance(error, UnsupportedError) or not (missing or isinstance(error, IndexError)):
        return error
    if not all(isinstance(o, Tensor) for o in outs):
        return error
    try:
        if mode.grad and operation.places:
            _check_views(operation, values)
            if careful and (written or not outs):
                check_inputs(operation, values, out)
        if outs and not written:
            check_grad(operation.name, outs, [v for v in values if isinstance(v, Tensor)])
        if missing and not comes_first(operation, values):
            _check_before_dtypes(operation, values, outs, written)
    except RuntimeError as earlier:
        return earlier
    return error


def _check_views(operation, values):
    """Refuse views that cannot be followed any more; `x[i]` looks at the index before."""
    if operation.name == "select" and -values[0].ndim <= values[1] < values[0].ndim:
        return
    for value in operation.differentiable(values):
        if isinstance(value, Tensor) and value._view is not None:
            value._view.refresh(value)


def _told_of_cat(tensors, out, error):
    """What cannot be stored is told before shapes that do not fit, but not before missing ones."""
    if not isinstance(out, Tensor) or not all(t._data.ndim for t in tensors):
        return error
    try:
        check_grad("cat", (out,), tensors)
    except RuntimeError as earlier:
        return earlier
    made = from_numpy(result_type_of([np.asarray(t._data) for t in tensors]))
    if not can_cast(made, out.dtype):
        return TypeError(f"cat(): {made!r} cannot be stored as {out.dtype!r}")
    return error


def told_in_place(operation, values, error, by_autograd):
    """The error to raise for a write in place that `error` refuses, if what is to be computed may
    have a fault that is told before: a wrong argument, and if not by autograd, a place or a dtype.
    """
    if isinstance(error, UnsupportedError):
        return error
    try:
        operation.compute(_harmless(values) if operation.draws else values)
    except TypeError as fault:
        return fault
    except IndexError as fault:
        dims = max(values[0].ndim, 1)
        missing = operation.name in _DIMS_FIRST and not -dims <= values[1] < dims
        return fault if missing and not by_autograd else error
    except NotImplementedError as fault:
        return fault if not by_autograd and comes_first(operation, values) else error
    except RuntimeError:
        return error
    return error


def _harmless(values):
    """The arguments with no elements to write to, and none to draw."""
    return [np.empty(0, values[0]._data.dtype), *values[1:]]


def comes_first(operation, values):
    """Whether dtypes that an operation is not defined for are what PyTorch looks at first."""
    return operation.name in _FIRST and values[0]._data.dtype.kind == "c"


def _check_before_dtypes(operation, values, outs, written):
    name = operation.name
    for out in () if written else outs:
        check_memory(name, out, out.shape, values)
    for out in outs if name in _PRODUCTS and not written else ():
        check_holds(operation, values[:1], out)
    if name not in _BY_ELEMENT:
        return
    operands = [
        value
        for parameter, value in zip(operation.parameters, values, strict=True)
        if (isinstance(value, Tensor) and parameter in _TENSORS)
        or (isinstance(value, int | float | complex) and parameter in _NUMBERS)
    ]
    tensors = [v for v in operands if isinstance(v, Tensor)]
    try:
        shape = np.broadcast_shapes(*(t._data.shape for t in tensors))
    except ValueError as error:
        raise RuntimeError(f"{name}(): {error}") from None
    if written and shape != outs[0].shape:
        raise RuntimeError(f"{name}(): {list(outs[0].shape)} cannot hold a result of {list(shape)}")
    for out in outs:
        if not written and out.shape != shape and any(out is v for v in operands):
            raise RuntimeError(f"{name}(): an operand cannot be resized to hold the result")
        check_holds(operation, operands, out)


def check_holds(operation, operands, out):
    """Refuse to store what operands of these dtypes give, where `out` cannot hold it."""
    arrays = [np.asarray(v._data) if isinstance(v, Tensor) else v for v in operands]
    made = np.dtype(bool) if operation.name in _OF_BOOLS else result_type_of(arrays)
    held = out._data.dtype
    exact = is_exact(operation.name, operands) and held != made
    if exact or not can_cast(from_numpy(made), from_numpy(held)):
        raise RuntimeError(f"{operation.name}(): a result of {made} cannot be stored as {held}")
