"""Pooling in one and two dimensions."""

import math

import numpy as np

from engine.ops.convolution import windows
from engine.ops.declare import op


def _out_size(size, kernel, stride, padding, dilation, ceil_mode):
    span = dilation * (kernel - 1) + 1
    exact = (size + 2 * padding - span) / stride + 1
    out = math.ceil(exact) if ceil_mode else math.floor(exact)
    if ceil_mode and (out - 1) * stride >= size + padding:
        out -= 1
    return out


def _window_view(x, kernel, stride, padding, dilation, ceil_mode, value):
    """Windows (N, C, *out, *kernel) of the padded input, and `out`."""
    out = [
        _out_size(n, k, s, p, d, ceil_mode)
        for n, k, s, p, d in zip(x.shape[2:], kernel, stride, padding, dilation, strict=True)
    ]
    if any(n <= 0 for n in out):
        raise RuntimeError(f"pooling with kernel {list(kernel)} leaves nothing of {list(x.shape)}")
    if any(p > k // 2 for p, k in zip(padding, kernel, strict=True)):
        raise RuntimeError("padding of a pooling must be at most half of the kernel")
    needed = [
        (n - 1) * s + d * (k - 1) + 1
        for n, s, d, k in zip(out, stride, dilation, kernel, strict=True)
    ]
    pads = [
        (p, max(0, need - n - p)) for p, need, n in zip(padding, needed, x.shape[2:], strict=True)
    ]
    full = np.pad(x, [(0, 0), (0, 0), *pads], constant_values=value)
    view = windows(full, kernel, stride, dilation)
    return view[(slice(None), slice(None), *(slice(n) for n in out))], out


def _flat_places(shape, kernel, stride, padding, dilation, ceil_mode):
    """For every window element, its place in the flattened spatial dimensions (-1 in padding)."""
    places = np.arange(math.prod(shape[2:])).reshape((1, 1, *shape[2:]))
    view, _ = _window_view(places, kernel, stride, padding, dilation, ceil_mode, -1)
    return view


def _max_pool(name, dims):
    @op(
        f"_max_pool{dims}d_with_indices",
        node=name,
        self=lambda g, self_shape, results: pool_scatter(g[0], self_shape, results[1]),
    )
    def max_pool(self, kernel, stride, padding, dilation, ceil_mode):
        lowest = -np.inf if self.dtype.kind == "f" else np.iinfo(self.dtype).min
        view, out = _window_view(self, kernel, stride, padding, dilation, ceil_mode, lowest)
        flat = view.reshape((*self.shape[:2], *out, -1))
        best = np.where(np.isnan(flat), np.inf, flat).argmax(-1) if self.dtype.kind == "f" else (
            flat.argmax(-1)
        )
        values = np.take_along_axis(flat, best[..., None], -1)[..., 0]
        places = _flat_places(self.shape, kernel, stride, padding, dilation, ceil_mode)
        places = np.broadcast_to(places.reshape((1, 1, *out, -1)), flat.shape)
        return values, np.take_along_axis(places, best[..., None], -1)[..., 0]

    return max_pool


@op("_pool_scatter", saves=("places",), g=lambda g, places: pool_gather(g, places))
def pool_scatter(g, shape, places):
    """`g` added at the places (flat, over the spatial dimensions) it was taken from."""
    result = np.zeros((*shape[:2], math.prod(shape[2:])), g.dtype)
    lead = np.ix_(range(shape[0]), range(shape[1]), [0])
    flat = places.reshape((*shape[:2], -1))
    np.add.at(result, (lead[0], lead[1], flat), g.reshape(flat.shape))
    return result.reshape(shape)


@op(
    "_pool_gather",
    saves=("places",),
    self=lambda g, self_shape, places: pool_scatter(g, self_shape, places),
)
def pool_gather(self, places):
    """What lies at the places."""
    flat = self.reshape((*self.shape[:2], -1))
    taken = np.take_along_axis(flat, places.reshape((*self.shape[:2], -1)), -1)
    return taken.reshape(places.shape)


max_pool1d = _max_pool("=MaxPool2DWithIndicesBackward0", 1)
max_pool2d = _max_pool("=MaxPool2DWithIndicesBackward0", 2)


def _divisors(shape, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override):
    if divisor_override is not None:
        return divisor_override
    ones = np.ones((1, 1, *shape[2:]))
    ones = np.pad(ones, [(0, 0), (0, 0), *((p, p) for p in padding)], constant_values=(
        1.0 if count_include_pad else 0.0
    ))
    none = [0] * len(kernel)
    view, _ = _unchecked_view(ones, kernel, stride, none, ceil_mode, padding)
    return view.sum(tuple(range(-len(kernel), 0)))


def _unchecked_view(padded, kernel, stride, padding, ceil_mode, original):
    sizes = [n - 2 * p for n, p in zip(padded.shape[2:], original, strict=True)]
    out = [
        _out_size(n, k, s, p, 1, ceil_mode)
        for n, k, s, p in zip(sizes, kernel, stride, original, strict=True)
    ]
    needed = [(n - 1) * s + k for n, s, k in zip(out, stride, kernel, strict=True)]
    extra = [(0, max(0, need - n)) for need, n in zip(needed, padded.shape[2:], strict=True)]
    full = np.pad(padded, [(0, 0), (0, 0), *extra])
    view = windows(full, kernel, stride, [1] * len(kernel))
    return view[(slice(None), slice(None), *(slice(n) for n in out))], out


def _average_pool(name, dims):
    @op(
        f"_avg_pool{dims}d",
        node=name,
        self=lambda g, self_shape, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override: (
            average_pool_backward(
                g, self_shape, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override
            )
        ),
    )
    def average_pool(
        self, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override
    ):
        return _averaged(
            self, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override
        )

    return average_pool


def _averaged(x, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override):
    view, _ = _window_view(x, kernel, stride, padding, [1] * len(kernel), ceil_mode, 0)
    total = view.sum(tuple(range(-len(kernel), 0)))
    divisor = _divisors(
        x.shape, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override
    )
    return (total / divisor).astype(x.dtype, copy=False)


@op(
    "_avg_pool_backward",
    g=lambda g, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override: (
        avg_pool2d(g, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override)
    ),
)
def average_pool_backward(
    g, shape, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override
):
    """Each input element gets its share of the windows that it was in."""
    divisor = _divisors(
        shape, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override
    )
    share = (g / divisor).astype(g.dtype, copy=False)
    places = _flat_places(shape, kernel, stride, padding, [1] * len(kernel), ceil_mode)
    flat = places.reshape((*g.shape[2:], -1))
    result = np.zeros((*shape[:2], math.prod(shape[2:]) + 1), g.dtype)  # the last takes padding
    for tap in range(flat.shape[-1]):
        np.add.at(
            result,
            (slice(None), slice(None), flat[..., tap].reshape(-1)),
            share.reshape((*shape[:2], -1)),
        )
    return result[..., :-1].reshape(shape)


avg_pool1d = _average_pool("=AvgPool2DBackward0", 1)
avg_pool2d = _average_pool("=AvgPool2DBackward0", 2)


def adaptive_ranges(size, out):
    """Where the windows of an adaptive pooling start and end."""
    return [(i * size // out, -(-(i + 1) * size // out)) for i in range(out)]
