"""Numbers and questions that `torch` offers besides tensors."""

import math

import numpy as np

from engine.data import tensor
from engine.ops.declare import OPS
from engine.storage import UntypedStorage
from engine.tensor import Tensor, wrap

inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
newaxis = None


def is_tensor(obj):
    """Whether it is a tensor."""
    return isinstance(obj, Tensor)


def is_inference(input):
    """Whether it is an inference tensor."""
    return input.is_inference()


def is_floating_point(input):
    """Whether its dtype is a float type."""
    return input.dtype.is_floating_point


def is_complex(input):
    """Whether its dtype is a complex type."""
    return input.dtype.is_complex


def is_nonzero(input):
    """Whether its one element is not 0."""
    return bool(input)


def numel(input):
    """Number of elements."""
    return input.numel()


def typename(obj):
    """The name of an object's type, with its module."""
    if isinstance(obj, Tensor):
        return obj.type()
    return f"{type(obj).__module__}.{type(obj).__qualname__}"


def is_storage(obj):
    """Whether it is a storage: the memory of a tensor."""
    return isinstance(obj, UntypedStorage)


def is_distributed(input):
    """False."""
    return False


def is_signed(input):
    """Whether its dtype has negative numbers."""
    return input.dtype.is_signed


def is_same_size(input, other):
    """Whether two tensors have one shape."""
    return input.is_same_size(other)


def get_device(input):
    """-1, as for every tensor on the CPU."""
    return input.get_device()


def detach(input):
    """The same memory without history."""
    return input.detach()


def result_type(tensor1, tensor2):
    """The dtype that an operation on two tensors or numbers gives."""
    one, other = (_tiny(v) for v in (tensor1, tensor2))
    if not (isinstance(one, Tensor) or isinstance(other, Tensor)):
        one = tensor(one)
    return OPS["add"](one, other).dtype


def _tiny(value):
    """A tensor of one element that promotes as `value` does."""
    if not isinstance(value, Tensor):
        return value
    return wrap(np.zeros((1,) * value._data.ndim, value._data.dtype))


__all__ = [
    "detach",
    "e",
    "get_device",
    "inf",
    "is_complex",
    "is_distributed",
    "is_floating_point",
    "is_inference",
    "is_nonzero",
    "is_same_size",
    "is_signed",
    "is_storage",
    "is_tensor",
    "nan",
    "newaxis",
    "numel",
    "pi",
    "result_type",
    "typename",
]
