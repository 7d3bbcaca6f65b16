"""Sums to the last bit: floats added in the order in which PyTorch's kernels for the CPU add them.

The order is that of registers of 32 bytes. Numbers that lie side by side are added lane by lane,
four registers at a time, and the lanes in the end; many rows are added in pieces, and pieces of
pieces, so that errors stay small. Where PyTorch would share the work between threads, or where
memory is in another order, NumPy adds.
"""

from functools import reduce
from itertools import groupby
from math import prod
from operator import index

import numpy as np

_ROWS = 4  # that are added at a time
_LEVELS = 4  # of pieces of pieces
_ALONE = 32768  # elements that one thread adds up
_FEW = [[*range(n)] if n <= _ROWS else [0, *range(_ROWS, n), 1, 2, 3] for n in range(8)]


def summed(array, axis, keepdims=False):
    """The sum over an axis, several or (None) all; of float32 and float64 in PyTorch's order."""
    size = array.size
    if (
        not (1 < size <= _ALONE and array.flags.c_contiguous)
        or (array.ndim == 1 and size <= _ROWS)
        or array.dtype.char not in "fd"
    ):
        return np.add.reduce(array, axis=axis, keepdims=keepdims)
    if axis is None and not keepdims:
        return _lines(array.reshape(1, size))[0]
    axes = range(array.ndim) if axis is None else axis if type(axis) is tuple else (axis,)
    gone = {index(a) % array.ndim for a in axes}
    total = _in_order(array, gone)
    if total is None:
        return np.add.reduce(array, axis=axis, keepdims=keepdims)
    left = [1 if i in gone else n for i, n in enumerate(array.shape) if keepdims or i not in gone]
    return total.reshape(left) if left else total[0]


def _in_order(array, gone):
    """The sum, with the dimensions that stay flattened; None of too many parts."""
    dims = ((i in gone, n) for i, n in enumerate(array.shape) if n > 1)
    groups = [(out, prod(n for _, n in row)) for out, row in groupby(dims, lambda dim: dim[0])]
    blocks, sizes = array.reshape([n for _, n in groups]), [out for out, _ in groups]
    if sizes in ([True], [False, True]):
        return _lines(blocks.reshape(-1, blocks.shape[-1]))
    if sizes in ([True, False], [False, True, False]):
        return _columns(blocks if len(sizes) == 2 else blocks.swapaxes(0, 1))
    if sizes == [True, False, True]:
        lines = _lines(blocks.reshape(-1, blocks.shape[-1]))
        return _down(lines.reshape(blocks.shape[:2]))
    return 0 + array if sizes == [False] else None


def _down(rows):
    """The sum along the first dimension, one row after the other, without a negative zero."""
    return np.add.reduce(rows, 0) if rows[0].size > 1 else 0 + np.add.accumulate(rows, 0)[-1]


def _lines(matrix):
    """The sum of each row, whose numbers lie side by side."""
    lanes, width = 32 // matrix.itemsize, matrix.shape[1]
    if width < lanes:
        if len(matrix) == 1:
            return 0 + np.add.accumulate(matrix[0].take(_FEW[width]))[-1:]
        return _four(matrix.T)
    whole = width // lanes * lanes
    if len(matrix) == 1:
        registers = _four(matrix[0, :whole].reshape(-1, lanes))
        return np.add.accumulate(np.concatenate([matrix[0, whole:], registers]))[-1:]
    sums = _four(matrix[:, :whole].reshape(len(matrix), -1, lanes).swapaxes(0, 1))
    return _down(np.array(np.concatenate([matrix[:, whole:], sums], 1).T, order="C"))


def _columns(rows):
    """The sum along the first dimension; the numbers of the last one lie side by side."""
    lanes, width = 32 // rows.itemsize, rows.shape[-1]
    block = _ROWS * (lanes if width >= lanes else 1)
    whole = width // block * block
    parts = [_pieces(rows[..., :whole])] if whole else []
    parts += [_four(rows[..., whole:])] if whole < width else []
    return np.concatenate(parts, -1) if len(parts) > 1 else parts[0]


def _four(rows):
    """The sum along the first dimension, every fourth row apart and these four in the end."""
    count = len(rows)
    if count <= _ROWS:
        return _down(rows)
    whole = count // _ROWS * _ROWS
    sums = _pieces(rows[:whole].reshape(-1, _ROWS, *rows.shape[1:]))
    return _down(np.concatenate([sums[:1], rows[whole:], sums[1:]]))


def _pieces(rows):
    """The sum along the first dimension, in pieces where there are many rows."""
    count = len(rows)
    step = 1 << max(4, (count - 1).bit_length() // _LEVELS)
    if count < step:
        return _down(rows)
    sums = []
    for _ in range(_LEVELS - 1):
        whole = len(rows) // step * step
        sums += [_down(rows[whole:])] if whole < len(rows) else []
        rows = _down(rows[:whole].reshape(-1, step, *rows.shape[1:]).swapaxes(0, 1))
        if not whole:
            break
    else:
        sums.append(_down(rows))
    return reduce(np.add, sums)
