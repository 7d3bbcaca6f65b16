"""Losses that are single operations; the others are composed in `engine.nn.functional`."""

import math
import warnings

import numpy as np

from engine.ops.declare import op
from engine.ops.reshaping import broadcast_tensors
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


def shared(g, shape, reduction):
    """The adjoint of `reduced`, before it is multiplied by what has the full shape."""
    return g / math.prod(shape) if reduction == "mean" else g


def matched(input, target):
    """Input and target in one shape; shapes that only broadcast are warned of."""
    if tuple(input.shape) == tuple(target.shape):
        return input, target
    warnings.warn(
        f"the target has shape {list(target.shape)}, the input {list(input.shape)}: they are "
        "broadcast against each other, which is rarely what was meant",
        UserWarning,
        stacklevel=4,
    )
    return broadcast_tensors(input, target)


def _mse_gradient(g, self, target, self_shape, reduction):
    return shared(g, self_shape, reduction) * 2 * (self - target)


@op(
    "_mse_loss",
    node="mse_loss",
    self=_mse_gradient,
    target=lambda g, self, target, self_shape, reduction: (
        _mse_gradient(g, target, self, self_shape, reduction)
    ),
)
def mse_loss(self, target, reduction="mean"):
    """Squared difference."""
    self, target = promote(self, target)
    difference = self - target
    return reduced(difference * difference, reduction)


def _is_close(difference, limit):
    return abs(difference) < limit


def _sign(value):
    return (value > 0) * 1.0 - (value < 0) * 1.0 if isinstance(value, np.ndarray | np.generic) else (
        value.sign()
    )


def _smooth_gradient(g, self, target, self_shape, reduction, beta):
    difference = self - target
    near = _is_close(difference, beta)
    slope = difference / beta * near + _sign(difference) * ~near if beta else _sign(difference)
    return shared(g, self_shape, reduction) * slope


@op(
    "_smooth_l1_loss",
    node="smooth_l1_loss",
    self=_smooth_gradient,
    target=lambda g, self, target, self_shape, reduction, beta: (
        _smooth_gradient(g, target, self, self_shape, reduction, beta)
    ),
)
def smooth_l1_loss(self, target, reduction="mean", beta=1.0):
    """Quadratic below `beta`, linear above (Girshick 2015)."""
    self, target = promote(self, target)
    size = np.abs(self - target)
    values = np.where(size < beta, 0.5 * size * size / beta, size - 0.5 * beta) if beta else size
    return reduced(values, reduction)


def _huber_gradient(g, self, target, self_shape, reduction, delta):
    difference = self - target
    near = abs(difference) <= delta
    slope = difference * near + _sign(difference) * delta * ~near
    return shared(g, self_shape, reduction) * slope


@op(
    "_huber_loss",
    node="huber_loss",
    self=_huber_gradient,
    target=lambda g, self, target, self_shape, reduction, delta: (
        _huber_gradient(g, target, self, self_shape, reduction, delta)
    ),
)
def huber_loss(self, target, reduction="mean", delta=1.0):
    """Quadratic below `delta`, linear above (Huber 1964)."""
    self, target = promote(self, target)
    size = np.abs(self - target)
    values = np.where(size <= delta, 0.5 * size * size, delta * (size - 0.5 * delta))
    return reduced(values, reduction)


# ---- class indices ------------------------------------------------------------------------------


def _picked(target, ignore_index):
    """Where the loss counts, and a target that is a valid index everywhere."""
    counts = target != ignore_index
    return counts, np.where(counts, target, 0)


def _class_weights(self, target, weight, ignore_index):
    """The weight of every position, 0 where it is ignored; of the shape of `target`."""
    counts, safe = _picked(target, ignore_index)
    each = counts.astype(self.dtype)
    return each if weight is None else each * weight[safe]


def _at_class(safe, axis):
    return np.expand_dims(safe, axis)


@op(
    "_nll_loss",
    node="nll_loss",
    saves=("target", "weight"),
    self=lambda g, self_shape, target, weight, reduction, ignore_index: nll_loss_backward(
        g, self_shape, target, weight, reduction, ignore_index
    ),
)
def nll_loss(self, target, weight=None, reduction="mean", ignore_index=-100):
    """Minus the log-probability at the target's index; classes are dimension 1 (or the only)."""
    axis = 1 if self.ndim > 1 else 0
    _check_classes(self, target, ignore_index, axis)
    _, safe = _picked(target, ignore_index)
    each = _class_weights(self, target, weight, ignore_index)
    picked = np.take_along_axis(self, _at_class(safe, axis), axis).squeeze(axis)
    values = -picked * each
    values = np.where(each == 0, self.dtype.type(0), values)
    if reduction != "mean":
        return reduced(values, reduction)
    return values.sum(dtype=self.dtype) / each.sum(dtype=self.dtype)


def _check_classes(self, target, ignore_index, axis):
    if target.dtype not in (np.int64, np.uint8):
        raise RuntimeError("class targets must be int64")
    expected = self.shape[:axis] + self.shape[axis + 1 :]
    if target.shape != expected:
        error = ValueError if self.shape[:1] != target.shape[:1] and self.ndim > 1 else RuntimeError
        raise error(f"the target has shape {list(target.shape)}, and {list(expected)} was expected")
    classes = self.shape[axis]
    bad = (target != ignore_index) & ((target < 0) | (target >= classes))
    if np.any(bad):
        raise IndexError(f"a target is no class: {classes} classes are numbered from 0")


