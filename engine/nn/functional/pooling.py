"""Pooling of `torch.nn.functional`."""

import math

import numpy as np

from engine.nn.functional.arguments import by_dims
from engine.ops import pooling, resampling
from engine.ops.declare import OPS, write_out
from engine.ops.windows import adaptive, sliding, widths

__all__ = [
    *(f"{kind}_pool{dims}d" for kind in ("avg", "lp", "max") for dims in (1, 2, 3)),
    *(f"adaptive_{kind}_pool{dims}d" for kind in ("avg", "max") for dims in (1, 2, 3)),
    *(f"max_unpool{dims}d" for dims in (1, 2, 3)),
]


def _each(name, value, dims):
    """A number for all dimensions, or one for each, as a tuple."""
    if isinstance(value, int):
        return (value,) * dims
    value = tuple(value)
    if len(value) == 1:
        return value * dims
    if len(value) != dims:
        raise RuntimeError(f"{name} must be one number, or {dims}, not {len(value)}")
    return value


def _check(name, input, dims, channels=True):
    """The sizes of the dimensions to be pooled; whether there have to be `channels`, too."""
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"{name}() takes an input of {dims + 1} or {dims + 2} dimensions, not {input.ndim}"
        )
    if 0 in input.shape[input.ndim - dims - channels :]:
        raise RuntimeError(f"{name}(): nothing is there to be pooled: {list(input.shape)}")
    return tuple(input.shape[input.ndim - dims :])


def _geometry(name, sizes, kernel, stride, padding, dilation, ceil_mode):
    dims = len(sizes)
    kernel = _each("kernel_size", kernel, dims)
    stride = kernel if not stride and stride != 0 else _each("stride", stride, dims)
    padding, dilation = _each("padding", padding, dims), _each("dilation", dilation, dims)
    if min(*kernel, *stride, *dilation) <= 0:
        raise RuntimeError(f"{name}() takes a kernel_size, stride and dilation above zero")
    if any(not 0 <= 2 * p <= k for p, k in zip(padding, kernel, strict=True)):
        raise RuntimeError(f"{name}(): padding must be at least 0 and at most half of the kernel")
    out = tuple(
        pooling.out_size(*each, ceil_mode)
        for each in zip(sizes, kernel, stride, padding, dilation, strict=True)
    )
    if min(out) <= 0:
        raise RuntimeError(f"{name}(): kernel_size {list(kernel)} leaves nothing of {list(sizes)}")
    return kernel, stride, padding, dilation, out


# ---- maxima -------------------------------------------------------------------------------------


def _max_pool(dims, name, input, kernel, stride, padding, dilation, ceil_mode, return_indices):
    sizes = _check(name, input, dims)
    geometry = _geometry(name, sizes, kernel, stride, padding, dilation, ceil_mode)
    values, places = pooling.max_pool[dims](input, pooling.sliding_plan(sizes, *geometry))
    return (values, places) if return_indices else values


