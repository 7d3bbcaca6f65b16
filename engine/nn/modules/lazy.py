"""Layers that learn the number of their inputs from the first input they see."""

from engine.data import tensor
from engine.nn.modules import batchnorm, conv, linear
from engine.nn.parameter import UninitializedBuffer, UninitializedParameter


class _Lazy:
    """Until its first call, a layer whose parameters have no shape; it is another's after it."""

    def _wait(self, *names):
        for name in names:
            self._parameters[name] = UninitializedParameter()

    def has_uninitialized_params(self):
        """Whether a parameter or buffer has no shape yet."""
        kinds = (UninitializedParameter, UninitializedBuffer)
        return any(
            isinstance(v, kinds) for v in (*self._parameters.values(), *self._buffers.values())
        )

    def reset_parameters(self):
        """Draw new values, where there are shapes."""
        if not self.has_uninitialized_params() and self._known():
            super().reset_parameters()

    def __call__(self, input, *args, **kwargs):
        if self.has_uninitialized_params():
            self._learn(input)
            for value in (*self._parameters.values(), *self._buffers.values()):
                if isinstance(value, UninitializedParameter | UninitializedBuffer):
                    value.materialize(self._shape_of(value))
            self.reset_parameters()
        self.__class__ = self.cls_to_become
        return self(input, *args, **kwargs)


class LazyLinear(_Lazy, linear.Linear):
    """A `Linear` that learns `in_features`."""

    cls_to_become = linear.Linear

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        super().__init__(0, 0, False)
        self.out_features = out_features
        self._wait("weight", *(["bias"] if bias else []))

    def _known(self):
        return self.in_features != 0

    def _learn(self, input):
        self.in_features = input.shape[-1]

    def _shape_of(self, parameter):
        if parameter is self._parameters["bias"]:
            return (self.out_features,)
        return (self.out_features, self.in_features)


class _LazyConv(_Lazy):
    def __init__(self, out_channels, kernel_size, *args, bias=True, groups=1, **kwargs):
        super().__init__(groups, groups, kernel_size, *args, groups=groups, bias=False, **kwargs)
        self.in_channels, self.out_channels = 0, out_channels
        self._wait("weight", *(["bias"] if bias else []))

    def _known(self):
        return self.in_channels != 0

    def _learn(self, input):
        dims = len(self.kernel_size)
        if input.dim() not in (dims + 1, dims + 2):
            raise RuntimeError(f"the input has {input.dim()} dimensions, not {dims + 1} or more")
        self.in_channels = input.shape[-dims - 1]
        if self.in_channels % self.groups:
            raise ValueError(f"{self.in_channels} channels do not divide into {self.groups} groups")

    def _shape_of(self, parameter):
        if parameter is self._parameters["bias"]:
            return (self.out_channels,)
        outer, inner = self.out_channels, self.in_channels // self.groups
        if self.transposed:
            outer, inner = self.in_channels, self.out_channels // self.groups
        return (outer, inner, *self.kernel_size)


class _LazyBatchNorm(_Lazy):
    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, **made):
        super().__init__(0, eps, momentum, False, False, **made)
        self.affine, self.track_running_stats = affine, track_running_stats
        if affine:
            self._wait("weight", "bias")
        if track_running_stats:
            self._buffers["running_mean"] = UninitializedBuffer()
            self._buffers["running_var"] = UninitializedBuffer()
            self._buffers["num_batches_tracked"] = tensor(0)

    def _known(self):
        return self.num_features != 0

    def _learn(self, input):
        self.num_features = input.shape[1]

    def _shape_of(self, _):
        return (self.num_features,)


class LazyConv1d(_LazyConv, conv.Conv1d):
    """A `Conv1d` that learns `in_channels`."""

    cls_to_become = conv.Conv1d


class LazyConvTranspose1d(_LazyConv, conv.ConvTranspose1d):
    """A `ConvTranspose1d` that learns `in_channels`."""

    cls_to_become = conv.ConvTranspose1d


class LazyBatchNorm1d(_LazyBatchNorm, batchnorm.BatchNorm1d):
    """A `BatchNorm1d` that learns `num_features`."""

    cls_to_become = batchnorm.BatchNorm1d


class LazyConv2d(_LazyConv, conv.Conv2d):
    """A `Conv2d` that learns `in_channels`."""

    cls_to_become = conv.Conv2d


class LazyConvTranspose2d(_LazyConv, conv.ConvTranspose2d):
    """A `ConvTranspose2d` that learns `in_channels`."""

    cls_to_become = conv.ConvTranspose2d


class LazyBatchNorm2d(_LazyBatchNorm, batchnorm.BatchNorm2d):
    """A `BatchNorm2d` that learns `num_features`."""

    cls_to_become = batchnorm.BatchNorm2d


class LazyConv3d(_LazyConv, conv.Conv3d):
    """A `Conv3d` that learns `in_channels`."""

    cls_to_become = conv.Conv3d


class LazyConvTranspose3d(_LazyConv, conv.ConvTranspose3d):
    """A `ConvTranspose3d` that learns `in_channels`."""

    cls_to_become = conv.ConvTranspose3d


class LazyBatchNorm3d(_LazyBatchNorm, batchnorm.BatchNorm3d):
    """A `BatchNorm3d` that learns `num_features`."""

    cls_to_become = batchnorm.BatchNorm3d


__all__ = [
    "LazyBatchNorm1d",
    "LazyBatchNorm2d",
    "LazyBatchNorm3d",
    "LazyConv1d",
    "LazyConv2d",
    "LazyConv3d",
    "LazyConvTranspose1d",
    "LazyConvTranspose2d",
    "LazyConvTranspose3d",
    "LazyLinear",
]
