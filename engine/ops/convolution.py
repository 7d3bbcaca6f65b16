"""Convolution in any number of dimensions, as products of matrices of windows.

The three operations here are the three ways to contract the same trilinear form of input, weight
and output gradient, so each is the derivative of the others.
"""

import itertools
from math import prod

import numpy as np

from engine.ops.arraylike import zeros_in
from engine.ops.declare import op
from engine.ops.promote import one_dtype, refuse, unconverted
from engine.ops.strided import strided
from engine.ops.whole import whole
from engine.ordering import as_images


def padded(x, padding):
    """`x` (N, C, *spatial) with zeros around it."""
    if not any(padding):
        return x
    shape = [n + 2 * p for n, p in zip(x.shape[2:], padding, strict=True)]
    result = np.zeros((*x.shape[:2], *shape), x.dtype)
    inner = [slice(p, p + n) for n, p in zip(x.shape[2:], padding, strict=True)]
    result[(slice(None), slice(None), *inner)] = x
    return result


def columns(x, kernel, stride, dilation, groups):
    """All windows as columns (N, groups, C / groups · kernel, places), and the shape of places."""
    n, c, *sizes = x.shape
    out = [
        (size - d * (k - 1) - 1) // s + 1
        for size, k, s, d in zip(sizes, kernel, stride, dilation, strict=True)
    ]
    x = np.ascontiguousarray(x)
    steps = x.strides[2:]
    view = strided(
        x,
        (n, c, *kernel, *out),
        (
            *x.strides[:2],
            *(b * d for b, d in zip(steps, dilation, strict=True)),
            *(b * s for b, s in zip(steps, stride, strict=True)),
        ),
    )
    return view.reshape(n, groups, c // groups * prod(kernel), prod(out)), out


def _check(x, weight, stride, padding, dilation, groups):
    dims = x.ndim - 2
    if weight.ndim != dims + 2:
        raise RuntimeError(
            f"conv{dims}d() takes a weight of {dims + 2} dimensions, not {weight.ndim}"
        )
    if 0 in weight.shape[2:]:
        raise RuntimeError(f"conv{dims}d() takes a kernel of at least one place")
    if min(*stride, *dilation, groups) <= 0 or min(padding) < 0:
        raise RuntimeError(
            f"conv{dims}d() takes stride, dilation and groups above zero, and padding of at least 0"
        )
    one_dtype(f"conv{dims}d", x, weight)


def _check_channels(x, weight, groups):
    if x.shape[1] != weight.shape[1] * groups or weight.shape[0] % groups:
        raise RuntimeError(
            f"a convolution of {x.shape[1]} channels in {groups} group(s) cannot use a weight of "
            f"shape {list(weight.shape)}"
        )


@op(
    "_convolution",
    node="convolution",
    self=lambda g, self, weight, stride, padding, dilation, groups: conv_input(
        g, self, weight, tuple(self.shape), stride, padding, dilation, groups
    ),
    weight=lambda g, self, weight, stride, padding, dilation, groups: conv_weight(
        g, self, weight, tuple(weight.shape), stride, padding, dilation, groups
    ),
    bias=lambda g, self, weight: conv_bias(g, self, weight),
)
def convolution(self, weight, bias, stride, padding, dilation, groups):
    """self (N, C, *in), weight (O, C / groups, *kernel), bias (O) or None to (N, O, *out)."""
    refuse("convolution", "b", self)
    _check(self, weight, stride, padding, dilation, groups)
    _check_channels(self, weight, groups)
    x, kernel = padded(self, padding), weight.shape[2:]
    if any((k - 1) * d + 1 > n for k, d, n in zip(kernel, dilation, x.shape[2:], strict=True)):
        raise RuntimeError(f"the kernel {list(kernel)} is larger than the padded input")
    view, out = columns(x, kernel, stride, dilation, groups)
    rows = weight.reshape(groups, len(weight) // groups, -1)
    result = np.matmul(rows, view).reshape(len(x), len(weight), *out)
    result = result if bias is None else _with_bias(result, bias)
    return as_images(result, self, weight)


def _with_bias(result, bias):
    if bias.shape != (result.shape[1],):
        raise RuntimeError(
            f"a bias of shape {list(bias.shape)} does not fit {result.shape[1]} outputs"
        )
    result += bias.reshape((1, -1) + (1,) * (result.ndim - 2))
    return result


def _unconcerned(g_, g, self, weight):
    """PyTorch's one node for all three gradients saves all of these, and leads to them."""


@op(
    "_conv_input",
    node="convolution_backward",
    g=lambda g_, g_shape, weight, stride, padding, dilation, groups: _first_places(
        convolution(g_, weight, None, stride, padding, dilation, groups), g_shape
    ),
    self=_unconcerned,
    weight=lambda g_, g, weight_shape, stride, padding, dilation, groups: conv_weight(
        g, g_, None, weight_shape, stride, padding, dilation, groups
    ),
)
def conv_input(g, self, weight, shape, stride, padding, dilation, groups):
    """The gradient at the input, whose shape is `shape`; forward of a transposed convolution."""
    unconverted("convolution_backward", g, weight)
    if g.dtype == np.float16:  # sums of halves, in single
        g, weight = g.astype(np.float32), weight.astype(np.float32)
        wide = conv_input.op.forward(g, self, weight, shape, stride, padding, dilation, groups)
        return wide.astype(np.float16)
    n, c, *sizes = shape
    kernel, out = weight.shape[2:], g.shape[2:]
    rows = weight.reshape(groups, len(weight) // groups, -1)
    outputs = g.reshape(n, groups, len(weight) // groups, prod(out))
    spread = np.matmul(rows.swapaxes(1, 2), outputs)
    spread = spread.reshape(n, c, *kernel, *out)
    full = [size + 2 * p for size, p in zip(sizes, padding, strict=True)]
    result = np.zeros((n, c, *full), g.dtype)
    everything = (slice(None), slice(None))
    for tap in itertools.product(*map(range, kernel)):
        place = [
            slice(t * d, t * d + (o - 1) * s + 1, s)
            for t, d, o, s in zip(tap, dilation, out, stride, strict=True)
        ]
        result[(*everything, *place)] += spread[(*everything, *tap)]
    if not any(padding):
        return result
    inner = [slice(p, p + size) for size, p in zip(sizes, padding, strict=True)]
    return np.ascontiguousarray(result[(*everything, *inner)])


@op(
    "_conv_weight",
    node="convolution_backward",
    g=lambda g_, self, g_shape, stride, padding, dilation, groups: _first_places(
        convolution(self, g_, None, stride, padding, dilation, groups), g_shape
    ),
    self=lambda g_, g, self_shape, stride, padding, dilation, groups: conv_input(
        g, None, g_, self_shape, stride, padding, dilation, groups
    ),
    weight=_unconcerned,
)
def conv_weight(g, self, weight, shape, stride, padding, dilation, groups):
    """The gradient at the weight, whose shape is `shape`."""
    x = padded(self, padding)
    used = [
        (o - 1) * s + d * (k - 1) + 1
        for o, s, d, k in zip(g.shape[2:], stride, dilation, shape[2:], strict=True)
    ]
    x = x[(slice(None), slice(None), *map(slice, used))]  # what no window reaches is left out
    view, _ = columns(x, shape[2:], stride, dilation, groups)
    outputs = g.reshape(len(x), groups, shape[0] // groups, prod(g.shape[2:]))
    return np.matmul(outputs, view.swapaxes(2, 3)).sum(0).reshape(shape)


@op(
    "_conv_bias",
    node="convolution_backward",
    g=lambda g_, g_shape: g_.reshape((1, -1) + (1,) * (len(g_shape) - 2)) + zeros_in(g_, g_shape),
    self=_unconcerned,
    weight=_unconcerned,
)
def conv_bias(g, self, weight):
    """The gradient at the bias."""
    return g.sum((0, *range(2, g.ndim)))


# ---- transposed ---------------------------------------------------------------------------------


@op(
    "_conv_transpose",
    node="convolution",
    self=whole(
        "convolution_backward",
        lambda g, self, weight, stride, padding, dilation, groups: _first_places(
            convolution(g, weight, None, stride, padding, dilation, groups), tuple(self.shape)
        ),
    ),
    weight=lambda g, self, weight, stride, padding, dilation, groups: conv_weight(
        self, g, weight, tuple(weight.shape), stride, padding, dilation, groups
    ),
    bias=lambda g, self, weight: conv_bias(g, self, weight),
)
def conv_transpose(self, weight, bias, extra, stride, padding, dilation, groups):
    """The adjoint of `convolution`; self (N, O, *in), weight (O, C / groups, *kernel).

    `extra` is added to the size of the output, which several sizes of an input could give.
    """
    refuse("conv_transpose", "b", self)
    if self.dtype in (np.uint8, np.int8, np.int16, np.int32):
        raise NotImplementedError(f"conv_transpose() is not defined for {self.dtype}")
    _check(self, weight, stride, padding, dilation, groups)
    if self.shape[1] != weight.shape[0] or weight.shape[0] % groups:
        raise RuntimeError(
            f"a transposed convolution of {self.shape[1]} channels in {groups} group(s) cannot "
            f"use a weight of shape {list(weight.shape)}"
        )
    if any(not 0 <= e < max(s, d) for e, s, d in zip(extra, stride, dilation, strict=True)):
        raise RuntimeError("output_padding must be smaller than stride or dilation")
    sizes = [
        (n - 1) * s - 2 * p + d * (k - 1) + e + 1
        for n, s, p, d, k, e in zip(
            self.shape[2:], stride, padding, dilation, weight.shape[2:], extra, strict=True
        )
    ]
    if min(sizes) <= 0:
        raise RuntimeError(f"a transposed convolution cannot have an output of {sizes}")
    shape = (len(self), weight.shape[1] * groups, *sizes)
    result = conv_input.op.forward(self, None, weight, shape, stride, padding, dilation, groups)
    result = result if bias is None else _with_bias(result, bias)
    return as_images(result, self, weight)


def _first_places(x, shape):
    """As many places as `shape` has: where an output was made larger, some are too many."""
    return x[tuple(map(slice, shape))] if tuple(x.shape) != tuple(shape) else x


# ---- windows as columns -------------------------------------------------------------------------


@op(
    "im2col",
    node="=Im2ColBackward0",
    self=lambda g, self_shape, kernel, dilation, padding, stride: col2im(
        g, tuple(self_shape[-2:]), kernel, dilation, padding, stride
    ),
)
def im2col(self, kernel, dilation, padding, stride):
    """self (N, C, H, W), or without N, to (N, C · kernel, places)."""
    refuse("unfold", "iu", self)
    x = self if self.ndim == 4 else self[None]
    view, _ = columns(padded(x, padding), kernel, stride, dilation, 1)
    return view.reshape(*self.shape[:-3], *view.shape[-2:])


@op(
    "col2im",
    node="=Col2ImBackward0",
    self=lambda g, kernel, dilation, padding, stride: im2col(g, kernel, dilation, padding, stride),
)
def col2im(self, output_size, kernel, dilation, padding, stride):
    """The adjoint of `im2col`: windows added up where they lie."""
    x = self if self.ndim == 3 else self[None]
    full = [size + 2 * p for size, p in zip(output_size, padding, strict=True)]
    out = [
        (size - d * (k - 1) - 1) // s + 1
        for size, k, s, d in zip(full, kernel, stride, dilation, strict=True)
    ]
    spread = x.reshape(len(x), x.shape[1] // prod(kernel), *kernel, *out)
    result = np.zeros((*spread.shape[:2], *full), x.dtype)
    for i, j in itertools.product(*map(range, kernel)):
        rows = slice(i * dilation[0], i * dilation[0] + (out[0] - 1) * stride[0] + 1, stride[0])
        across = slice(j * dilation[1], j * dilation[1] + (out[1] - 1) * stride[1] + 1, stride[1])
        result[:, :, rows, across] += spread[:, :, i, j]
    result = result[:, :, padding[0] : full[0] - padding[0], padding[1] : full[1] - padding[1]]
    return np.ascontiguousarray(result).reshape(*self.shape[:-2], *result.shape[1:])
