"""Convolution in any number of dimensions, as sums over windows.

The three operations here are the three ways to contract the same trilinear form of input, weight
and output gradient, so each is the derivative of the others.
"""

import itertools

import numpy as np

from engine.ops.declare import op


def _padded(x, padding, value=0.0):
    if not any(padding):
        return x
    return np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)], constant_values=value)


def windows(x, kernel, stride, dilation):
    """All windows: x (N, C, *spatial) to a view (N, C, *out, *kernel)."""
    span = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    axes = tuple(range(2, x.ndim))
    view = np.lib.stride_tricks.sliding_window_view(x, span, axes)
    steps = [slice(None, None, s) for s in stride]
    taps = [slice(None, None, d) for d in dilation]
    return view[(slice(None), slice(None), *steps, *taps)]


def _groups(count, *arrays_and_axes):
    """The arrays split into `count` groups along the given axes."""
    parts = [np.split(a, count, axis) for a, axis in arrays_and_axes]
    return zip(*parts, strict=True)


def _check(x, weight, groups, dims):
    if x.ndim != dims + 2 or weight.ndim != dims + 2:
        raise RuntimeError(
            f"conv{dims}d() takes an input of {dims + 1} or {dims + 2} dimensions and a weight of "
            f"{dims + 2}, not {x.ndim} and {weight.ndim}"
        )
    if x.shape[1] != weight.shape[1] * groups:
        raise RuntimeError(
            f"conv{dims}d(): the input has {x.shape[1]} channels, and the weight of shape "
            f"{list(weight.shape)} with {groups} group(s) takes {weight.shape[1] * groups}"
        )
    if x.dtype != weight.dtype:
        raise RuntimeError(f"conv{dims}d(): input is {x.dtype}, weight {weight.dtype}")


@op(
    "_convolution",
    node="convolution",
    self=lambda g, self_shape, weight, stride, padding, dilation, groups: conv_input(
        g, weight, self_shape, stride, padding, dilation, groups
    ),
    weight=lambda g, self, weight_shape, stride, padding, dilation, groups: conv_weight(
        g, self, weight_shape, stride, padding, dilation, groups
    ),
    bias=lambda g: g.sum((0, *range(2, len(g.shape)))),
)
def convolution(self, weight, bias, stride, padding, dilation, groups):
    """self (N, C, *in), weight (O, C / groups, *kernel), bias (O) or None to (N, O, *out)."""
    dims = self.ndim - 2
    _check(self, weight, groups, dims)
    x = _padded(self, padding)
    if any((k - 1) * d + 1 > n for k, d, n in zip(weight.shape[2:], dilation, x.shape[2:], strict=True)):
        raise RuntimeError("the kernel is larger than the padded input")
    view = windows(x, weight.shape[2:], stride, dilation)
    contracted = (1, *range(2 + dims, 2 + 2 * dims)), (1, *range(2, 2 + dims))
    parts = [
        np.moveaxis(np.tensordot(v, w, contracted), -1, 1)
        for v, w in _groups(groups, (view, 1), (weight, 0))
    ]
    out = parts[0] if groups == 1 else np.concatenate(parts, 1)
    out = np.ascontiguousarray(out)
    if bias is not None:
        out += bias.reshape((1, -1) + (1,) * dims)
    return out


@op(
    "_conv_input",
    node="convolution_backward",
    g=lambda g, weight, stride, padding, dilation, groups: convolution(
        g, weight, None, stride, padding, dilation, groups
    ),
    weight=lambda g_, g, weight_shape, stride, padding, dilation, groups: conv_weight(
        g, g_, weight_shape, stride, padding, dilation, groups
    ),
)
def conv_input(g, weight, shape, stride, padding, dilation, groups):
    """The gradient at the input, whose shape is `shape`; forward of a transposed convolution."""
    spatial = shape[2:]
    full = [n + 2 * p for n, p in zip(spatial, padding, strict=True)]
    result = np.zeros((*shape[:2], *full), g.dtype)
    for r, part, w in _groups(groups, (result, 1), (g, 1), (weight, 0)):
        _scatter(r, part, w, stride, dilation)
    inner = [slice(p, p + n) for n, p in zip(spatial, padding, strict=True)]
    return np.ascontiguousarray(result[(slice(None), slice(None), *inner)])


def _scatter(result, g, weight, stride, dilation):
    kernel, out = weight.shape[2:], g.shape[2:]
    for tap in itertools.product(*(range(k) for k in kernel)):
        place = [
            slice(t * d, t * d + (n - 1) * s + 1, s)
            for t, d, n, s in zip(tap, dilation, out, stride, strict=True)
        ]
        spread = np.tensordot(weight[(slice(None), slice(None), *tap)], g, ((0,), (1,)))
        result[(slice(None), slice(None), *place)] += np.moveaxis(spread, 0, 1)


@op(
    "_conv_weight",
    node="convolution_backward",
    g=lambda g_, self, g, stride, padding, dilation, groups: convolution(
        self, g_, None, stride, padding, dilation, groups
    ),
    self=lambda g_, g, self_shape, stride, padding, dilation, groups: conv_input(
        g, g_, self_shape, stride, padding, dilation, groups
    ),
)
def conv_weight(g, self, shape, stride, padding, dilation, groups):
    """The gradient at the weight, whose shape is `shape`."""
    dims = len(shape) - 2
    view = windows(_padded(self, padding), shape[2:], stride, dilation)
    over = (0, *range(2, 2 + dims))
    parts = []
    for part, v in _groups(groups, (g, 1), (view, 1)):
        used = v[(slice(None), slice(None), *(slice(n) for n in part.shape[2:]))]
        parts.append(np.tensordot(part, used, (over, over)))
    return np.ascontiguousarray(parts[0] if groups == 1 else np.concatenate(parts, 0))
