"""Images read at places between their pixels: `grid_sample`, and the grids of affine maps."""

import itertools
import math

import numpy as np

from engine.errors import unsupported
from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.declare import op
from engine.ops.joining import stack
from engine.ops.picking import gather, gather_backward
from engine.ops.products import turned
from engine.ops.promote import one_dtype
from engine.ops.reduce import sum
from engine.ops.selecting import masked
from engine.ops.whole import whole
from engine.ops.windows import keys

BILINEAR, NEAREST, BICUBIC = range(3)
ZEROS, BORDER, REFLECTION = range(3)

# ---- along one dimension ------------------------------------------------------------------------


def _pixels(place, size, align):
    """Places from -1 to 1 as numbers of pixels."""
    if align:
        return (place + 1) / 2 * (size - 1)
    return ((place + 1) * size - 1) / 2


def _reflected(at, low, span):
    """How places are thrown back from both ends, `span` apart: a sign and a shift."""
    if span == 0:
        return np.zeros_like(at), np.zeros_like(at)
    turns = np.floor(np.abs(at - low) / span)
    even = turns % 2 == 0
    sign = np.where(at < low, -1, 1) * np.where(even, 1, -1)
    shift = np.where(even, -turns * span, (turns + 1) * span) + low - sign * low
    return sign.astype(at.dtype), shift.astype(at.dtype)


def _clipped(at, size):
    """The same for places that stop at the ends."""
    inside = (at > 0) & (at < size - 1)
    shift = np.where(inside, 0, np.where(at > 0, size - 1, 0))
    return inside.astype(at.dtype), shift.astype(at.dtype)


def _padded(x, size, padding, align):
    """Places that may lie outside as places inside, and the factor of their gradients."""
    at = bare(x)
    factor = np.ones_like(at)
    steps = []
    if padding == REFLECTION:
        steps.append(lambda v: _reflected(v, *((0, size - 1) if align else (-0.5, size))))
    if padding != ZEROS:
        steps.append(lambda v: _clipped(v, size))
    for step in steps:
        sign, shift = step(bare(x))
        x, factor = x * constant(sign, x) + constant(shift, x), factor * sign
    return x, factor


def _taps(place, size, mode, padding, align):
    """The pixels that count: of each its number, its weight, and how that grows with the place."""
    x, scale = _pixels(place, size, align), (size - 1 if align else size) / 2
    if mode == BICUBIC:
        return _cubic_taps(x, size, padding, align, scale)
    x, factor = _padded(x, size, padding, align)
    at, one = bare(x), constant(np.ones_like(bare(x)), x)
    if mode == NEAREST:
        return [(np.rint(at), one, zeros_for(one))]
    first, slope = np.floor(at), constant((factor * scale).astype(at.dtype), x)
    t = x - constant(first, x)
    return [(first, 1 - t, -slope), (first + 1, t, slope)]


def _cubic_taps(x, size, padding, align, scale):
    first = np.floor(bare(x))
    curves = keys(x - constant(first, x))
    return [
        (_padded(first + offset, size, padding, align)[0], weight, slope * (sign * scale))
        for offset, sign, (weight, slope) in zip((-1, 0, 1, 2), (1, 1, -1, -1), curves, strict=True)
    ]


# ---- over all dimensions ------------------------------------------------------------------------


def _corners(input, grid, mode, padding, align):
    """For each combination of taps: the pixels to read, whether they exist, weights, slopes."""
    batch, channels, *sizes = bare(input).shape
    rows = [
        _taps(grid[..., len(sizes) - 1 - d].reshape((batch, 1, -1)), size, mode, padding, align)
        for d, size in enumerate(sizes)
    ]
    for taps in itertools.product(*rows):
        exists, number = True, 0
        for (pixel, _, _), size in zip(taps, sizes, strict=True):
            exists = exists & (pixel >= 0) & (pixel < size)
            with np.errstate(invalid="ignore"):
                number = number * size + np.where(exists, pixel, 0).astype(np.int64)
        number = np.where(exists, number, 0)
        places = np.broadcast_to(number, (batch, channels, number.shape[-1]))
        yield places, exists, [tap[1] for tap in taps], [tap[2] for tap in taps]


def _sampled(input, grid, *options):
    batch, channels = bare(input).shape[:2]
    flat, result = input.reshape((batch, channels, -1)), 0
    for places, exists, weights, _ in _corners(input, grid, *options):
        weight = masked(math.prod(reversed(weights)), exists)
        result = gather(flat, 2, constant(places, input)) * weight + result
    return result.reshape((batch, channels, *bare(grid).shape[1:-1]))