@op(
    "_nll_loss_backward",
    saves=("target", "weight"),
    g=lambda g, target, weight, reduction, ignore_index, shape: nll_loss_gather(
        g, shape, target, weight, reduction, ignore_index
    ),
)
def nll_loss_backward(g, shape, target, weight, reduction, ignore_index):
    """The gradient at the log-probabilities: minus the weight at the target's index."""
    result = np.zeros(shape, g.dtype)
    axis = 1 if len(shape) > 1 else 0
    _, safe = _picked(target, ignore_index)
    scale = _scale(g, target, weight, reduction, ignore_index)
    np.put_along_axis(result, _at_class(safe, axis), _at_class(-scale * g, axis), axis)
    return result


def nll_loss_gather(g, shape, target, weight, reduction, ignore_index):
    """The adjoint of `nll_loss_backward`."""
    if not isinstance(g, np.ndarray | np.generic):
        raise NotImplementedError("third derivatives of nll_loss are not supported")
    axis = 1 if len(shape) > 1 else 0
    _, safe = _picked(target, ignore_index)
    picked = np.take_along_axis(g, _at_class(safe, axis), axis).squeeze(axis)
    values = -picked * _scale(g, target, weight, reduction, ignore_index)
    return values if reduction == "none" else values.sum()


def _scale(like, target, weight, reduction, ignore_index):
    each = _class_weights(like, target, weight, ignore_index)
    return each / each.sum() if reduction == "mean" else each


# ---- probabilities ------------------------------------------------------------------------------


def _bce_gradient(g, self, target, weight, self_shape, reduction):
    # PyTorch bounds the denominator below, so that 0 and 1 give large instead of infinite values
    denominator = (1 - self) * self
    denominator = (
        np.maximum(denominator, 1e-12)
        if isinstance(denominator, np.ndarray | np.generic)
        else denominator.clamp(min=1e-12)
    )
    slope = (self - target) / denominator
    slope = slope if weight is None else slope * weight
    return shared(g, self_shape, reduction) * slope


def _log_odds(g, self, weight, self_shape, reduction):
    odds = _log(1 - self) - _log(self)
    odds = odds if weight is None else odds * weight
    return shared(g, self_shape, reduction) * odds


def _log(value):
    return np.log(value) if isinstance(value, np.ndarray | np.generic) else value.log()


@op(
    "_binary_cross_entropy",
    node="binary_cross_entropy",
    saves=("weight",),
    self=_bce_gradient,
    target=_log_odds,
)
def binary_cross_entropy(self, target, weight=None, reduction="mean"):
    """Cross entropy of probabilities; logarithms are bounded below by -100."""
    if self.shape != target.shape:
        raise ValueError(
            f"the target has shape {list(target.shape)}, the input {list(self.shape)}; "
            "binary_cross_entropy() wants them equal"
        )
    if np.any(self < 0) or np.any(self > 1):
        raise RuntimeError("binary_cross_entropy() takes probabilities between 0 and 1")
    log, log_rest = np.maximum(np.log(self), -100), np.maximum(np.log(1 - self), -100)
    values = (target - 1) * log_rest - target * log
    values = values if weight is None else values * weight
    return reduced(values.astype(self.dtype, copy=False), reduction)


def _sigmoid(value):
    if not isinstance(value, np.ndarray | np.generic):
        return value.sigmoid()
    return 1 / (1 + np.exp(-value))


def _logits_gradient(g, self, target, weight, pos_weight, self_shape, reduction):
    if pos_weight is None:
        slope = _sigmoid(self) - target
    else:
        positive = pos_weight * target
        slope = (positive + 1 - target) * _sigmoid(self) - positive
    slope = slope if weight is None else slope * weight
    return shared(g, self_shape, reduction) * slope


def _logits_target_gradient(g, self, weight, pos_weight, self_shape, reduction):
    if pos_weight is None:
        slope = -self
    else:
        log = _log(_sigmoid(self))
        slope = _log(1 - _sigmoid(self)) - pos_weight * log
    slope = slope if weight is None else slope * weight
    return shared(g, self_shape, reduction) * slope


@op(
    "_binary_cross_entropy_with_logits",
    node="binary_cross_entropy_with_logits",
    saves=("weight", "pos_weight"),
    self=_logits_gradient,
    target=_logits_target_gradient,
)
def binary_cross_entropy_with_logits(self, target, weight=None, pos_weight=None, reduction="mean"):
    """Cross entropy of `sigmoid(self)`, computed without overflow."""
    if self.shape != target.shape:
        raise ValueError(
            f"the target has shape {list(target.shape)}, the input {list(self.shape)}; "
            "they must be equal"
        )
    log = np.minimum(self, 0) - np.log1p(np.exp(-np.abs(self)))
    factor = 1 if pos_weight is None else (pos_weight - 1) * target + 1
    values = (1 - target) * self - factor * log
    values = values if weight is None else values * weight
    return reduced(values.astype(self.dtype, copy=False), reduction)
