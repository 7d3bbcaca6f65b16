"""Parameters as one vector, and back."""

from engine.ops.joining import cat


def parameters_to_vector(parameters):
    """All parameters, flattened and joined."""
    return cat([p.view(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    """Make every parameter a view of its part of the vector."""
    start = 0
    for parameter in parameters:
        count = parameter.numel()
        parameter.data = vec[start : start + count].view_as(parameter).data
        start += count
