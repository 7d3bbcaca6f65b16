"""Losses whose target is a class, of `torch.nn.functional`."""

from engine.nn.functional.reductions import no_gradient, reduction_of
from engine.ops import class_loss
from engine.ops import loss as ops
from engine.ops.declare import OPS
from engine.ops.promote import one_dtype, refuse

__all__ = [
    "cross_entropy",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "multilabel_soft_margin_loss",
    "nll_loss",
]


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
    reduction = reduction_of(size_average, reduce, reduction)
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
        no_gradient("nll_loss", weight=weight)
    if len(shape) <= 2:
        return class_loss.nll_loss(input, target, weight, reduction, ignore_index)[0]
    if shape[:1] + shape[2:] != wanted:
        raise RuntimeError(f"the target has shape {list(wanted)}, the input {list(shape)}")
    if len(shape) == 4:
        return class_loss.nll_loss2d(input, target, weight, reduction, ignore_index)[0]
    rows = 1 if 0 not in shape else 0
    input = input.contiguous().view(*shape[:2], rows, -1 if rows else 0)
    target = target.contiguous().view(shape[0], rows, -1 if rows else 0)
    result = class_loss.nll_loss2d(input, target, weight, reduction, ignore_index)[0]
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
    reduction = reduction_of(size_average, reduce, reduction)
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing is between 0 and 1, not {label_smoothing}")
    axis = 0 if input.ndim == 1 else 1
    soft = target._data.shape == input._data.shape
    if soft and target._data.dtype.kind != "f":
        raise RuntimeError(f"a target of the input's shape is of probabilities, not {target.dtype}")
    log = OPS["log_softmax"](input, axis)
    if soft:
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
    if target._data.shape != values._data.shape:
        raise RuntimeError("label_smoothing without a batch takes a 0-dim target")
    ignored = target == ignore_index
    values = values.masked_fill(ignored, 0.0)
    if reduction != "mean":
        return ops.reduced(values, reduction)
    if weight is None:
        return values.sum() / (target.numel() - ignored.sum())
    places = target.masked_fill(ignored, 0).flatten()
    counted = weight.gather(0, places).masked_fill(ignored.flatten(), 0.0).sum()
    return values.sum() / counted


def _check_rows(name, shape):
    if len(shape) > 2 or (len(shape) == 2 and not shape[1]) or (len(shape) < 2 and 0 in shape):
        raise RuntimeError(f"{name}() takes (N, C) or (C), not {list(shape)}")


def _check_floats_and_classes(name, input, target):
    refuse(name, "iub", input._data)
    if target._data.dtype != "int64":
        raise NotImplementedError(f"{name}() takes an int64 target, not {target.dtype!r}")


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
    reduction = reduction_of(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError(f"multi_margin_loss() takes p = 1 or 2, not {p}")
    if weight is not None and weight.ndim != 1:
        raise ValueError("multi_margin_loss() takes weights as a vector")
    shape = input._data.shape
    _check_rows("multi_margin_loss", shape)
    if target.ndim > 1 or target.numel() != (shape[0] if len(shape) == 2 else 1):
        raise RuntimeError(f"the target has shape {list(target.shape)}, the input {list(shape)}")
    if weight is not None and weight.numel() != (shape[-1] if shape else 1):
        raise RuntimeError("multi_margin_loss() takes a weight for each class")
    _check_floats_and_classes("multi_margin_loss", input, target)
    no_gradient("multi_margin_loss", weight=weight)
    return class_loss.multi_margin_loss(input, target, p, margin, weight, reduction)


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """What is missing to every label leading every other class by 1; -1 ends the labels."""
    reduction = reduction_of(size_average, reduce, reduction)
    shape = input._data.shape
    _check_rows("multilabel_margin_loss", shape)
    alike = len(shape) < 2 and target.ndim < 2 and input.numel() == target.numel()
    if target._data.shape != shape and not alike:
        raise RuntimeError(f"the target has shape {list(target.shape)}, the input {list(shape)}")
    _check_floats_and_classes("multilabel_margin_loss", input, target)
    return class_loss.multilabel_margin_loss(input, target, reduction)[0]


def multilabel_soft_margin_loss(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """Binary cross entropy with logits, averaged over classes."""
    reduction = reduction_of(size_average, reduce, reduction)
    values = -(target * OPS["logsigmoid"](input) + (1 - target) * OPS["logsigmoid"](-input))
    values = values if weight is None else values * weight
    classes = input.ndim - 1  # of the input, whatever shape the target gives to the values
    return ops.reduced(values.sum(classes) / input.shape[-1], reduction)
