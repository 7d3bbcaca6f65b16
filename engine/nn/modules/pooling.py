"""Poolings."""

from engine.nn import functional
from engine.nn.modules.conv import each
from engine.nn.modules.layer import REQUIRED, Layer, layer
from engine.nn.modules.module import Module


class _MaxPoolNd(Module):
    """The largest of each window."""

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
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input):
        return getattr(functional, self._function)(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )

    def extra_repr(self):
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPoolNd):
    """The largest of each window of (N, C, L)."""

    _function = "max_pool1d"


class MaxPool2d(_MaxPoolNd):
    """The largest of each window of (N, C, H, W)."""

    _function = "max_pool2d"


class MaxPool3d(_MaxPoolNd):
    """The largest of each window of (N, C, D, H, W)."""

    _function = "max_pool3d"


class _MaxUnpoolNd(Module):
    """Values back at the places that max pooling took them from, zeros elsewhere."""

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size = each(kernel_size, self._dims)
        self.stride = each(kernel_size if stride is None else stride, self._dims)
        self.padding = each(padding, self._dims)

    def forward(self, input, indices, output_size=None):
        return getattr(functional, f"max_unpool{self._dims}d")(
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """The inverse of `MaxPool1d`."""

    _dims = 1


class MaxUnpool2d(_MaxUnpoolNd):
    """The inverse of `MaxPool2d`."""

    _dims = 2


class MaxUnpool3d(_MaxUnpoolNd):
    """The inverse of `MaxPool3d`."""

    _dims = 3


class _AvgPoolNd(Module):
    """The mean of each window."""

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
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def forward(self, input):
        return getattr(functional, self._function)(
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


class AvgPool1d(_AvgPoolNd):
    """The mean of each window of (N, C, L)."""

    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True
    ):
        stride = kernel_size if stride is None else stride
        super().__init__(
            each(kernel_size, 1), each(stride, 1), each(padding, 1), ceil_mode, count_include_pad
        )
        del self.divisor_override

    def forward(self, input):
        return functional.avg_pool1d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
        )


class AvgPool2d(_AvgPoolNd):
    """The mean of each window of (N, C, H, W)."""

    _function = "avg_pool2d"


class AvgPool3d(_AvgPoolNd):
    """The mean of each window of (N, C, D, H, W)."""

    _function = "avg_pool3d"


class _AdaptiveAvgPoolNd(Layer):
    """Means of as many windows as there are to be."""


class _AdaptiveMaxPoolNd(Layer):
    """Maxima of as many windows as there are to be."""


class _RootPool(Layer):
    """With a float power, of which means of integers are no integers."""

    def _given(self):
        return {**super()._given(), "norm_type": float(self.norm_type)}


def _pool(name, function, *shown, base=Layer, **options):
    return layer(name, function, "pooling", base=base, shown=shown, **options)


_SIZE = {"output_size": REQUIRED}
_INDICES = {"return_indices": False}
_ROOT = {"norm_type": REQUIRED, "kernel_size": REQUIRED, "stride": None, "ceil_mode": False}


def _adaptive(kind, function, base, **options):
    """The module for one, two and three dimensions."""
    return [
        _pool(f"{kind}{dims}d", f"{function}{dims}d", "output_size", base=base, **_SIZE, **options)
        for dims in (1, 2, 3)
    ]


AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d = _adaptive(
    "AdaptiveAvgPool", "adaptive_avg_pool", _AdaptiveAvgPoolNd
)
AdaptiveMaxPool1d, AdaptiveMaxPool2d, AdaptiveMaxPool3d = _adaptive(
    "AdaptiveMaxPool", "adaptive_max_pool", _AdaptiveMaxPoolNd, **_INDICES
)
LPPool1d = _pool("LPPool1d", "lp_pool1d", *_ROOT, base=_RootPool, **_ROOT)
LPPool2d = _pool("LPPool2d", "lp_pool2d", *_ROOT, base=_RootPool, **_ROOT)
LPPool3d = _pool("LPPool3d", "lp_pool3d", *_ROOT, base=_RootPool, **_ROOT)

__all__ = [
    "AdaptiveAvgPool1d",
    "AdaptiveAvgPool2d",
    "AdaptiveAvgPool3d",
    "AdaptiveMaxPool1d",
    "AdaptiveMaxPool2d",
    "AdaptiveMaxPool3d",
    "AvgPool1d",
    "AvgPool2d",
    "AvgPool3d",
    "LPPool1d",
    "LPPool2d",
    "LPPool3d",
    "MaxPool1d",
    "MaxPool2d",
    "MaxPool3d",
    "MaxUnpool1d",
    "MaxUnpool2d",
    "MaxUnpool3d",
]
