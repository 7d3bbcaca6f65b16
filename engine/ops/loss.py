"""Elementwise losses that are single operations; others are composed in `engine.nn.functional`."""

import warnings
from math import prod

import numpy as np

from engine.ops import rounded
from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.clamping import clamp_min
from engine.ops.declare import op
from engine.ops.elementary import exp, log, log1p
from engine.ops.pointwise import shrunk
from engine.ops.promote import promote, refuse
from engine.ops.reshaping import broadcast_tensors
from engine.ops.selecting import where
from engine.ops.smooth import logsigmoid
from engine.ops.special import sigmoid
from engine.ops.summing import summed
from engine.ops.whole import otherwise, whole
from engine.strides import arranged
from engine.tensor import Tensor


def reduced(values, reduction):
    """Elementwise losses averaged, summed or as they are."""
    if reduction == "none":
        return values
    if isinstance(values, Tensor):
        return values.mean() if reduction == "mean" else values.sum()
    if values.dtype.char == "e" and reduction == "mean":  # which is rounded once
        return reduced(values.astype(np.float32), reduction).astype(np.float16)
    total = summed(values, None)
    return total / values.dtype.type(values.size) if reduction == "mean" else total


def shared(g, shape, reduction):
    """The adjoint of `reduced`, before it is multiplied by what has the full shape."""
    return shrunk(g, prod(shape)) if reduction == "mean" else g


def sloped(g, slope, shape, reduction):
    """The adjoint of `reduced` times a slope; in a graph the division comes last."""
    return (
        shared(g * slope, shape, reduction)
        if isinstance(g, Tensor)
        else (shared(g, shape, reduction) * slope)
    )


def matched(input, target):
    """Input and target in one shape; shapes that only broadcast are warned of."""
    if input._data.shape == target._data.shape:
        return input, target
    warnings.warn(
        f"the target has shape {list(target.shape)}, the input {list(input.shape)}: they are "
        "broadcast against each other, which is rarely what was meant",
        UserWarning,
        stacklevel=4,
    )
    return broadcast_tensors(input, target)


# ---- squares ------------------------------------------------------------------------------------


@op(
    "_mse_loss_backward",
    node="mse_loss_backward",
    g=lambda g_, self, target, reduction: reduced(g_ * (self - target) * 2, reduction),
    self=lambda g_, g, self_shape, reduction: g_ * (shared(g, self_shape, reduction) * 2),
    target=lambda g_, g, self_shape, reduction: -g_ * (shared(g, self_shape, reduction) * 2),
)
def mse_backward(g, self, target, reduction):
    """The derivative of `mse_loss` by `self`."""
    return shared(g, self.shape, reduction) * 2 * (self - target)


_mse_gradient = mse_backward.op.forward


@op(
    "_mse_loss",
    node="mse_loss",
    self=otherwise(
        lambda g, self, target, reduction: _mse_gradient(g, self, target, reduction), mse_backward
    ),
    target=otherwise(
        lambda g, self, target, reduction: _mse_gradient(g, target, self, reduction),
        lambda g, self, target, reduction: mse_backward(g, target, self, reduction),
    ),
)
def mse_loss(self, target, reduction="mean"):
    """Squared difference."""
    refuse("mse_loss", "c", self, target)
    self, target = promote(self, target)
    difference = self - target
    return arranged(reduced(difference * difference, reduction), self, target)


# ---- squares near, lines far --------------------------------------------------------------------


def _bent_slope(difference, limit, near, far):
    """`near` times the difference up to the limit, `far` times its sign beyond."""
    x = bare(difference)
    inner = np.abs(x) < limit
    outer = np.where(inner, -0.0, np.sign(x) * far).astype(x.dtype)  # x + -0.0 is x, of any sign
    if np.isinf(x).any():
        difference = where(constant(~np.isinf(x), difference), difference, zeros_for(difference))
    return difference * constant((inner * near).astype(x.dtype), difference) + constant(
        outer, difference
    )


def _smooth_gradient(g, self, target, self_shape, reduction, beta):
    return shared(g, self_shape, reduction) * _bent_slope(self - target, beta, 1 / beta, 1)


@op(
    "_smooth_l1_loss",
    node="=SmoothL1LossBackward0",
    self=whole("=SmoothL1LossBackwardBackward0", _smooth_gradient),
    target=whole(
        "=SmoothL1LossBackwardBackward0",
        lambda g, self, target, self_shape, reduction, beta: _smooth_gradient(
            g, target, self, self_shape, reduction, beta
        ),
    ),
)
def smooth_l1_loss(self, target, reduction="mean", beta=1.0):
    """Quadratic below `beta`, linear above (Girshick 2015)."""
    self, target = promote(self, target)
    size = np.abs(self - target)
    return reduced(np.where(size < beta, 0.5 * size * size / beta, size - 0.5 * beta), reduction)


