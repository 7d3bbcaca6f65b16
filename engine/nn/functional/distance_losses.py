"""Losses of distances and rankings, of `torch.nn.functional`."""

from engine.creation import zeros_like
from engine.nn.functional.reductions import reduction_of
from engine.ops import loss as ops
from engine.ops.clamping import clamp_min
from engine.ops.declare import OPS
from engine.ops.norms import pairwise_distance
from engine.ops.promote import refuse
from engine.ops.selecting import where

__all__ = [
    "cosine_embedding_loss",
    "hinge_embedding_loss",
    "margin_ranking_loss",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
]


def hinge_embedding_loss(
    input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"
):
    """`input` where the target is 1, what is missing to the margin where it is -1."""
    refuse("hinge_embedding_loss", "b", input._data, error=RuntimeError)
    reduction = reduction_of(size_average, reduce, reduction)
    if input._data.dtype.kind in "iu":
        margin = int(margin)  # integers stay so, and have no mean
    missing = clamp_min(margin - input, 0)
    nothing = zeros_like(missing)
    far = where(target != 1, missing, nothing)
    near = where(target != -1, input, nothing)
    return ops.reduced(far + near, reduction)


def margin_ranking_loss(
    input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"
):
    """What is missing to `input1` leading by the margin, in the target's direction."""
    reduction = reduction_of(size_average, reduce, reduction)
    if not input1.ndim == input2.ndim == target.ndim:
        raise RuntimeError("margin_ranking_loss() takes inputs and target of as many dimensions")
    values = clamp_min(-target * (input1 - input2) + margin, 0)
    return ops.reduced(values, reduction)


def cosine_embedding_loss(
    input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"
):
    """1 - cosine where the target is 1, what exceeds the margin where it is -1."""
    reduction = reduction_of(size_average, reduce, reduction)
    if (
        target.ndim not in (0, 1)
        or input1.ndim != target.ndim + 1
        or input2.ndim != target.ndim + 1
    ):
        raise RuntimeError("cosine_embedding_loss() takes (N, D), (N, D) and (N), or without N")
    one, other, both = (
        (a * b).sum(target.ndim) for a, b in ((input1, input1), (input2, input2), (input1, input2))
    )
    cosine = both / ((one + 1e-12) * (other + 1e-12)).sqrt()
    nothing = cosine.detach() * 0
    same = where(target == 1, 1 - cosine, nothing)
    other = where(target == -1, clamp_min(cosine - margin, 0), nothing)
    return ops.reduced(same + other, reduction)


def check_margin(margin):
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
    reduction = reduction_of(size_average, reduce, reduction)
    check_margin(margin)
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
    reduction = reduction_of(None, None, reduction)
    check_margin(margin)
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = OPS["minimum"](far, distance(positive, negative))
    return ops.reduced(clamp_min(margin + near - far, 0), reduction)
