"""Dropout."""

from engine.nn import functional
from engine.nn.modules.module import Module


class _DropoutNd(Module):
    """Zeroes at random in training, and scales the rest so that the mean stays."""

    _function = "dropout"

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"the probability of dropout must be between 0 and 1, not {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return getattr(functional, self._function)(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """Zeroes single elements."""


class Dropout1d(_DropoutNd):
    """Zeroes whole channels of (N, C, L)."""

    _function = "dropout1d"


class Dropout2d(_DropoutNd):
    """Zeroes whole channels of (N, C, H, W)."""

    _function = "dropout2d"


class Dropout3d(_DropoutNd):
    """Zeroes whole channels of (N, C, D, H, W)."""

    _function = "dropout3d"


class AlphaDropout(_DropoutNd):
    """Dropout for SELU activations."""

    def forward(self, input):
        return functional.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    """Dropout of whole channels for SELU activations."""

    def forward(self, input):
        return functional.feature_alpha_dropout(input, self.p, self.training)


__all__ = [
    "AlphaDropout",
    "Dropout",
    "Dropout1d",
    "Dropout2d",
    "Dropout3d",
    "FeatureAlphaDropout",
]
