"""Losses of `torch.nn.functional`."""

import math

from engine.ops import class_loss
from engine.ops import loss as ops
from engine.ops.declare import OPS
from engine.ops.norms import cosine_similarity, pairwise_distance
from engine.ops.promote import one_dtype, refuse
from engine.ops.selecting import clamp_min, where
from engine.tensor import Tensor

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
    "multi_margin_loss",
    "multilabel_margin_loss",
    "multilabel_soft_margin_loss",
    "nll_loss",
    "poisson_nll_loss",
    "smooth_l1_loss",
    "soft_margin_loss",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
]


def _reduction(size_average, reduce, reduction):
    """The old pair of flags, where it is given."""
    if size_average is not None or reduce is not None:
        if reduce is False:
            return "none"
        return "sum" if size_average is False else "mean"
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"reduction must be 'mean', 'sum' or 'none', not {reduction!r}")
    return reduction


def _no_gradient(name, **tensors):
    for argument, tensor in tensors.items():
        if tensor is not None and tensor._requires:
            raise RuntimeError(
                f"{name}() has no derivative for {argument}, which must not require grad"
            )


# ---- differences --------------------------------------------------------------------------------


def _refuse_integers(name, input, target):
    """Two integer tensors have no loss; one of them is promoted."""
    if input._data.dtype.kind in "iub":
        refuse(name, "iub", target._data)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Squared difference."""
    reduction = _reduction(size_average, reduce, reduction)
    _refuse_integers("mse_loss", input, target)
    input, target = ops.matched(input, target)
    if weight is not None:
        return _weighted_mean(ops.mse_loss(input, target, "none"), weight, reduction)
    return ops.mse_loss(input, target, reduction)


def _weighted_mean(values, weight, reduction):
    """Weighted losses; their mean is that of the weights."""
    if values._data.shape != weight._data.shape:
        raise ValueError(
            f"the weight has shape {list(weight.shape)}, should be {list(values.shape)}"
        )
    values = values * weight
    return values.sum() / weight.sum() if reduction == "mean" else ops.reduced(values, reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Absolute difference."""
    reduction = _reduction(size_average, reduce, reduction)
    input, target = ops.matched(input, target)
    values = (input - target).abs()
    if weight is not None:
        return _weighted_mean(values, weight, reduction)
    return ops.reduced(values, reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Quadratic below `beta`, linear above."""
    if beta < 0:
        raise RuntimeError("smooth_l1_loss() takes a beta of at least 0")
    reduction = _reduction(size_average, reduce, reduction)
    _refuse_integers("smooth_l1_loss", input, target)
    if not beta:
        return l1_loss(input, target, reduction=reduction)
    return ops.smooth_l1_loss(*ops.matched(input, target), reduction, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Quadratic below `delta`, linear above."""
    reduction = _reduction(None, None, reduction)
    if delta <= 0:
        raise RuntimeError("huber_loss() takes a delta above 0")
    _refuse_integers("huber_loss", input, target)
    refuse("huber_loss", "iub", input._data, error=RuntimeError)
    input, target = ops.matched(input, target)
    if weight is not None:
        return ops.reduced(ops.huber_loss(input, target, "none", delta) * weight, reduction)
    return ops.huber_loss(input, target, reduction, delta).to(input.dtype)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """`log(1 + exp(-target * input))`."""
    refuse("soft_margin_loss", "iub", input._data, error=RuntimeError)
    target = target.to(input.dtype)
    return ops.soft_margin_loss(input, target, _reduction(size_average, reduce, reduction))


# ---- classes ------------------------------------------------------------------------------------


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
    reduction = _reduction(size_average, reduce, reduction)
    return _nll(input, target, weight, reduction, ignore_index)


def _nll(input, target, weight, reduction, ignore_index):
    refuse("nll_loss", "iub", input._data)
    one_dtype("nll_loss", input, weight)
    shape, wanted = input._data.shape, target._data.shape
    if not shape:
        raise ValueError("nll_loss() takes an input of at least 1 dimension")
    if len(shape) > 1 and (not wanted or shape[0] != wanted[0]):
        raise ValueError(f"the input has a batch of {shape[0]}, the target shape {list(wanted)}")
    if weight is not None and weight._requires:
        _no_gradient("nll_loss", weight=weight)
    if len(shape) <= 2:
        return class_loss.nll_loss(input, target, weight, reduction, ignore_index)
    if shape[:1] + shape[2:] != wanted:
        raise RuntimeError(f"the target has shape {list(wanted)}, the input {list(shape)}")
    if len(shape) == 4:
        return class_loss.nll_loss2d(input, target, weight, reduction, ignore_index)
    rows = 1 if 0 not in shape else 0
    input = input.contiguous().view(*shape[:2], rows, -1 if rows else 0)
    target = target.contiguous().view(shape[0], rows, -1 if rows else 0)
    result = class_loss.nll_loss2d(input, target, weight, reduction, ignore_index)
    return result.view(wanted) if reduction == "none" else result


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
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing is between 0 and 1, not {label_smoothing}")
    axis = 1 if input.ndim > 1 else 0
    log = OPS["log_softmax"](input, axis)
    if target._data.dtype.kind == "f" and target._data.shape == input._data.shape:
        if ignore_index >= 0:
            raise RuntimeError("ignore_index has no meaning for a target of probabilities")
        return _soft_cross_entropy(log, target, weight, reduction, label_smoothing, axis)
    loss = _nll(log, target, weight, reduction, ignore_index)
    if not label_smoothing:
        return loss
    smooth = _uniform_loss(log, target, weight, reduction, ignore_index, axis)
    share = label_smoothing / input.shape[axis]
    return OPS["_mul_scalar"](loss, 1 - label_smoothing) + OPS["_mul_scalar"](smooth, share)


def _by_class(weight, log, axis):
    return weight.view([-1 if d == axis else 1 for d in range(log.ndim)])


def _soft_cross_entropy(log, target, weight, reduction, smoothing, axis):
    if smoothing:
        target = target * (1 - smoothing) + smoothing / log.shape[axis]
    if weight is not None:
        log = log * _by_class(weight, log, axis)
    values = log * target
    if reduction == "none":
        return -values.sum(axis)
    if reduction == "sum":
        return -values.sum()
    count = log.numel() // log.shape[axis] if log.numel() else float("nan")
    return OPS["_div_scalar"](-values.sum(), count)


def _uniform_loss(log, target, weight, reduction, ignore_index, axis):
    """The part of label smoothing: the loss against all classes alike."""
    values = -(log if weight is None else log * _by_class(weight, log, axis)).sum(axis)
    ignored = target == ignore_index
    values = values.masked_fill(ignored, 0.0)
    if reduction != "mean":
        return ops.reduced(values, reduction)
    if weight is None:
        return values.sum() / (target.numel() - int(ignored.sum()))
    places = target.masked_fill(ignored, 0).flatten()
    counted = weight.gather(0, places).masked_fill(ignored.flatten(), 0.0).sum()
    return values.sum() / counted


def multi_margin_loss(
    input,
    target,
    p=1,
    margin=1.0,
    weight=None,
    size_average=None,
    reduce=None,
    reduction="mean",
):
    """What is missing to the target's class leading all others by the margin."""
    reduction = _reduction(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError(f"multi_margin_loss() takes p = 1 or 2, not {p}")
    shape = input._data.shape
    if len(shape) > 2 or (len(shape) == 2 and not shape[1]) or (len(shape) < 2 and 0 in shape):
        raise RuntimeError(f"multi_margin_loss() takes (N, C) or (C), not {list(shape)}")
    if target.ndim > 1 or target.numel() != (shape[0] if len(shape) == 2 else 1):
        raise RuntimeError(f"the target has shape {list(target.shape)}, the input {list(shape)}")
    if weight is not None and weight.ndim != 1:
        raise ValueError("multi_margin_loss() takes weights as a vector")
    if weight is not None and weight.numel() != (shape[-1] if shape else 1):
        raise RuntimeError("multi_margin_loss() takes a weight for each class")
    if target._data.dtype != "int64":
        raise RuntimeError(f"multi_margin_loss() takes an int64 target, not {target.dtype!r}")
    _no_gradient("multi_margin_loss", weight=weight)
    return class_loss.multi_margin_loss(input, target, p, margin, weight, reduction)


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """What is missing to every label leading every other class by 1; -1 ends the labels."""
    reduction = _reduction(size_average, reduce, reduction)
    shape = input._data.shape
    if len(shape) > 2 or (len(shape) == 2 and not shape[1]) or (len(shape) < 2 and 0 in shape):
        raise RuntimeError(f"multilabel_margin_loss() takes (N, C) or (C), not {list(shape)}")
    if target._data.shape != shape and not (input.numel() == target.numel() == 1):
        raise RuntimeError(f"the target has shape {list(target.shape)}, the input {list(shape)}")
    if target._data.dtype != "int64":
        raise RuntimeError(f"multilabel_margin_loss() takes an int64 target, not {target.dtype!r}")
    return class_loss.multilabel_margin_loss(input, target, reduction)


# ---- probabilities ------------------------------------------------------------------------------


def _check_shapes(name, input, target):
    if input._data.shape != target._data.shape:
        raise ValueError(
            f"{name}(): the target has shape {list(target.shape)}, the input {list(input.shape)}; "
            "they must be equal"
        )


def binary_cross_entropy(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """Cross entropy of probabilities."""
    _refuse_integers("binary_cross_entropy", input, target)
    one_dtype("binary_cross_entropy", input, target, weight)
    reduction = _reduction(size_average, reduce, reduction)
    _check_shapes("binary_cross_entropy", input, target)
    _no_gradient("binary_cross_entropy", weight=weight)
    return ops.binary_cross_entropy(input, target, weight, reduction)


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
    reduction = _reduction(size_average, reduce, reduction)
    name = "binary_cross_entropy_with_logits"
    _check_shapes(name, input, target)
    refuse(name, "iub", input._data)
    refuse(name, "iub", target._data, error=RuntimeError)
    _no_gradient(name, weight=weight, pos_weight=pos_weight)
    loss = ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)
    return loss.to(target.dtype)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """Kullback-Leibler divergence; `input` holds log-probabilities."""
    if not log_target:
        refuse("kl_div", "iub", input._data, target._data, error=RuntimeError)
    mean = reduction == "batchmean"
    reduction = _reduction(size_average, reduce, "sum" if mean else reduction)
    if log_target:
        values = target.exp() * (target - input)
    else:
        values = OPS["xlogy"](target, target) - target * input
    result = ops.reduced(values, reduction)
    return result / (input.shape[0] if input.ndim else 1) if mean else result


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
    reduction = _reduction(size_average, reduce, reduction)
    rate, log_rate = (input.exp(), input) if log_input else (input, (input + eps).log())
    values = rate - target * log_rate
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        values = values + stirling.masked_fill(target <= 1, 0)
    return ops.reduced(values, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """Minus the log-likelihood of a normal distribution with variance `var`."""
    if not isinstance(var, Tensor):
        if var < 0:
            raise ValueError("gaussian_nll_loss() takes a variance of at least 0")
        var = input.new_ones(input.shape) * var
    elif (var._data < 0).any():
        raise ValueError("gaussian_nll_loss() takes variances of at least 0")
    shape, wanted = tuple(var.shape), tuple(input.shape)
    if shape != wanted:
        if shape == wanted[:-1]:
            var = var.unsqueeze(-1)
        elif shape[:-1] != wanted[:-1] or shape[-1] != 1:
            raise ValueError(f"the variance has shape {list(shape)}, the input {list(wanted)}")
    reduction = _reduction(None, None, reduction)
    bounded = var.clone()
    with_bound = where(bounded.detach() < eps, bounded.detach() * 0 + eps - bounded.detach(), 0.0)
    bounded = bounded + with_bound
    values = 0.5 * (bounded.log() + (input - target) ** 2 / bounded)
    if full:
        values = values + 0.5 * math.log(2 * math.pi)
    return ops.reduced(values, reduction)


# ---- distances ----------------------------------------------------------------------------------


def hinge_embedding_loss(
    input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"
):
    """`input` where the target is 1, what is missing to the margin where it is -1."""
    refuse("hinge_embedding_loss", "iub", input._data, error=RuntimeError)
    reduction = _reduction(size_average, reduce, reduction)
    missing = clamp_min(margin - input, 0)
    nothing = missing.detach() * 0
    far = where(target != 1, missing, nothing)
    near = where(target != -1, input, nothing)
    return ops.reduced(far + near, reduction)


def margin_ranking_loss(
    input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"
):
    """What is missing to `input1` leading by the margin, in the target's direction."""
    reduction = _reduction(size_average, reduce, reduction)
    if not input1.ndim == input2.ndim == target.ndim:
        raise RuntimeError("margin_ranking_loss() takes inputs and target of as many dimensions")
    values = clamp_min(-target * (input1 - input2) + margin, 0)
    return ops.reduced(values, reduction)


def multilabel_soft_margin_loss(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """Binary cross entropy with logits, averaged over classes."""
    reduction = _reduction(size_average, reduce, reduction)
    values = -(target * OPS["logsigmoid"](input) + (1 - target) * OPS["logsigmoid"](-input))
    values = values if weight is None else values * weight
    return ops.reduced(values.sum(-1) / input.shape[-1], reduction)


def cosine_embedding_loss(
    input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"
):
    """1 - cosine where the target is 1, what exceeds the margin where it is -1."""
    reduction = _reduction(size_average, reduce, reduction)
    if (
        target.ndim not in (0, 1)
        or input1.ndim != target.ndim + 1
        or input2.ndim != target.ndim + 1
    ):
        raise RuntimeError("cosine_embedding_loss() takes (N, D), (N, D) and (N), or without N")
    cosine = cosine_similarity(input1, input2, target.ndim, 1e-12)
    nothing = cosine.detach() * 0
    same = where(target == 1, 1 - cosine, nothing)
    other = where(target == -1, clamp_min(cosine - margin, 0), nothing)
    return ops.reduced(same + other, reduction)


def _check_margin(margin):
    if margin <= 0:
        raise ValueError(f"a margin must be above 0, not {margin}")


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
    reduction = _reduction(size_average, reduce, reduction)
    _check_margin(margin)
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError("triplet_margin_loss() takes three inputs of as many dimensions")
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = OPS["minimum"](far, pairwise_distance(positive, negative, p, eps))
    return ops.reduced(clamp_min(margin + near - far, 0), reduction)


def triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    """`triplet_margin_loss` by another distance."""
    distance = pairwise_distance if distance_function is None else distance_function
    reduction = _reduction(None, None, reduction)
    _check_margin(margin)
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = OPS["minimum"](far, distance(positive, negative))
    return ops.reduced(clamp_min(margin + near - far, 0), reduction)
