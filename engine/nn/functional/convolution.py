"""Convolutions of `torch.nn.functional`."""

from engine.nn.functional.resizing import pad
from engine.ops import convolution as ops

__all__ = [
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
]



def _each(value, dims):
    """A number for all dimensions, or one for each."""
    return (value,) * dims if isinstance(value, int) else tuple(value)


def _padding(padding, weight, dilation, stride, dims):
    if not isinstance(padding, str):
        return _each(padding, dims), None
    if padding == "valid":
        return (0,) * dims, None
    if padding != "same":
        raise RuntimeError(f"padding must be 'same', 'valid' or numbers, not {padding!r}")
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' needs a stride of 1")
    total = [d * (k - 1) for d, k in zip(dilation, weight.shape[2:], strict=True)]
    if all(t % 2 == 0 for t in total):
        return tuple(t // 2 for t in total), None
    return (0,) * dims, [n for t in reversed(total) for n in (t // 2, t - t // 2)]


def _conv(dims, input, weight, bias, stride, padding, dilation, groups):
    stride, dilation = _each(stride, dims), _each(dilation, dims)
    padding, uneven = _padding(padding, weight, dilation, stride, dims)
    if uneven is not None:
        input = pad(input, uneven)
    batched = input.ndim == dims + 2
    x = input if batched else input.unsqueeze(0)
    output = ops.convolution(x, weight, bias, stride, padding, dilation, groups)
    return output if batched else output.squeeze(0)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over one dimension: input (N, C, L), weight (O, C / groups, K)."""
    return _conv(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over two dimensions: input (N, C, H, W), weight (O, C / groups, KH, KW)."""
    return _conv(2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over three dimensions."""
    return _conv(3, input, weight, bias, stride, padding, dilation, groups)


def _conv_transpose(dims, input, weight, bias, stride, padding, output_padding, groups, dilation):
    stride, padding, dilation = (_each(v, dims) for v in (stride, padding, dilation))
    extra = _each(output_padding, dims)
    batched = input.ndim == dims + 2
    x = input if batched else input.unsqueeze(0)
    sizes = [
        (n - 1) * s - 2 * p + d * (k - 1) + e + 1
        for n, s, p, d, k, e in zip(
            x.shape[2:], stride, padding, dilation, weight.shape[2:], extra, strict=True
        )
    ]
    shape = (x.shape[0], weight.shape[1] * groups, *sizes)
    output = ops.conv_input(x, weight, shape, stride, padding, dilation, groups)
    if bias is not None:
        output = output + bias.reshape((1, -1) + (1,) * dims)
    return output if batched else output.squeeze(0)


def conv_transpose1d(
    input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
):
    """The adjoint of `conv1d`; weight (C, O / groups, K)."""
    return _conv_transpose(
        1, input, weight, bias, stride, padding, output_padding, groups, dilation
    )


def conv_transpose2d(
    input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
):
    """The adjoint of `conv2d`; weight (C, O / groups, KH, KW)."""
    return _conv_transpose(
        2, input, weight, bias, stride, padding, output_padding, groups, dilation
    )
