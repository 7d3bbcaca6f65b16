"""Elementwise losses of `torch.nn.functional`."""

import math
import warnings

from engine.nn.functional.reductions import no_gradient, reduction_of
from engine.ops import loss as ops
from engine.ops.declare import OPS
from engine.ops.promote import one_dtype, refuse
from engine.ops.selecting import where
from engine.tensor import Tensor

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "gaussian_nll_loss",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "mse_loss",
    "poisson_nll_loss",
    "smooth_l1_loss",
    "soft_margin_loss",
]


def _refuse_integers(name, input, target):
    """Two integer tensors have no loss; one of them is promoted."""
    if input._data.dtype.kind in "iub":
        refuse(name, "iub", target._data)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Squared difference."""
    reduction = reduction_of(size_average, reduce, reduction)
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
    reduction = reduction_of(size_average, reduce, reduction)
    input, target = ops.matched(input, target)
    values = (input - target).abs()
    if weight is not None:
        return _weighted_mean(values, weight, reduction)
    return ops.reduced(values, reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Quadratic below `beta`, linear above."""
    if beta < 0:
        raise RuntimeError("smooth_l1_loss() takes a beta of at least 0")
    reduction = reduction_of(size_average, reduce, reduction)
    _refuse_integers("smooth_l1_loss", input, target)
    if not beta:
        return l1_loss(input, target, reduction=reduction)
    return ops.smooth_l1_loss(*ops.matched(input, target), reduction, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Quadratic below `delta`, linear above."""
    reduction = reduction_of(None, None, reduction)
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
    no_gradient("soft_margin_loss", target=target)
    target = target.to(input.dtype)
    return ops.soft_margin_loss(input, target, reduction_of(size_average, reduce, reduction))


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
    _check_shapes("binary_cross_entropy", input, target)
    _refuse_integers("binary_cross_entropy", input, target)
    one_dtype("binary_cross_entropy", input, target, weight)
    reduction = reduction_of(size_average, reduce, reduction)
    no_gradient("binary_cross_entropy", weight=weight)
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
    reduction = reduction_of(size_average, reduce, reduction)
    name = "binary_cross_entropy_with_logits"
    _check_shapes(name, input, target)
    refuse(name, "iub", input._data)
    refuse(name, "iub", target._data, error=RuntimeError)
    no_gradient(name, weight=weight, pos_weight=pos_weight)
    loss = ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)
    return loss.to(target.dtype)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """Kullback-Leibler divergence; `input` holds log-probabilities."""
    refuse("kl_div", "iub", input._data, target._data, error=RuntimeError)
    mean = reduction == "batchmean"
    if reduction == "mean":
        warnings.warn(
            "reduction='mean' divides by the number of elements; 'batchmean' is the divergence",
            UserWarning,
            stacklevel=2,
        )
    reduction = reduction_of(size_average, reduce, "sum" if mean else reduction)
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
    reduction = reduction_of(size_average, reduce, reduction)
    rate, log_rate = (input.exp(), input) if log_input else (input, (input + eps).log())
    values = rate - target * log_rate
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        values = values + stirling.masked_fill(target <= 1, 0)
    return ops.reduced(values, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """Minus the log-likelihood of a normal distribution with variance `var`."""
    refuse("gaussian_nll_loss", "iub", input._data, error=RuntimeError)
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
        elif len(shape) != len(wanted) or _other_sizes(shape, wanted) != 1:
            raise ValueError(f"the variance has shape {list(shape)}, the input {list(wanted)}")
    reduction = reduction_of(None, None, reduction)
    bounded = var.clone()
    with_bound = where(bounded.detach() < eps, bounded.detach() * 0 + eps - bounded.detach(), 0.0)
    bounded = bounded + with_bound
    values = 0.5 * (bounded.log() + (input - target) ** 2 / bounded)
    if full:
        values = values + 0.5 * math.log(2 * math.pi)
    return ops.reduced(values, reduction)


def _other_sizes(shape, wanted):
    """What the sizes that are not as wanted add up to: 1, where one dimension broadcasts."""
    return sum(a for a, b in zip(shape, wanted, strict=True) if a != b)
