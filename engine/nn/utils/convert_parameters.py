"""Parameters as one vector, and back."""

from engine.ops.joining import cat
from engine.tensor import Tensor


def parameters_to_vector(parameters):
    """All parameters, flattened and joined."""
    return cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    """Make every parameter a view of its part of the vector."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"the vector is a tensor, not {type(vec).__name__}")
    start = 0
    for parameter in parameters:
        count = parameter.numel()
        parameter.data = vec[start : start + count].view_as(parameter).data
        start += count