def _input_gradient(g, input, grid, *options):
    batch, channels, *sizes = bare(input).shape
    last, found = g.reshape((batch, channels, -1)), 0
    for places, exists, weights, _ in _corners(input, grid, *options):
        part = last * masked(math.prod(reversed(weights)), exists)
        shape = (batch, channels, math.prod(sizes))
        found = gather_backward(part, shape, 2, constant(places, g)) + found
    return found.reshape(bare(input).shape)


def _grid_gradient(g, input, grid, *options):
    batch, channels = bare(input).shape[:2]
    last, flat = g.reshape((batch, channels, -1)), input.reshape((batch, channels, -1))
    found = [0] * (len(bare(input).shape) - 2)
    for places, exists, weights, slopes in _corners(input, grid, *options):
        value = sum(gather(flat, 2, constant(places, input)) * last, (1,), True)
        for d, slope in enumerate(slopes):
            others = math.prod(w for i, w in enumerate(weights) if i != d)
            found[d] = value * masked(slope * others, exists) + found[d]
    return stack(found[::-1], -1).reshape(bare(grid).shape)


def _sampler(dims):
    name = f"grid_sampler_{dims}d"

    def forward(input, grid, interpolation_mode, padding_mode, align_corners):
        _check(name, dims, input, grid, interpolation_mode)
        if not len(input) or not grid.size:
            return np.zeros((*input.shape[:2], *grid.shape[1:-1]), input.dtype)
        return _sampled(input, grid, interpolation_mode, padding_mode, align_corners)

    def formula(gradient):
        def derive(g, input, grid, interpolation_mode, padding_mode, align_corners):
            if not bare(g).size:
                return zeros_for(input if gradient is _input_gradient else grid)
            return gradient(g, input, grid, interpolation_mode, padding_mode, align_corners)

        return whole(f"=GridSampler{dims}DBackwardBackward0", derive)

    return op(
        name,
        node=f"=GridSampler{dims}DBackward0",
        broadcasts=False,
        input=formula(_input_gradient),
        grid=formula(_grid_gradient),
    )(forward)


def _check(name, dims, input, grid, mode):
    if input.dtype.kind != "f":
        raise NotImplementedError(f"{name}() takes floats, not {input.dtype}")
    one_dtype(name, input, grid)
    if input.ndim != dims + 2 or grid.ndim != dims + 2 or grid.shape[-1] != dims:
        raise RuntimeError(
            f"{name}() takes an input of {dims + 2} dimensions and a grid that ends in {dims}, "
            f"not {list(input.shape)} and {list(grid.shape)}"
        )
    if len(input) != len(grid):
        raise RuntimeError(f"{name}(): {len(input)} inputs for {len(grid)} grids")
    if 0 in input.shape[2:]:
        raise RuntimeError(f"{name}(): there is no pixel in {list(input.shape)}")
    if mode == BICUBIC and dims == 3:
        raise RuntimeError(f"{name}() has no bicubic mode")
    if not np.isfinite(grid).all():  # where PyTorch reads outside of the image, and may crash
        raise unsupported(f"{name}() at places that are not finite", "give them a place")


samplers = {dims: _sampler(dims) for dims in (2, 3)}

# ---- grids --------------------------------------------------------------------------------------


def _lines(size, align, dtype):
    if size <= 1:
        return np.zeros(size, dtype)
    line = np.linspace(-1, 1, size, dtype=np.float64)
    return (line if align else line * ((size - 1) / size)).astype(dtype)


def _base(size, align, dtype):
    """The identity's grid: a row (x, y, 1) or (x, y, z, 1) for each pixel."""
    lines = [_lines(n, align, dtype) for n in size[2:]]
    planes = np.meshgrid(*lines, indexing="ij")[::-1]
    return np.stack([*planes, np.ones_like(planes[0])], -1).reshape(-1, len(lines) + 1)


@op(
    "affine_grid_generator",
    theta=lambda g, size, align_corners: _theta_gradient(g, size, align_corners),
)
def affine_grid_generator(theta, size, align_corners):
    """The places at which an image of that size reads through each map."""
    dims = len(size) - 2
    rows = _base(size, align_corners, theta.dtype) @ turned(theta)
    return rows.reshape(size[0], *size[2:], dims)


def _theta_gradient(g, size, align):
    base = constant(_base(size, align, bare(g).dtype), g)
    return turned(turned(base) @ g.reshape((size[0], -1, len(size) - 2)))
