"""Losses whose target is a class index."""

from functools import lru_cache
from math import prod

import numpy as np

from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.declare import op
from engine.ops.loss import reduced
from engine.ops.whole import final

# ---- negative log-likelihood --------------------------------------------------------------------


@lru_cache(64)
def _rows(count, width):
    """Where rows begin in a flattened matrix."""
    return np.arange(count) * width


def _at(shape, classes):
    """NumPy's index, in the flattened array, of the class of each target."""
    if len(shape) == 1:
        return classes
    inner = prod(shape[2:])
    if inner == 1:
        return _rows(shape[0], shape[1]).reshape(classes.shape) + classes
    place = _rows(shape[0], shape[1] * inner)[:, None] + np.arange(inner)
    return place.reshape(classes.shape) + classes * inner


def _counted(target, ignore_index, classes):
    """Classes that are valid everywhere, and where the target counts, or None: everywhere."""
    if not target.size:
        return target, None
    usual = target.dtype == np.int64 and not 0 <= ignore_index < classes
    # as unsigned numbers, negative ones are the largest
    if usual and np.maximum.reduce(target.view(np.uint64), axis=None) < classes:
        return target, None
    counts = target != ignore_index
    wrong = counts & ((target < 0) | (target >= classes))
    if wrong.any():
        bad = target[wrong].flat[0] if target.ndim else target
        raise IndexError(f"target {bad} is no class: {classes} classes are numbered from 0")
    return np.where(counts, target, 0).astype(np.int64), counts


def _weights(dtype, classes, counts, weight):
    """The weight of each target, or None where all are 1."""
    if weight is None:
        return None if counts is None else counts.astype(dtype)
    each = weight[classes].astype(dtype)
    return each if counts is None else each * counts


def _in_steps(values):
    """The sum in PyTorch's order: 16 targets at a time, and the first one in the end."""
    if values.size < 2:
        return np.add.reduce(values)
    rest = values[1:]
    whole = rest.size // 16 * 16
    rows = np.array(rest[:whole].reshape(-1, 16).T, order="C")
    steps = np.add.accumulate(rows, 0)[-1]
    parts = [rest[whole:], steps, values[:1]]
    sums = [np.add.accumulate(part)[-1:] for part in parts]
    return 0 + np.add.accumulate(np.concatenate(sums))[-1]  # no negative zero


def _counting(values, counts):
    """The values with 0, even for infinities, where the target does not count."""
    return values if counts is None else np.where(counts, values, values.dtype.type(0))


def _nll(self, target, weight=None, reduction="mean", ignore_index=-100):
    """The loss, and what a mean was divided by, or what all weights add up to."""
    _check(self, target, weight)
    axis = 1 if self.ndim > 1 else 0
    classes, counts = _counted(target, ignore_index, self.shape[axis])
    if self.ndim == 1:
        classes = classes.reshape(())
    values = -self.reshape(-1).take(_at(self.shape, classes))
    each = _weights(self.dtype, classes, counts, weight)
    if each is not None:
        values = _counting(values * each, counts)
    if reduction == "none":
        return values, self.dtype.type(0)
    if reduction != "mean" and reduction != "sum":
        raise ValueError(f"reduction must be 'mean', 'sum' or 'none', not {reduction!r}")
    total = _in_steps(values.reshape(-1))
    count = values.size if each is None else _in_steps(each.reshape(-1))
    all_weights = self.dtype.type(count)
    return total if reduction == "sum" else total / all_weights, all_weights


def _check(self, target, weight):
    if target.dtype != np.int64 and target.dtype != np.uint8:
        raise RuntimeError(f"class targets must be int64 or uint8, not {target.dtype}")
    axis = 1 if self.ndim > 1 else 0
    expected = self.shape[:axis] + self.shape[axis + 1 :]
    if self.ndim == target.ndim == 1 and target.size != 1:
        raise ValueError(f"nll_loss() without a batch takes one target, not {target.size}")
    if target.shape != expected and not self.ndim == target.ndim == 1:
        raise RuntimeError(f"the target has shape {list(target.shape)}, should be {list(expected)}")
    if weight is not None and weight.shape != (self.shape[axis],):
        raise RuntimeError(
            f"there is one weight for each of {self.shape[axis]} classes, not {list(weight.shape)}"
        )


def _nll_op(name, stem):
    """The loss, and its backward operation."""

    def formula(g, self, target, weight, reduction, ignore_index, result1):
        return backward(g[0], self, target, weight, reduction, ignore_index, result1)

    def adjoint(g_, target, weight, reduction, ignore_index):
        return loss(g_, target, weight, reduction, ignore_index)[0]

    backward = op(
        f"{name}_backward",
        node=f"={stem}BackwardBackward0",
        saves=("target", "weight"),
        g=adjoint,
        self=lambda g_, self: zeros_for(self),
    )(_nll_gradient)
    loss = op(name, node=f"={stem}Backward0", saves=("target", "weight"), self=formula)(_nll)
    loss.op.differentiable_outputs = (0,)
    return loss


def _nll_gradient(g, self, target, weight, reduction, ignore_index, total_weight):
    """The gradient at the log-probabilities: minus the weight at the target's class."""
    shape = self.shape
    result = np.zeros(prod(shape), g.dtype)
    classes, counts = _counted(target, ignore_index, shape[1 if len(shape) > 1 else 0])
    each = _weights(g.dtype, classes, counts, weight)
    grad = -(g / total_weight if reduction == "mean" else g)
    result[_at(shape, classes)] = grad if each is None else _counting(each * grad, counts)
    return result.reshape(shape)


