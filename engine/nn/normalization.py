"""Normalisation as modules."""

from engine.creation import empty, ones, zeros
from engine.data import tensor
from engine.dtype import int64
from engine.nn import functional, init
from engine.nn.module import Module
from engine.nn.parameter import Parameter


class _BatchNorm(Module):
    """Normalises each channel: by the batch in training, by running moments in evaluation."""

    __module__ = "torch.nn.modules.batchnorm"
    dims = ()

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        for name in ("weight", "bias"):
            value = Parameter(empty(num_features, dtype=dtype)) if affine else None
            self.register_parameter(name, value)
        tracked = track_running_stats
        self.register_buffer("running_mean", zeros(num_features, dtype=dtype) if tracked else None)
        self.register_buffer("running_var", ones(num_features, dtype=dtype) if tracked else None)
        self.register_buffer("num_batches_tracked", tensor(0, dtype=int64) if tracked else None)
        self.reset_parameters()

    def reset_running_stats(self):
        """Forget the running moments."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        """Scale 1 and shift 0."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def _check(self, input):
        if input.ndim not in self.dims:
            wanted = " or ".join(map(str, self.dims))
            raise ValueError(f"{type(self).__name__} takes {wanted} dimensions, not {input.ndim}")

    def forward(self, input):
        self._check(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / self.num_batches_tracked.item()
        by_batch = self.training or self.running_mean is None
        keep = not self.training or self.track_running_stats
        return functional.batch_norm(
            input,
            self.running_mean if keep else None,
            self.running_var if keep else None,
            self.weight,
            self.bias,
            by_batch,
            factor,
            self.eps,
        )

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"affine={self.affine}, track_running_stats={self.track_running_stats}"
        )


class BatchNorm1d(_BatchNorm):
    """Over (N, C) or (N, C, L)."""

    dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Over (N, C, H, W)."""

    dims = (4,)


class BatchNorm3d(_BatchNorm):
    """Over (N, C, D, H, W)."""

    dims = (5,)


class _InstanceNorm(_BatchNorm):
    """Normalises each channel of each sample."""

    __module__ = "torch.nn.modules.instancenorm"

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats)

    def forward(self, input):
        self._check(input)
        return functional.instance_norm(
            input, None, None, self.weight, self.bias, True, self.momentum, self.eps
        )


class InstanceNorm1d(_InstanceNorm):
    """Over (N, C, L)."""

    dims = (3,)


class InstanceNorm2d(_InstanceNorm):
    """Over (N, C, H, W)."""

    dims = (4,)


class LayerNorm(Module):
    """Normalises over the last dimensions."""

    __module__ = "torch.nn.modules.normalization"

    def __init__(
        self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None
    ):
        super().__init__()
        single = isinstance(normalized_shape, int)
        self.normalized_shape = (normalized_shape,) if single else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        for name, wanted in (("weight", True), ("bias", bias)):
            value = None
            if elementwise_affine and wanted:
                value = Parameter(empty(*self.normalized_shape, dtype=dtype))
            self.register_parameter(name, value)
        self.reset_parameters()

    def reset_parameters(self):
        """Scale 1 and shift 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def forward(self, input):
        return functional.layer_norm(
            input, self.normalized_shape, self.weight, self.bias, self.eps
        )

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(Module):
    """Normalises over groups of channels."""

    __module__ = "torch.nn.modules.normalization"

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError("num_channels must be divisible by num_groups")
        self.num_groups, self.num_channels = num_groups, num_channels
        self.eps, self.affine = eps, affine
        self.weight = Parameter(ones(num_channels, dtype=dtype)) if affine else None
        self.bias = Parameter(zeros(num_channels, dtype=dtype)) if affine else None

    def forward(self, input):
        return functional.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"


class RMSNorm(Module):
    """Divides by the root of the mean square over the last dimensions."""

    __module__ = "torch.nn.modules.normalization"

    def __init__(
        self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None
    ):
        super().__init__()
        single = isinstance(normalized_shape, int)
        self.normalized_shape = (normalized_shape,) if single else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        value = Parameter(ones(*self.normalized_shape, dtype=dtype)) if elementwise_affine else None
        self.register_parameter("weight", value)

    def forward(self, input):
        return functional.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


__all__ = [
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "GroupNorm",
    "InstanceNorm1d",
    "InstanceNorm2d",
    "LayerNorm",
    "RMSNorm",
]