def max_pool1d(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """The largest of each window."""
    _check("max_pool1d", input, 1)
    stride = kernel_size if not stride and stride != 0 else stride
    row = [(1, *_each("an argument", v, 1)) for v in (kernel_size, stride)]
    place = (0, *_each("padding", padding, 1)), (1, *_each("dilation", dilation, 1))
    found = _max_pool(2, "max_pool1d", input.unsqueeze(-2), *row, *place, ceil_mode, True)
    values, places = (x.squeeze(-2) for x in found)
    return (values, places) if return_indices else values


def _max_pool_nd(
    dims,
    input,
    kernel_size,
    stride=None,
    padding=0,
    dilation=1,
    ceil_mode=False,
    return_indices=False,
):
    """The largest of each window."""
    args = (kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    return _max_pool(dims, f"max_pool{dims}d", input, *args)


max_pool2d, max_pool3d = by_dims("max_pool", _max_pool_nd, (2, 3))

# ---- averages -----------------------------------------------------------------------------------


def _avg_pool(dims, name, input, kernel, stride, padding, ceil_mode, padded, override):
    if override == 0:
        raise RuntimeError(f"{name}() needs a divisor that is not 0")
    if dims == 2 and input.ndim < 3:
        raise IndexError(f"{name}() takes 3 or 4 dimensions, not {input.ndim}")
    sizes = _check(name, input, dims)
    kernel, stride, padding, _, out = _geometry(name, sizes, kernel, stride, padding, 1, ceil_mode)
    each = list(zip(sizes, kernel, stride, padding, out, strict=True))
    tables = tuple(sliding(n, k, s, p, 1, o) for n, k, s, p, o in each)
    divisor = override
    if divisor is None:
        divisor = np.float64(1)
        for n, k, s, p, o in each:
            divisor = np.multiply.outer(divisor, widths(n, k, s, p, o, bool(padded)))
    return resampling.avg_pool[dims](input, tables, divisor)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """The mean of each window."""
    _check("avg_pool1d", input, 1)
    stride = kernel_size if not stride and stride != 0 else stride
    kernel, step, pad = (_each("an argument", v, 1) for v in (kernel_size, stride, padding))
    args = ((1, *kernel), (1, *step), (0, *pad), ceil_mode, count_include_pad, None)
    return _avg_pool(2, "avg_pool1d", input.unsqueeze(-2), *args).squeeze(-2)


def _avg_pool_nd(
    dims,
    input,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=None,
    *,
    out=None,
):
    """The mean of each window."""
    args = (kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    result = _avg_pool(dims, f"avg_pool{dims}d", input, *args)
    return result if out is None else write_out(out, result)


avg_pool2d, avg_pool3d = by_dims("avg_pool", _avg_pool_nd, (2, 3))

# ---- as many windows as asked for ---------------------------------------------------------------


def _sizes(name, output_size, input, dims):
    """The size asked for in each dimension; None stands for that of the input."""
    wanted = output_size if isinstance(output_size, tuple | list) else (output_size,) * dims
    given = wanted is output_size and dims > 1
    if given and input.ndim <= len(wanted):
        raise ValueError(f"{name}() takes at least {len(wanted) + 1} dimensions, not {input.ndim}")
    if None in wanted and not given:
        raise TypeError(f"{name}() takes numbers, or None for some of several dimensions")
    if len(wanted) != dims:
        raise RuntimeError(f"{name}() takes an output_size for each of {dims} dimensions")
    if given:
        sizes = input.shape[-dims:]
        wanted = tuple(n if w is None else w for w, n in zip(wanted, sizes, strict=True))
    if min(wanted) < 0:
        raise RuntimeError(f"{name}() takes sizes of at least 0, not {list(wanted)}")
    return wanted


def _adaptive_avg(dims, name, input, output_size):
    out = _sizes(name, output_size, input, dims)
    if set(out) == {1}:
        return input.mean(tuple(range(-dims, 0)), keepdim=True)
    sizes = _check(name, input, dims, False)
    tables = tuple(adaptive(n, o) for n, o in zip(sizes, out, strict=True))
    divisor = np.float64(1)
    for table in tables:
        divisor = np.multiply.outer(divisor, (table.places < table.size).sum(1))
    return resampling.adaptive_avg_pool[dims](input, tables, divisor)


def adaptive_avg_pool1d(input, output_size):
    """The mean of as many windows as asked for."""
    size = _sizes("adaptive_avg_pool1d", output_size, input, 1)
    _check("adaptive_avg_pool1d", input, 1, False)
    return _adaptive_avg(2, "adaptive_avg_pool1d", input.unsqueeze(-2), (1, *size)).squeeze(-2)


def _adaptive_avg_nd(dims, input, output_size):
    """The mean of as many windows as asked for."""
    return _adaptive_avg(dims, f"adaptive_avg_pool{dims}d", input, output_size)


adaptive_avg_pool2d, adaptive_avg_pool3d = by_dims("adaptive_avg_pool", _adaptive_avg_nd, (2, 3))


def _adaptive_max(dims, name, input, output_size, return_indices):
    out = _sizes(name, output_size, input, dims)
    plan = pooling.adaptive_plan(_check(name, input, dims, False), out)
    values, places = pooling.adaptive_max_pool[dims](input, plan)
    return (values, places) if return_indices else values


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest of as many windows as asked for."""
    size = _sizes("adaptive_max_pool1d", output_size, input, 1)
    _check("adaptive_max_pool1d", input, 1, False)
    found = _adaptive_max(2, "adaptive_max_pool1d", input.unsqueeze(-2), (1, *size), True)
    values, places = (x.squeeze(-2) for x in found)
    return (values, places) if return_indices else values


def _adaptive_max_nd(dims, input, output_size, return_indices=False):
    """The largest of as many windows as asked for."""
    return _adaptive_max(dims, f"adaptive_max_pool{dims}d", input, output_size, return_indices)


adaptive_max_pool2d, adaptive_max_pool3d = by_dims("adaptive_max_pool", _adaptive_max_nd, (2, 3))

# ---- norms, and the reverse of maxima -----------------------------------------------------------


def _lp_pool(dims, input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The p-norm of each window."""
    if abs(norm_type) == math.inf:
        largest = (max_pool1d, max_pool2d, max_pool3d)[dims - 1]
        if norm_type > 0:
            return largest(input.abs(), kernel_size, stride, ceil_mode=ceil_mode)
        return -largest(-input.abs(), kernel_size, stride, ceil_mode=ceil_mode)
    kernel = _each("kernel_size", kernel_size, dims)
    mean = (avg_pool1d, avg_pool2d, avg_pool3d)[dims - 1]
    power = mean(input.pow(norm_type), kernel, stride, 0, ceil_mode)
    size = power.sign() * OPS["relu"](power.abs())
    return (size * math.prod(kernel)).pow(1.0 / norm_type)


lp_pool1d, lp_pool2d, lp_pool3d = by_dims("lp_pool", _lp_pool)


def _unpool_size(name, input, dims, kernel, stride, padding, output_size):
    sizes = _check(name, input, dims)
    kernel = _each("kernel_size", kernel, dims)
    stride = kernel if not stride and stride != 0 else _each("stride", stride, dims)
    padding = _each("padding", padding, dims)
    usual = [
        (n - 1) * s - 2 * p + k for n, k, s, p in zip(sizes, kernel, stride, padding, strict=True)
    ]
    if output_size is None:
        return tuple(usual)
    wanted = tuple(output_size)[-dims:]
    for size, expected, step in zip(wanted, usual, stride, strict=True):
        if not expected - step < size < expected + step:
            raise ValueError(f"{name}(): output size {list(wanted)} is too far from {usual}")
    return wanted


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Zeros, with the maxima where `max_pool1d` found them."""
    (size,) = _unpool_size("max_unpool1d", input, 1, kernel_size, stride, padding, output_size)
    x, places = input.unsqueeze(-1), indices.unsqueeze(-1)
    return pooling.max_unpool[2](x, places, (size, 1)).squeeze(-1)


def _max_unpool(dims, input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Zeros, with the maxima where the pooling found them."""
    name = f"max_unpool{dims}d"
    size = _unpool_size(name, input, dims, kernel_size, stride, padding, output_size)
    return pooling.max_unpool[dims](input, indices, size)


max_unpool2d, max_unpool3d = by_dims("max_unpool", _max_unpool, (2, 3))
