"""The loss over alignments of `torch.nn.functional`."""

import itertools

from engine.data import tensor
from engine.ops.ctc import ctc_losses
from engine.ops.reduce import mean, sum
from engine.ops.selecting import where
from engine.tensor import Tensor

__all__ = ["ctc_loss"]


def ctc_loss(
    log_probs,
    targets,
    input_lengths,
    target_lengths,
    blank=0,
    reduction="mean",
    zero_infinity=False,
):
    """The CTC loss of `log_probs` (times, samples, classes) and labels without blanks."""
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"reduction is 'none', 'mean' or 'sum', not {reduction!r}")
    single = log_probs.ndim == 2
    if single:
        log_probs = log_probs.unsqueeze(1)
    if log_probs._data.dtype.kind != "f":
        raise NotImplementedError(f"ctc_loss() takes floats, not {log_probs.dtype}")
    if isinstance(input_lengths, Tensor) != isinstance(target_lengths, Tensor):
        raise TypeError("ctc_loss() takes both lengths as tensors, or neither")
    targets = targets.long()
    times, samples, classes = log_probs.shape
    if not 0 <= blank < classes:
        raise RuntimeError(f"ctc_loss(): the blank {blank} is none of {classes} classes")
    steps, sizes = _lengths(input_lengths, samples), _lengths(target_lengths, samples)
    if any(not 0 <= s <= times for s in steps):
        raise RuntimeError(f"ctc_loss(): input lengths {steps} of {times} times")
    flat, offsets = _flat(targets, sizes)
    losses = ctc_losses(log_probs, flat, tuple(steps), offsets, blank, zero_infinity)
    if zero_infinity:
        losses = where(losses == float("inf"), 0.0, losses)
    if single:
        losses = losses.squeeze(0)
    if reduction == "none":
        return losses
    if reduction == "sum":
        return sum(losses)
    divisor = tensor([max(size, 1) for size in sizes], dtype=losses.dtype)
    return mean(losses / (divisor[0] if single else divisor))


def _lengths(lengths, samples):
    if isinstance(lengths, Tensor):
        if lengths._data.dtype.kind not in "iu":
            raise RuntimeError(f"ctc_loss(): lengths are integers, not {lengths.dtype!r}")
        lengths = lengths.reshape(-1).tolist()
    lengths = [int(n) for n in lengths]
    if len(lengths) != samples:
        raise RuntimeError(f"ctc_loss(): {len(lengths)} lengths for {samples} samples")
    return lengths


def _flat(targets, sizes):
    """The labels in one row, and where those of each sample begin and end."""
    if any(size < 0 for size in sizes):
        raise RuntimeError(f"ctc_loss(): lengths of labels are not below 0: {sizes}")
    if targets.ndim == 2 and len(sizes) == len(targets):
        width = targets.shape[1]
        if any(size > width for size in sizes):
            raise RuntimeError(f"ctc_loss(): {sizes} labels where there are {width}")
        return targets.reshape(-1), tuple((i * width, i * width + n) for i, n in enumerate(sizes))
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    if targets.ndim != 1 or targets.numel() != ends[-1]:
        raise RuntimeError(f"ctc_loss(): {list(targets.shape)} labels for lengths {sizes}")
    return targets, tuple(itertools.pairwise(ends))
