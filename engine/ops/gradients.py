"""`torch.gradient`: slopes estimated from neighbouring values."""

from engine.ops.declare import OPS
from engine.ops.joining import cat
from engine.ops.parts import narrow
from engine.ops.shape import normal_dim
from engine.tensor import Tensor


def gradient(input, *, spacing=None, dim=None, edge_order=1):
    """For each dimension the slope at every place; `spacing` is a step, steps, or coordinates."""
    if edge_order not in (1, 2):
        raise RuntimeError(f"gradient(): edge_order is 1 or 2, not {edge_order}")
    if input._data.dtype.kind not in "fci":
        raise RuntimeError(f"gradient() of {input.dtype!r}")
    dims = _dims(input, dim, spacing)
    spaces = _spaces(spacing, dims)
    for d, space in zip(dims, spaces, strict=True):
        _check(input, d, space, edge_order)
    return tuple(_slope(input, d, s, edge_order) for d, s in zip(dims, spaces, strict=True))


OPS["gradient"] = gradient


def _dims(x, dim, spacing):
    if dim is None:
        return list(range(x.ndim))
    dims = [normal_dim(d, x.ndim) for d in (dim if isinstance(dim, list | tuple) else [dim])]
    if len(set(dims)) != len(dims):
        raise RuntimeError("gradient(): a dimension appears twice in dim")
    return dims


def _spaces(spacing, dims):
    """A step or coordinates for each dimension."""
    if not isinstance(spacing, list | tuple):
        return [1.0 if spacing is None else spacing] * len(dims)
    if len(spacing) != len(dims):
        raise RuntimeError(f"gradient(): {len(spacing)} spacings do not fit {len(dims)} dimensions")
    return list(spacing)


def _check(x, dim, space, edge_order):
    if x.shape[dim] < edge_order + 1:
        raise RuntimeError(
            f"gradient(): dimension {dim} needs at least {edge_order + 1} elements, "
            f"not {x.shape[dim]}"
        )
    if isinstance(space, Tensor):
        if space.ndim != 1:
            raise RuntimeError("gradient(): coordinates must be vectors")
        if space.shape[0] != x.shape[dim]:
            raise RuntimeError("gradient(): there must be one coordinate for each element")


def _slope(x, dim, space, edge_order):
    size = x.shape[dim]

    def part(start, length=1):
        return narrow(x, dim, start % size, length)

    inner = size - 2
    if isinstance(space, Tensor):
        steps = _along(narrow(space, 0, 1, size - 1) - narrow(space, 0, 0, size - 1), dim, x.ndim)
        before, after = (narrow(steps, dim, start, inner) for start in (0, 1))
        middle = _uneven(part(0, inner), part(1, inner), part(2, inner), before, after)
        first, last = narrow(steps, dim, 0, 1), narrow(steps, dim, size - 2, 1)
    else:
        middle = (part(2, inner) - part(0, inner)) / (space * 2)
        first = last = space
    if edge_order == 1:
        return cat([(part(1) - part(0)) / first, middle, (part(-1) - part(-2)) / last], dim)
    second = narrow(steps, dim, 1, 1) if isinstance(space, Tensor) else space
    third = narrow(steps, dim, size - 3, 1) if isinstance(space, Tensor) else space
    start = _one_sided(part(0), part(1), part(2), first, second)
    end = _one_sided(part(-1), part(-2), part(-3), last, third)
    return cat([start, middle, -end], dim)


def _along(vector, dim, ndim):
    return vector.reshape([-1 if d == dim else 1 for d in range(ndim)])


def _uneven(left, here, right, before, after):
    """The slope of the parabola through three places, at the middle one."""
    both = before + after
    return (
        left * (-after / (before * both))
        + here * ((after - before) / (before * after))
        + right * (before / (after * both))
    )


def _one_sided(end, next_, far, near_step, far_step):
    """The slope of the parabola through three places, at the outer one."""
    both = near_step + far_step
    return (
        end * (-(2 * near_step + far_step) / (near_step * both))
        + next_ * (both / (near_step * far_step))
        + far * (-near_step / (far_step * both))
    )
