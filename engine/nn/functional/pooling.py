"""Pooling of `torch.nn.functional`."""

from engine.ops import joining, pooling

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_max_pool2d",
    "avg_pool1d",
    "avg_pool2d",
    "max_pool1d",
    "max_pool2d",
]


def _each(value, dims):
    return (value,) * dims if isinstance(value, int) else tuple(value)


def _batched(input, dims, pool):
    """Pooling of (C, ...) as well as of (N, C, ...)."""
    if input.ndim == dims + 2:
        return pool(input)
    if input.ndim != dims + 1:
        raise RuntimeError(
            f"pooling over {dims} dimension(s) takes an input of {dims + 1} or {dims + 2}, "
            f"not {input.ndim}"
        )
    result = pool(input.unsqueeze(0))
    if isinstance(result, tuple):
        return tuple(r.squeeze(0) for r in result)
    return result.squeeze(0)


def _max_pool(dims, op, input, kernel, stride, padding, dilation, ceil_mode, return_indices):
    kernel = _each(kernel, dims)
    stride = kernel if stride is None or stride == [] else _each(stride, dims)
    padding, dilation = _each(padding, dims), _each(dilation, dims)
    values, places = _batched(
        input, dims, lambda x: op(x, kernel, stride, padding, dilation, ceil_mode)
    )
    return (values, places) if return_indices else values


def max_pool1d(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """The largest of each window."""
    return _max_pool(
        1,
        pooling.max_pool1d,
        input,
        kernel_size,
        stride,
        padding,
        dilation,
        ceil_mode,
        return_indices,
    )


def max_pool2d(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """The largest of each window."""
    return _max_pool(
        2,
        pooling.max_pool2d,
        input,
        kernel_size,
        stride,
        padding,
        dilation,
        ceil_mode,
        return_indices,
    )


def avg_pool1d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True
):
    """The mean of each window."""
    kernel = _each(kernel_size, 1)
    stride = kernel if stride is None else _each(stride, 1)
    padding = _each(padding, 1)
    return _batched(
        input,
        1,
        lambda x: pooling.avg_pool1d(x, kernel, stride, padding, ceil_mode, count_include_pad, None),
    )


def avg_pool2d(
    input,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=None,
):
    """The mean of each window."""
    if divisor_override == 0:
        raise RuntimeError("avg_pool2d() needs a divisor that is not 0")
    kernel = _each(kernel_size, 2)
    stride = kernel if stride is None or stride == [] else _each(stride, 2)
    padding = _each(padding, 2)
    return _batched(
        input,
        2,
        lambda x: pooling.avg_pool2d(
            x, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override
        ),
    )


def _adaptive(input, sizes, dims, reduce):
    """Pool each of the last dimensions into that many windows, one dimension after the other."""
    sizes = [
        n if s is None else s
        for s, n in zip(_each(sizes, dims), input.shape[input.ndim - dims :], strict=True)
    ]
    for offset, size in enumerate(sizes):
        dim = input.ndim - dims + offset
        ranges = pooling.adaptive_ranges(input.shape[dim], size)
        parts = [reduce(input.narrow(dim, start, end - start), dim) for start, end in ranges]
        input = joining.stack(parts, dim)
    return input


def _mean(part, dim):
    return part.mean(dim)


def adaptive_avg_pool1d(input, output_size):
    """The mean of as many windows as asked for."""
    return _adaptive(input, output_size, 1, _mean)


def adaptive_avg_pool2d(input, output_size):
    """The mean of as many windows as asked for."""
    return _adaptive(input, output_size, 2, _mean)


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The largest of as many windows as asked for."""
    if return_indices:
        raise NotImplementedError("adaptive_max_pool2d(return_indices=True) is not supported")
    return _adaptive(input, output_size, 2, lambda part, dim: part.max(dim)[0])