nll_loss = _nll_op("_nll_loss", "NllLoss")
nll_loss2d = _nll_op("_nll_loss2d", "NllLoss2D")


# ---- margins ------------------------------------------------------------------------------------


def _margins(self, target, margin):
    """What is missing to the target's class leading by the margin, for all other classes."""
    x, wanted = bare(self), bare(target)
    rows = x if x.ndim == 2 else x.reshape(1, -1)
    classes = wanted.reshape(-1)
    if classes.size and not 0 <= classes.min() <= classes.max() < rows.shape[1]:
        raise RuntimeError(f"multi_margin_loss(): a target is none of {rows.shape[1]} classes")
    places = (np.arange(len(rows)), classes)
    missing = margin - rows[places][:, None] + rows
    missing[places] = 0
    missing = np.where(missing > 0, missing, x.dtype.type(0))  # and not NaN
    return missing, places


def _margin_factors(like, places, weight, reduction, rows, classes):
    factor = np.full((rows, 1), 1 / classes)
    if weight is not None:
        factor = factor * bare(weight)[places[1]][:, None]
    return (factor / rows if reduction == "mean" else factor).astype(like.dtype)


@op(
    "_multi_margin_loss",
    node="multi_margin_loss",
    saves=("target", "weight"),
    self=final(
        "multi_margin_loss_backward",
        lambda g, self, target, p, margin, weight, reduction: _margin_gradient(
            g, self, target, p, margin, weight, reduction
        ),
    ),
)
def multi_margin_loss(self, target, p, margin, weight, reduction):
    """Hinge of each class against the target's, to the power of `p`, averaged over classes."""
    missing, places = _margins(self, target, margin)
    factor = _margin_factors(self, places, weight, "none", *missing.shape)
    values = ((missing if p == 1 else missing * missing) * factor).sum(1)
    return reduced(values if target.ndim else values.reshape(()), reduction)


def _margin_gradient(g, self, target, p, margin, weight, reduction):
    x = bare(self)
    missing, places = _margins(self, target, margin)
    slope = np.ones_like(missing) if p == 1 else 2 * missing
    slope = slope * _margin_factors(x, places, weight, reduction, *missing.shape)
    slope = np.where(missing > 0, slope, x.dtype.type(0))
    slope[places] = 0 - slope.sum(1)
    shape = (-1, 1) if bare(g).ndim else ()
    return (g.reshape(shape) * constant(slope, g)).reshape(tuple(x.shape))


def _multilabel_parts(self, target):
    """Rows of scores; for each row which classes are its labels, and which label each names."""
    x, wanted = bare(self), bare(target)
    rows, labels = (a.reshape(1, -1) if a.ndim < 2 else a for a in (x, wanted))
    if labels.size and not -1 <= labels.min() <= labels.max() < rows.shape[1]:
        raise RuntimeError(f"a label is none of {rows.shape[1]} classes, nor the -1 that ends them")
    ended = np.cumsum(labels < 0, 1) > 0  # labels go on to the first negative number
    named = ~ended
    is_label = np.zeros(rows.shape, bool)
    row, _ = np.nonzero(named)
    is_label[row, labels[named]] = True
    return rows, labels, named, is_label


def _multilabel_missing(rows, labels, named, is_label):
    """(row, label, class): what is missing to the label leading the class by 1."""
    scores = np.take_along_axis(rows, np.where(named, labels, 0), 1)
    missing = np.maximum(1 - scores[:, :, None] + rows[:, None, :], 0)
    return missing * (named[:, :, None] & ~is_label[:, None, :])


@op(
    "_multilabel_margin_loss",
    node="multilabel_margin_loss",
    saves=("target",),
    self=final(
        "multilabel_margin_loss_backward",
        lambda g, self, target, reduction, result1: _multilabel_gradient(
            g[0], self, target, reduction, result1
        ),
    ),
)
def multilabel_margin_loss(self, target, reduction):
    """Hinge of every class that is no label against every label, averaged over classes; and a 1
    for each label."""
    *parts, is_label = _multilabel_parts(self, target)
    values = _multilabel_missing(*parts, is_label).sum((1, 2)) / self.dtype.type(parts[0].shape[1])
    loss = reduced(values if self.ndim == 2 else values.reshape(()), reduction)
    return loss, is_label.astype(self.dtype).reshape(self.shape)


multilabel_margin_loss.op.differentiable_outputs = (0,)


def _multilabel_gradient(g, self, target, reduction, marks):
    x = bare(self)
    rows, labels, named, _ = _multilabel_parts(self, target)
    is_label = bare(marks).reshape(rows.shape) != 0
    slope = (_multilabel_missing(rows, labels, named, is_label) > 0).astype(x.dtype)
    grad = slope.sum(1)
    row, place = np.nonzero(named)
    np.add.at(grad, (row, labels[row, place]), -slope.sum(2)[row, place])
    grad /= rows.shape[1] * (len(rows) if reduction == "mean" else 1)
    shape = (-1, 1) if bare(g).ndim else ()
    return (g.reshape(shape) * constant(grad, g)).reshape(tuple(x.shape))
