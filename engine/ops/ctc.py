"""Connectionist temporal classification: the loss over all ways to align labels with times.

After Graves et al. (2006). The gradient is that of the softmax's inputs, as PyTorch's is: it is
right where the logarithms of probabilities come from `log_softmax`.
"""

import numpy as np

from engine.ops.arraylike import bare, constant
from engine.ops.declare import op
from engine.ops.whole import final


def _labels(targets, offsets, blank):
    """For each sample its labels with blanks between and around them."""
    rows = []
    for start, end in offsets:
        row = np.full(2 * (end - start) + 1, blank)
        row[1::2] = targets[start:end]
        rows.append(row)
    return rows


def _scores(log_probs, row):
    """For each time and place in `row`, the logarithm of all ways that lead there."""
    steps, found = len(log_probs), np.full((len(log_probs), len(row)), -np.inf)
    if not steps:
        return found
    found[0, :2] = log_probs[0, row[:2]]
    skips = np.zeros(len(row), bool)
    skips[2:] = (row[2:] != row[:-2]) & (np.arange(2, len(row)) % 2 == 1)
    for t in range(1, steps):
        before = found[t - 1]
        one, two = np.roll(before, 1), np.where(skips, np.roll(before, 2), -np.inf)
        one[:1] = -np.inf
        found[t] = np.logaddexp(np.logaddexp(before, one), two) + log_probs[t, row]
    return found


def _loss(log_probs, row):
    if not len(log_probs):
        return 0.0 if len(row) == 1 else np.inf
    return -np.logaddexp.reduce(_scores(log_probs, row)[-1, -2:])


def _gradient(g, log_probs, targets, result, input_lengths, offsets, blank, zero_infinity):
    like = g
    g, log_probs, targets, result = map(bare, (g, log_probs, targets, result))
    found = np.zeros_like(log_probs)
    for n, row in enumerate(_labels(targets, offsets, blank)):
        steps = input_lengths[n]
        if not steps or (zero_infinity and np.isinf(result[n])):
            continue
        part = log_probs[:steps, n].astype(np.float64)
        both = _scores(part, row) + _scores(part[::-1], row[::-1])[::-1, ::-1]
        ways = np.full(part.shape, -np.inf)
        for place, label in enumerate(row):
            ways[:, label] = np.logaddexp(ways[:, label], both[:, place])
        with np.errstate(invalid="ignore"):
            found[:steps, n] = (np.exp(part) - np.exp(ways + result[n] - part)) * g[n]
    return constant(found, like)


@op(
    "_ctc_loss",
    node="ctc_loss",
    saves=("targets",),
    broadcasts=False,
    log_probs=final("_ctc_loss_backward", _gradient),
)
def ctc_losses(log_probs, targets, input_lengths, offsets, blank, zero_infinity):
    """For each sample of `log_probs` (times, samples, classes) minus the logarithm of the odds
    of its labels, `targets[start:end]` for each of `offsets`.
    """
    losses = [
        _loss(log_probs[:steps, n].astype(np.float64), row)
        for n, (steps, row) in enumerate(
            zip(input_lengths, _labels(targets, offsets, blank), strict=True)
        )
    ]
    return np.array(losses, log_probs.dtype).reshape(len(losses))
