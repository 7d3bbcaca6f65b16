"""Padded sequences, longest first, as their steps in a row."""

import numpy as np

from engine.ops.arraylike import bare
from engine.ops.declare import op


@op(
    "_pack_padded_sequence",
    node="=PackPaddedSequenceBackward0",
    input=lambda g, input_shape, batch_first, result1: _padded(
        g[0], input_shape, bare(result1), batch_first
    ),
)
def packed(input, sizes, batch_first):
    """The steps, and how many sequences have each."""
    return np.concatenate([step[:size] for step, size in _steps(input, sizes, batch_first)]), sizes


@op(
    "_pack_padded_sequence_backward",
    node="transpose",
    g=lambda g, sizes, batch_first: packed(g, sizes, batch_first)[0],
)
def _padded(g, shape, sizes, batch_first):
    result, start = np.zeros(shape, g.dtype), 0
    for step, size in _steps(result, sizes, batch_first):
        step[:size] = g[start : start + size]
        start += size
    return result


def _steps(array, sizes, batch_first):
    return zip(array.swapaxes(0, 1) if batch_first else array, sizes.tolist(), strict=False)
