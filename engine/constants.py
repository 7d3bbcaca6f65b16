"""Numbers and questions that `torch` offers besides tensors."""

import math

from engine.tensor import Tensor

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


def get_num_threads():
    """1."""
    return 1


def set_num_threads(count):
    """Nothing: the engine itself uses one thread."""


def typename(obj):
    """The name of an object's type, with its module."""
    if isinstance(obj, Tensor):
        return obj.type()
    return f"{type(obj).__module__}.{type(obj).__qualname__}"


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Nothing: every algorithm here is deterministic."""
