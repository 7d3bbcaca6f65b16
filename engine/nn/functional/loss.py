"""Losses of `torch.nn.functional`."""

import math

from engine.ops import loss as ops
from engine.ops.declare import OPS

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cosine_embedding_loss",
    "cross_entropy",
    "gaussian_nll_loss",
    "hinge_embedding_loss",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "margin_ranking_loss",
    "mse_loss",
    "multilabel_soft_margin_loss",
    "nll_loss",
    "poisson_nll_loss",
    "smooth_l1_loss",
    "soft_margin_loss",
    "triplet_margin_loss",
]


def _reduction(size_average, reduce, reduction):
    """The old pair of flags, where it is given."""
    if size_average is None and reduce is None:
        return reduction
    if reduce is False:
        return "none"
    return "sum" if size_average is False else "mean"


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Squared difference."""
    reduction = _reduction(size_average, reduce, reduction)
    input, target = ops.matched(input, target)
    if weight is not None:
        return ops.reduced(ops.mse_loss(input, target, "none") * weight, reduction)
    return ops.mse_loss(input, target, reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Absolute difference."""
    reduction = _reduction(size_average, reduce, reduction)
    input, target = ops.matched(input, target)
    values = (input - target).abs()
    return ops.reduced(values if weight is None else values * weight, reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Quadratic below `beta`, linear above."""
    if beta < 0:
        raise RuntimeError("smooth_l1_loss() takes a beta of at least 0")
    reduction = _reduction(size_average, reduce, reduction)
    return ops.smooth_l1_loss(*ops.matched(input, target), reduction, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Quadratic below `delta`, linear above."""
    if delta <= 0:
        raise RuntimeError("huber_loss() takes a delta above 0")
    input, target = ops.matched(input, target)
    if weight is not None:
        return ops.reduced(ops.huber_loss(input, target, "none", delta) * weight, reduction)
    return ops.huber_loss(input, target, reduction, delta)


def nll_loss(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
):
    """Minus the log-probability of the target class; classes are dimension 1 (or the only)."""
    return ops.nll_loss(
        input, target, weight, _reduction(size_average, reduce, reduction), ignore_index
    )


def cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
):
    """`nll_loss` of `log_softmax`; the target is class indices, or probabilities."""
    reduction = _reduction(size_average, reduce, reduction)
    axis = 1 if input.ndim > 1 else 0
    log = OPS["log_softmax"](input, axis)
    if target.is_floating_point():
        return _soft_cross_entropy(log, target, weight, reduction, label_smoothing, axis)
    loss = ops.nll_loss(log, target, weight, reduction, ignore_index)
    if not label_smoothing:
        return loss
    smooth = _uniform_loss(log, target, weight, reduction, ignore_index, axis)
    return (1 - label_smoothing) * loss + label_smoothing / input.shape[axis] * smooth


def _soft_cross_entropy(log, target, weight, reduction, smoothing, axis):
    classes = log.shape[axis]
    if smoothing:
        target = target * (1 - smoothing) + smoothing / classes
    if weight is not None:
        log = log * weight.reshape([-1 if d == axis else 1 for d in range(log.ndim)])
    values = -(log * target).sum(axis)
    if reduction != "mean":
        return ops.reduced(values, reduction)
    return values.sum() / max(values.numel(), 1)


def _uniform_loss(log, target, weight, reduction, ignore_index, axis):
    """The part of label smoothing: the loss against all classes alike."""
    if weight is not None:
        shape = [-1 if d == axis else 1 for d in range(log.ndim)]
        values = -(log * weight.reshape(shape)).sum(axis)
    else:
        values = -log.sum(axis)
    ignored = target == ignore_index
    values = values.masked_fill(ignored, 0.0)
    if reduction != "mean":
        return ops.reduced(values, reduction)
    if weight is not None:
        counted = weight[target.masked_fill(ignored, 0)].masked_fill(ignored, 0.0).sum()
        return values.sum() / counted
    return values.sum() / (target.numel() - ignored.sum())


def _check_same_size(input, target):
    if tuple(input.shape) != tuple(target.shape):
        raise ValueError(
            f"the target is {list(target.shape)} and the input {list(input.shape)}; "
            "they must be the same"
        )


