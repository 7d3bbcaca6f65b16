"""Convolutions of `torch.nn.functional`."""

from engine.nn.functional.arguments import by_dims
from engine.nn.functional.resizing import pad
from engine.ops import convolution as ops
from engine.warn import warn_once

__all__ = [
    *(f"{kind}{dims}d" for kind in ("conv", "conv_transpose") for dims in (1, 2, 3)),
    "fold",
    "unfold",
]


def _each(value, dims):
    """A number for all dimensions, or one for each."""
    if isinstance(value, int):
        return (value,) * dims
    value = tuple(value)
    return value * dims if len(value) == 1 else value


def _settings(name, dims, **values):
    found = [_each(v, dims) for v in values.values()]
    for key, value in zip(values, found, strict=True):
        if len(value) != dims:
            raise RuntimeError(f"{name}() takes one {key}, or {dims}, not {len(value)}")
    return found


def _batched(name, input, dims, convolve):
    """A convolution of (C, ...) as well as of (N, C, ...)."""
    if input.ndim == dims + 2:
        return convolve(input)
    if input.ndim != dims + 1:
        raise RuntimeError(
            f"{name}() takes an input of {dims + 1} or {dims + 2} dimensions, not {input.ndim}"
        )
    return convolve(input.unsqueeze(0)).squeeze(0)


def _same(name, weight, dims, stride, dilation):
    """Padding that keeps the size: what is needed on both sides, and what after that."""
    if weight.ndim != dims + 2:
        raise RuntimeError(f"{name}() takes a weight of {dims + 2} dimensions, not {weight.ndim}")
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' needs a stride of 1")
    total = [d * (k - 1) for d, k in zip(dilation, weight.shape[2:], strict=True)]
    return [t // 2 for t in total], [t % 2 for t in total]


def _conv(dims, input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution: input (N, C, *sizes), weight (O, C / groups, *kernel)."""
    name = f"conv{dims}d"
    stride, dilation = _settings(name, dims, stride=stride, dilation=dilation)
    if isinstance(padding, str):
        if padding not in ("same", "valid"):
            raise RuntimeError(f"padding must be 'same', 'valid' or numbers, not {padding!r}")
        sides, after = (0,) * dims, (0,) * dims
        if padding == "same":
            sides, after = _same(name, weight, dims, stride, dilation)
        if any(after):
            warn_once("padding='same' with kernels of even size and odd dilation pads a copy first")
            input = pad(input, [n for a in reversed(after) for n in (0, a)])
        padding = tuple(sides)
    (padding,) = _settings(name, dims, padding=padding)
    return _batched(
        name,
        input,
        dims,
        lambda x: ops.convolution(x, weight, bias, stride, padding, dilation, groups),
    )


conv1d, conv2d, conv3d = by_dims("conv", _conv)

# ---- transposed ---------------------------------------------------------------------------------


def _conv_transpose(
    dims,
    input,
    weight,
    bias=None,
    stride=1,
    padding=0,
    output_padding=0,
    groups=1,
    dilation=1,
):
    """The adjoint of a convolution: input (N, C, *sizes), weight (C, O / groups, *kernel)."""
    name = f"conv_transpose{dims}d"
    stride, padding, extra, dilation = _settings(
        name, dims, stride=stride, padding=padding, output_padding=output_padding, dilation=dilation
    )
    return _batched(
        name,
        input,
        dims,
        lambda x: ops.conv_transpose(x, weight, bias, extra, stride, padding, dilation, groups),
    )


conv_transpose1d, conv_transpose2d, conv_transpose3d = by_dims("conv_transpose", _conv_transpose)

# ---- windows as columns -------------------------------------------------------------------------


def _check_places(name, sizes, kernel, dilation, padding, stride):
    if min(*kernel, *dilation, *stride) <= 0 or min(padding) < 0:
        raise RuntimeError(f"{name}() takes sizes above zero, and padding of at least 0")
    places = [
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, k, d, p, s in zip(sizes, kernel, dilation, padding, stride, strict=True)
    ]
    if min(places) <= 0:
        raise RuntimeError(f"{name}(): a kernel of {list(kernel)} does not fit into {list(sizes)}")
    return places


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """All windows of (N, C, H, W) as columns: (N, C · kernel, places)."""
    if input.ndim < 3:
        raise IndexError(f"unfold() takes (N, C, H, W) or (C, H, W), not {list(input.shape)}")
    if input.ndim > 4 or 0 in input.shape[input.ndim - 3 :]:
        raise RuntimeError(f"unfold() takes (N, C, H, W) or (C, H, W), not {list(input.shape)}")
    settings = _settings(
        "unfold", 2, kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride
    )
    _check_places("unfold", input.shape[-2:], *settings)
    return ops.im2col(input, *settings)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """The adjoint of `unfold`: windows added up where they lie."""
    if input.ndim not in (2, 3):
        raise RuntimeError(f"fold() takes (N, C · kernel, places), not {input.ndim} dimensions")
    size, *settings = _settings(
        "fold",
        2,
        output_size=output_size,
        kernel_size=kernel_size,
        dilation=dilation,
        padding=padding,
        stride=stride,
    )
    places = _check_places("fold", size, *settings)
    kernel = settings[0]
    rows, count = input.shape[-2:]
    if rows % (kernel[0] * kernel[1]) or count != places[0] * places[1]:
        raise RuntimeError(
            f"fold(): {rows} rows and {count} columns do not fit a kernel of {list(kernel)} with "
            f"{places[0] * places[1]} places"
        )
    return ops.col2im(input, size, *settings)
