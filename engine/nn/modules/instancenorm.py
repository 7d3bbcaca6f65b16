"""Normalisation of each sample's channels."""

import warnings

from engine.nn import functional
from engine.nn.modules.batchnorm import _NormBase


class _InstanceNorm(_NormBase):
    """Normalises each channel of each sample, which may stand alone without a batch dimension."""

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=False,
        track_running_stats=False,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        super().__init__(
            num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias
        )

    def forward(self, input):
        self._check_input_dim(input)
        channels = input.dim() - max(self.dims) + 1
        if input.size(channels) != self.num_features:
            if self.affine:
                raise ValueError(
                    f"{self.num_features} channels were expected in dimension {channels}, "
                    f"and the input has {input.size(channels)}"
                )
            warnings.warn(
                f"the input has {input.size(channels)} channels, not {self.num_features}",
                UserWarning,
                stacklevel=3,
            )
        if channels == 0:
            return self._normalised(input.unsqueeze(0)).squeeze(0)
        return self._normalised(input)

    def _normalised(self, input):
        return functional.instance_norm(
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            0.0 if self.momentum is None else self.momentum,
            self.eps,
        )


class InstanceNorm1d(_InstanceNorm):
    """Over (N, C, L)."""

    dims = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Over (N, C, H, W)."""

    dims = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """Over (N, C, D, H, W)."""

    dims = (4, 5)


__all__ = ["InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"]
