"""Sums to the last bit: floats added in the order in which PyTorch's kernels for the CPU add them.

That order is of registers of 32 bytes: four at a time, each lane for itself, in pieces and pieces
of pieces where there are many, so that errors stay small; the lanes come last. Only sums of all
elements are added so, since `print(loss.item())` shows their last bit. For others, for what PyTorch
would share between threads, and where memory is in another order, NumPy adds.
"""

import numpy as np

_AT_ONCE = 4  # registers
_PIECE = 16  # times that many, at least
_LEVELS = 4  # of pieces of pieces
_ALONE = 32768  # elements that one thread adds up
_FEW = [[*range(n)] if n <= _AT_ONCE else [0, *range(_AT_ONCE, n), 1, 2, 3] for n in range(8)]


def summed(array, axis, keepdims=False):
    """The sum over an axis, several or (None) all; of all in PyTorch's order, for real floats."""
    size = array.size
    if (
        axis is not None
        or keepdims
        or not 1 < size <= _ALONE
        or not array.flags.c_contiguous
        or array.dtype.char not in "fd"
    ):
        return np.add.reduce(array, axis=axis, keepdims=keepdims)
    lanes, flat = 32 // array.itemsize, array.reshape(size)
    if not size % (few := _AT_ONCE * lanes) and size <= _PIECE * few:
        sums = np.add.reduce(np.add.reduce(flat.reshape(-1, _AT_ONCE, lanes)))
        return 0 + np.add.accumulate(sums)[-1]
    if size < lanes:
        return 0 + np.add.accumulate(flat.take(_FEW[size]))[-1]  # no negative zero
    whole = size - size % lanes
    sums = _registers(flat[:whole].reshape(-1, lanes))
    if whole < size:
        sums = np.concatenate([flat[whole:], sums])
    return 0 + np.add.accumulate(sums)[-1]


def _registers(rows):
    """The sum of registers: every fourth one apart, and these four in the end."""
    count = len(rows)
    if count <= _AT_ONCE:
        return np.add.reduce(rows, 0)
    whole = count - count % _AT_ONCE
    sums = _pieces(rows[:whole].reshape(-1, _AT_ONCE, rows.shape[1]))
    if whole < count:
        sums = np.concatenate([sums[:1], rows[whole:], sums[1:]])
    return np.add.reduce(sums, 0)


def _pieces(rows):
    """The sum along the first dimension, in pieces where there are many rows."""
    step = max(_PIECE, 1 << (len(rows) - 1).bit_length() // _LEVELS)
    total = None
    for level in range(_LEVELS):
        whole = len(rows) - len(rows) % step if level < _LEVELS - 1 else 0
        if whole < len(rows):
            rest = np.add.reduce(rows[whole:], 0)
            total = rest if total is None else total + rest
        if not whole:
            break
        rows = np.add.reduce(rows[:whole].reshape(-1, step, *rows.shape[1:]), 1)
    return total