def _huber_gradient(g, self, target, self_shape, reduction, delta):
    if self.dtype != target.dtype:
        raise RuntimeError("huber_loss() has no gradient for operands that differ in dtype")
    return shared(g, self_shape, reduction) * _bent_slope(self - target, delta, 1, delta)


@op(
    "_huber_loss",
    node="huber_loss",
    self=whole("huber_loss_backward", _huber_gradient),
    target=whole(
        "huber_loss_backward",
        lambda g, self, target, self_shape, reduction, delta: _huber_gradient(
            g, target, self, self_shape, reduction, delta
        ),
    ),
)
def huber_loss(self, target, reduction="mean", delta=1.0):
    """Quadratic below `delta`, linear above (Huber 1964)."""
    self, target = promote(self, target)
    size = np.abs(self - target)
    values = np.where(size < delta, 0.5 * size * size, delta * (size - 0.5 * delta))
    return reduced(values, reduction)


def _soft_margin_slope(g, target, z):
    return -target * z / (z + 1) * g  # NaN where z is infinite, as PyTorch computes it


@op(
    "_soft_margin_loss",
    node="soft_margin_loss",
    saves=("target",),
    self=whole(
        "soft_margin_loss_backward",
        lambda g, self, target, self_shape, reduction: _soft_margin_slope(
            shared(g, self_shape, reduction), target, exp(-target * self)
        ),
    ),
)
def soft_margin_loss(self, target, reduction="mean"):
    """`log(1 + exp(-target * self))`."""
    values = rounded.log1p(rounded.exp(-target * self))
    return reduced(_of_shape(values, self.shape), reduction)


# ---- probabilities ------------------------------------------------------------------------------


def _of_shape(values, shape):
    """The losses, which targets and weights must not broadcast to another shape."""
    if values.shape != shape:
        raise RuntimeError(f"losses of shape {values.shape} do not fit an input of shape {shape}")
    return values


def _weighted(values, weight):
    return values if weight is None else values * weight


def _bce_gradient(g, self, target, weight, self_shape, reduction):
    return shared(g, self_shape, reduction) * _weighted(_bce_slope(self, target), weight)


def _bce_curvature(self, target):
    return (self * (self - 2 * target) + target) / ((self + _TINY) * (1 - self + _TINY)) ** 2


@op(
    "_bce_slope",
    self=lambda g, self, target: g * _bce_curvature(self, target),
    target=lambda g, self: -g / clamp_min((1 - self) * self, _TINY),
)
def _bce_slope(self, target):
    return (self - target) / np.maximum((1 - self) * self, _TINY)


_TINY = 1e-12  # as in PyTorch, so that 0 and 1 give large instead of infinite values


def _bce_target_gradient(g, self, target, weight, self_shape, reduction):
    odds = log1p(-self) - log(self)
    return sloped(g, _weighted(odds, weight), self_shape, reduction)


@op(
    "_binary_cross_entropy",
    node="binary_cross_entropy",
    saves=("weight",),
    self=whole("binary_cross_entropy_backward", _bce_gradient),
    target=_bce_target_gradient,
)
def binary_cross_entropy(self, target, weight=None, reduction="mean"):
    """Cross entropy of probabilities; logarithms are bounded below by -100."""
    for values in (self, target):
        if not np.all((values >= 0) & (values <= 1)):
            raise RuntimeError("binary_cross_entropy() takes probabilities between 0 and 1")
    near, far = np.maximum(np.log(self), -100), np.maximum(np.log1p(-self), -100)
    values = _of_shape(_weighted((target - 1) * far - target * near, weight), self.shape)
    return reduced(values.astype(self.dtype, copy=False), reduction)


def _logits_gradient(g, self, target, weight, pos_weight, self_shape, reduction):
    if pos_weight is None:
        slope = sigmoid(self) - target
    else:
        positive = pos_weight * target
        slope = (positive + 1 - target) * sigmoid(self) - positive
    return sloped(g, _weighted(slope, weight), self_shape, reduction)


def _logits_target_gradient(g, self, target, weight, pos_weight, self_shape, reduction):
    slope = -self
    if pos_weight is not None:
        slope = logsigmoid(slope) - pos_weight * logsigmoid(self)
    return sloped(g, _weighted(slope, weight), self_shape, reduction)


@op(
    "_binary_cross_entropy_with_logits",
    node="binary_cross_entropy_with_logits",
    saves=("weight", "pos_weight"),
    self=_logits_gradient,
    target=_logits_target_gradient,
)
def binary_cross_entropy_with_logits(self, target, weight=None, pos_weight=None, reduction="mean"):
    """Cross entropy of `sigmoid(self)`, computed without overflow."""
    near = np.minimum(self, 0) - rounded.log1p(rounded.exp(-np.abs(self)))
    factor = 1 if pos_weight is None else (pos_weight - 1) * target + 1
    values = _of_shape(_weighted((1 - target) * self - factor * near, weight), self.shape)
    return reduced(values.astype(self.dtype, copy=False), reduction)
