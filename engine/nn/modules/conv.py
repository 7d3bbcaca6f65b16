"""Convolutions."""

import math

from engine.creation import empty
from engine.nn import functional, init
from engine.nn.modules.module import Module
from engine.nn.parameter import Parameter

_MODES = ("zeros", "reflect", "replicate", "circular")


def each(value, dims):
    """A number for all dimensions, or one for each."""
    return tuple(value) if hasattr(value, "__iter__") else (value,) * dims


class _ConvNd(Module):
    """A convolution; weight is (out, in / groups, *kernel)."""

    dims, transposed = 2, False

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__()
        dims = self.dims
        _check_groups(in_channels, out_channels, groups)
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size, self.stride = each(kernel_size, dims), each(stride, dims)
        self.padding = padding if isinstance(padding, str) else each(padding, dims)
        self.dilation, self.transposed = each(dilation, dims), type(self).transposed
        self.output_padding, self.groups, self.padding_mode = (0,) * dims, groups, padding_mode
        self._check_padding()
        outer, inner = out_channels, in_channels // groups
        if self.transposed:
            outer, inner = in_channels, out_channels // groups
        made = {"device": device, "dtype": dtype}
        self.weight = Parameter(empty((outer, inner, *self.kernel_size), **made))
        self.register_parameter("bias", Parameter(empty(out_channels, **made)) if bias else None)
        self.reset_parameters()

    def _check_padding(self):
        if isinstance(self.padding, str):
            if self.padding not in ("same", "valid"):
                raise ValueError(f"padding is numbers, 'same' or 'valid', not {self.padding!r}")
            if self.padding == "same" and any(s != 1 for s in self.stride):
                raise ValueError("padding='same' needs a stride of 1")
        if self.padding_mode not in _MODES:
            raise ValueError(f"padding_mode is one of {', '.join(_MODES)}: {self.padding_mode!r}")

    def reset_parameters(self):
        """Draw new values: uniform within 1/sqrt(inputs of one unit)."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            inputs = self.weight.shape[1] * math.prod(self.kernel_size)
            if inputs:
                bound = 1 / math.sqrt(inputs)
                init.uniform_(self.bias, -bound, bound)

    @property
    def _reversed_padding_repeated_twice(self):
        """What is added on both sides of each dimension, from the last on."""
        if self.padding == "valid":
            return [0] * (2 * self.dims)
        if self.padding == "same":
            totals = [d * (k - 1) for d, k in zip(self.dilation, self.kernel_size, strict=True)]
            return [n for t in reversed(totals) for n in (t // 2, t - t // 2)]
        return tuple(n for p in reversed(self.padding) for n in (p, p))

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = functional.pad(input, self._reversed_padding_repeated_twice, self.padding_mode)
            padding = (0,) * self.dims
        return getattr(functional, self._function)(
            input, weight, bias, self.stride, padding, self.dilation, self.groups
        )

    def extra_repr(self):
        zeros, ones = (0,) * self.dims, (1,) * self.dims
        parts = [
            f"{self.in_channels}, {self.out_channels}",
            f"kernel_size={self.kernel_size}",
            f"stride={self.stride}",
        ]
        if self.padding != zeros:
            parts.append(f"padding={self.padding}")
        if self.dilation != ones:
            parts.append(f"dilation={self.dilation}")
        if self.output_padding != zeros:
            parts.append(f"output_padding={self.output_padding}")
        if self.groups != 1:
            parts.append(f"groups={self.groups}")
        if self.bias is None:
            parts.append("bias=False")
        if self.padding_mode != "zeros":
            parts.append(f"padding_mode={self.padding_mode}")
        return ", ".join(parts)


def _check_groups(in_channels, out_channels, groups):
    if groups <= 0:
        raise ValueError(f"groups must be above 0, not {groups}")
    for name, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
        if channels % groups:
            raise ValueError(f"{name}={channels} does not divide into {groups} groups")


class Conv1d(_ConvNd):
    """Over (N, C, L)."""

    dims, _function = 1, "conv1d"


class Conv2d(_ConvNd):
    """Over (N, C, H, W)."""

    dims, _function = 2, "conv2d"


class Conv3d(_ConvNd):
    """Over (N, C, D, H, W)."""

    dims, _function = 3, "conv3d"


class _ConvTransposeNd(_ConvNd):
    """The adjoint of a convolution; weight is (in, out / groups, *kernel)."""

    transposed = True

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        if padding_mode != "zeros":
            raise ValueError(f"a transposed convolution pads with zeros, not {padding_mode!r}")
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )
        self.output_padding = each(output_padding, self.dims)

    def forward(self, input, output_size=None):
        return getattr(functional, self._function)(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            self._output_padding(input, output_size),
            self.groups,
            self.dilation,
        )

    def _output_padding(self, input, output_size):
        """What to add at the far end so that the output has the wanted size."""
        if output_size is None:
            return self.output_padding
        wanted = list(output_size)
        if len(wanted) == input.dim():
            wanted = wanted[-self.dims :]
        if len(wanted) != self.dims:
            raise ValueError(f"output_size has {len(wanted)} sizes for {self.dims} dimensions")
        least = [
            (n - 1) * s - 2 * p + d * (k - 1) + 1
            for n, s, p, d, k in zip(
                input.shape[-self.dims :],
                self.stride,
                self.padding,
                self.dilation,
                self.kernel_size,
                strict=True,
            )
        ]
        for size, low, stride in zip(wanted, least, self.stride, strict=True):
            if not low <= size <= low + stride - 1:
                raise ValueError(f"an output of {wanted} cannot be had; the least is {least}")
        return tuple(size - low for size, low in zip(wanted, least, strict=True))


class ConvTranspose1d(_ConvTransposeNd):
    """Over (N, C, L)."""

    dims, _function = 1, "conv_transpose1d"


class ConvTranspose2d(_ConvTransposeNd):
    """Over (N, C, H, W)."""

    dims, _function = 2, "conv_transpose2d"


class ConvTranspose3d(_ConvTransposeNd):
    """Over (N, C, D, H, W)."""

    dims, _function = 3, "conv_transpose3d"


__all__ = [
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "ConvTranspose1d",
    "ConvTranspose2d",
    "ConvTranspose3d",
]
