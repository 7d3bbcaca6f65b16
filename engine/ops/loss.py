"""Losses that are single operations."""

import warnings

from engine.ops.declare import op
from engine.ops.promote import promote


def reduced(values, reduction):
    """Elementwise losses averaged, summed or as they are."""
    if reduction == "mean":
        return values.mean()
    if reduction == "sum":
        return values.sum()
    if reduction == "none":
        return values
    raise ValueError(f"reduction must be 'mean', 'sum' or 'none', not {reduction!r}")


def _spread_loss(g, shape, reduction):
    if reduction != "mean":
        return g
    count = 1
    for size in shape:
        count *= size
    return g / count


@op(
    "mse_loss",
    self=lambda g, self, target, self_shape, reduction: (
        _spread_loss(g, self_shape, reduction) * 2 * (self - target)
    ),
    target=lambda g, self, target, self_shape, reduction: (
        _spread_loss(g, self_shape, reduction) * 2 * (target - self)
    ),
)
def _mse_loss(self, target, reduction="mean"):
    self, target = promote(self, target)
    difference = self - target
    return reduced(difference * difference, reduction)


def mse_loss(input, target, reduction="mean"):
    """Squared difference; shapes that only broadcast are warned of."""
    if tuple(input.shape) != tuple(target.shape):
        warnings.warn(
            f"the target has shape {list(target.shape)}, the input {list(input.shape)}: they are "
            "broadcast against each other, which is rarely what was meant",
            UserWarning,
            stacklevel=3,
        )
        from engine.ops.joining import broadcast_tensors

        input, target = broadcast_tensors(input, target)
    return _mse_loss(input, target, reduction)


