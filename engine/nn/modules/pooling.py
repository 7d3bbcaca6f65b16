"""Poolings."""

from engine.nn import functional
from engine.nn.modules.conv import each
from engine.nn.modules.layer import REQUIRED, Layer, layer


class _Windows(Layer):
    """What is done window by window; unless a stride is given, these lie side by side."""

    @classmethod
    def _bind(cls, args, kwargs):
        options = super()._bind(args, kwargs)
        if options["stride"] is None:
            options["stride"] = options["kernel_size"]
        return options


class _MaxPoolNd(_Windows):
    """The largest of each window."""


class _AvgPoolNd(_Windows):
    """The mean of each window."""


def _for_each(options, dims):
    """The options with a number for each dimension."""
    return {k: each(v, dims) if k in _WINDOW else v for k, v in options.items()}


class _AvgPool1d(_AvgPoolNd):
    @classmethod
    def _bind(cls, args, kwargs):
        return _for_each(super()._bind(args, kwargs), 1)


class _MaxUnpoolNd(_Windows):
    """Values back at the places that max pooling took them from, zeros elsewhere."""

    @classmethod
    def _bind(cls, args, kwargs):
        dims = int(cls._function[-2])  # of "max_unpool2d"
        return _for_each(super()._bind(args, kwargs), dims)

    def forward(self, input, indices, output_size=None):
        unpool = getattr(functional, self._function)
        return unpool(input, indices, **self._given(), output_size=output_size)


class _AdaptiveAvgPoolNd(Layer):
    """Means of as many windows as there are to be."""


class _AdaptiveMaxPoolNd(Layer):
    """Maxima of as many windows as there are to be."""


class _RootPool(Layer):
    """With a float power, of which means of integers are no integers."""

    def _given(self):
        return {**super()._given(), "norm_type": float(self.norm_type)}


def _pool(name, function, base, shown, **options):
    return layer(name, function, "pooling", base=base, shown=shown, **options)


def _pools(name, function, base, shown, counts=(1, 2, 3), **options):
    """The modules for so many dimensions."""
    return [_pool(f"{name}{n}d", f"{function}{n}d", base, shown, **options) for n in counts]


_SIZE = {"output_size": REQUIRED}
_WINDOW = {"kernel_size": REQUIRED, "stride": None, "padding": 0}
_ROOT = {"norm_type": REQUIRED, "kernel_size": REQUIRED, "stride": None, "ceil_mode": False}
_MAX = {**_WINDOW, "dilation": 1, "return_indices": False, "ceil_mode": False}
_AVERAGE = {**_WINDOW, "ceil_mode": False, "count_include_pad": True}
_SHOWN = (*_WINDOW, "dilation", "ceil_mode")

MaxPool1d, MaxPool2d, MaxPool3d = _pools("MaxPool", "max_pool", _MaxPoolNd, _SHOWN, **_MAX)
MaxUnpool1d, MaxUnpool2d, MaxUnpool3d = _pools(
    "MaxUnpool", "max_unpool", _MaxUnpoolNd, _WINDOW, **_WINDOW
)
AvgPool1d = _pool("AvgPool1d", "avg_pool1d", _AvgPool1d, _WINDOW, **_AVERAGE)
AvgPool2d, AvgPool3d = _pools(
    "AvgPool", "avg_pool", _AvgPoolNd, _WINDOW, (2, 3), **_AVERAGE, divisor_override=None
)
AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d = _pools(
    "AdaptiveAvgPool", "adaptive_avg_pool", _AdaptiveAvgPoolNd, _SIZE, **_SIZE
)
AdaptiveMaxPool1d, AdaptiveMaxPool2d, AdaptiveMaxPool3d = _pools(
    "AdaptiveMaxPool",
    "adaptive_max_pool",
    _AdaptiveMaxPoolNd,
    _SIZE,
    **_SIZE,
    return_indices=False,
)
LPPool1d, LPPool2d, LPPool3d = _pools("LPPool", "lp_pool", _RootPool, _ROOT, **_ROOT)

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
