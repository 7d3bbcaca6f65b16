"""Convolution and pooling as modules."""

import math

from engine.creation import empty
from engine.nn import functional, init
from engine.nn.module import Module
from engine.nn.parameter import Parameter


def _each(value, dims):
    return (value,) * dims if isinstance(value, int) else tuple(value)


class _Conv(Module):
    """A convolution; weight is (out, in / groups, *kernel)."""

    __module__ = "torch.nn.modules.conv"
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
        if groups <= 0 or in_channels % groups or out_channels % groups:
            raise ValueError("in_channels and out_channels must be divisible by groups")
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride = _each(kernel_size, self.dims), _each(stride, self.dims)
        self.padding = padding if isinstance(padding, str) else _each(padding, self.dims)
        self.dilation, self.padding_mode = _each(dilation, self.dims), padding_mode
        outer, inner = out_channels, in_channels // groups
        if self.transposed:
            outer, inner = in_channels, out_channels // groups
        self.weight = Parameter(empty(outer, inner, *self.kernel_size, dtype=dtype))
        self.register_parameter("bias", Parameter(empty(out_channels, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw new values: uniform within 1/sqrt(inputs of one unit)."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            inputs = self.weight.shape[1] * math.prod(self.kernel_size)
            if inputs:
                bound = 1 / math.sqrt(inputs)
                init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        padding = self.padding
        if self.padding_mode != "zeros":
            pads = [p for n in reversed(_each(padding, self.dims)) for p in (n, n)]
            input, padding = functional.pad(input, pads, self.padding_mode), 0
        return self._function(
            input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups
        )

    def extra_repr(self):
        parts = [
            f"{self.in_channels}, {self.out_channels}",
            f"kernel_size={self.kernel_size}",
            f"stride={self.stride}",
        ]
        zeros, ones = (0,) * self.dims, (1,) * self.dims
        if self.padding != zeros:
            parts.append(f"padding={self.padding}" if not isinstance(self.padding, str) else (
                f"padding={self.padding}"
            ))
        if self.dilation != ones:
            parts.append(f"dilation={self.dilation}")
        if getattr(self, "output_padding", zeros) != zeros:
            parts.append(f"output_padding={self.output_padding}")
        if self.groups != 1:
            parts.append(f"groups={self.groups}")
        if self.bias is None:
            parts.append("bias=False")
        if self.padding_mode != "zeros":
            parts.append(f"padding_mode={self.padding_mode}")
        return ", ".join(parts)


class Conv1d(_Conv):
    """Over (N, C, L)."""

    dims, _function = 1, staticmethod(functional.conv1d)


class Conv2d(_Conv):
    """Over (N, C, H, W)."""

    dims, _function = 2, staticmethod(functional.conv2d)


class Conv3d(_Conv):
    """Over (N, C, D, H, W)."""

    dims, _function = 3, staticmethod(functional.conv3d)


class _ConvTranspose(_Conv):
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
        self.output_padding = _each(output_padding, self.dims)

    def forward(self, input):
        return self._function(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            self.output_padding,
            self.groups,
            self.dilation,
        )


class ConvTranspose1d(_ConvTranspose):
    """Over (N, C, L)."""

    dims, _function = 1, staticmethod(functional.conv_transpose1d)


class ConvTranspose2d(_ConvTranspose):
    """Over (N, C, H, W)."""

    dims, _function = 2, staticmethod(functional.conv_transpose2d)


class _MaxPool(Module):
    __module__ = "torch.nn.modules.pooling"

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        dilation=1,
        return_indices=False,
        ceil_mode=False,
    ):
        super().__init__()
        self.kernel_size, self.padding, self.dilation = kernel_size, padding, dilation
        self.stride = kernel_size if stride is None else stride
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input):
        return self._function(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            self.ceil_mode,
            self.return_indices,
        )

    def extra_repr(self):
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """The largest of each window of (N, C, L)."""

    _function = staticmethod(functional.max_pool1d)


class MaxPool2d(_MaxPool):
    """The largest of each window of (N, C, H, W)."""

    _function = staticmethod(functional.max_pool2d)


class AvgPool1d(Module):
    """The mean of each window of (N, C, L)."""

    __module__ = "torch.nn.modules.pooling"

    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True
    ):
        super().__init__()
        self.kernel_size = _each(kernel_size, 1)
        self.stride = self.kernel_size if stride is None else _each(stride, 1)
        self.padding, self.ceil_mode = _each(padding, 1), ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input):
        return functional.avg_pool1d(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad
        )

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(Module):
    """The mean of each window of (N, C, H, W)."""

    __module__ = "torch.nn.modules.pooling"

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        count_include_pad=True,
        divisor_override=None,
    ):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def forward(self, input):
        return functional.avg_pool2d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class _Adaptive(Module):
    __module__ = "torch.nn.modules.pooling"

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def forward(self, input):
        return self._function(input, self.output_size)

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_Adaptive):
    """The mean of as many windows as asked for."""

    _function = staticmethod(functional.adaptive_avg_pool1d)


class AdaptiveAvgPool2d(_Adaptive):
    """The mean of as many windows as asked for."""

    _function = staticmethod(functional.adaptive_avg_pool2d)


class AdaptiveMaxPool2d(_Adaptive):
    """The largest of as many windows as asked for."""

    _function = staticmethod(functional.adaptive_max_pool2d)


__all__ = [
    "AdaptiveAvgPool1d",
    "AdaptiveAvgPool2d",
    "AdaptiveMaxPool2d",
    "AvgPool1d",
    "AvgPool2d",
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "ConvTranspose1d",
    "ConvTranspose2d",
    "MaxPool1d",
    "MaxPool2d",
]