def binary_cross_entropy(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """Cross entropy of probabilities."""
    _check_same_size(input, target)
    return ops.binary_cross_entropy(
        input, target, weight, _reduction(size_average, reduce, reduction)
    )


def binary_cross_entropy_with_logits(
    input,
    target,
    weight=None,
    size_average=None,
    reduce=None,
    reduction="mean",
    pos_weight=None,
):
    """Cross entropy of `sigmoid(input)`, computed without overflow."""
    _check_same_size(input, target)
    reduction = _reduction(size_average, reduce, reduction)
    return ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """Kullback-Leibler divergence; `input` holds log-probabilities."""
    reduction = _reduction(size_average, reduce, reduction)
    if log_target:
        values = target.exp() * (target - input)
    else:
        values = OPS["xlogy"](target, target) - target * input
    if reduction == "batchmean":
        return values.sum() / (input.shape[0] if input.ndim else 1)
    return ops.reduced(values, reduction)


def poisson_nll_loss(
    input,
    target,
    log_input=True,
    full=False,
    size_average=None,
    eps=1e-8,
    reduce=None,
    reduction="mean",
):
    """Minus the log-likelihood of a Poisson distribution."""
    if log_input:
        values = input.exp() - target * input
    else:
        values = input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        values = values + stirling.masked_fill(target <= 1, 0)
    return ops.reduced(values, _reduction(size_average, reduce, reduction))


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """Minus the log-likelihood of a normal distribution with variance `var`."""
    if not hasattr(var, "clamp"):
        var = input.new_ones(input.shape) * var
    if tuple(var.shape) != tuple(input.shape) and tuple(input.shape[:-1]) == tuple(var.shape):
        var = var.unsqueeze(-1)
    bounded = var.detach().clamp(min=eps) + (var - var.detach())
    values = 0.5 * (bounded.log() + (input - target) ** 2 / bounded)
    if full:
        values = values + 0.5 * math.log(2 * math.pi)
    return ops.reduced(values, reduction)


def hinge_embedding_loss(
    input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"
):
    """`input` where the target is 1, what is missing to the margin where it is -1."""
    far = (margin - input).clamp(min=0).masked_fill(target == 1, 0)
    near = input.masked_fill(target == -1, 0)
    return ops.reduced(far + near, _reduction(size_average, reduce, reduction))


def margin_ranking_loss(
    input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"
):
    """What is missing to `input1` leading by the margin, in the target's direction."""
    values = (-target * (input1 - input2) + margin).clamp(min=0)
    return ops.reduced(values, _reduction(size_average, reduce, reduction))


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """`log(1 + exp(-target * input))`."""
    values = (-target * input).exp().log1p()
    return ops.reduced(values, _reduction(size_average, reduce, reduction))


def multilabel_soft_margin_loss(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """Binary cross entropy with logits, averaged over classes."""
    values = -(
        target * OPS["logsigmoid"](input) + (1 - target) * OPS["logsigmoid"](-input)
    )
    values = values if weight is None else values * weight
    return ops.reduced(values.mean(-1), _reduction(size_average, reduce, reduction))


def cosine_embedding_loss(
    input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"
):
    """1 - cosine where the target is 1, what exceeds the margin where it is -1."""
    from engine.ops.norms import cosine_similarity

    cosine = cosine_similarity(input1, input2, dim=input1.ndim - 1, eps=1e-8)
    same = (1 - cosine).masked_fill(target == -1, 0)
    other = (cosine - margin).clamp(min=0).masked_fill(target == 1, 0)
    return ops.reduced(same + other, _reduction(size_average, reduce, reduction))


def triplet_margin_loss(
    anchor,
    positive,
    negative,
    margin=1.0,
    p=2,
    eps=1e-6,
    swap=False,
    size_average=None,
    reduce=None,
    reduction="mean",
):
    """What is missing to the positive being nearer than the negative by the margin."""
    from engine.ops.norms import pairwise_distance

    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = OPS["minimum"](far, pairwise_distance(positive, negative, p, eps))
    values = (near - far + margin).clamp(min=0)
    return ops.reduced(values, _reduction(size_average, reduce, reduction))
