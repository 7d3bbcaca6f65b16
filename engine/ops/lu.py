"""Factors of matrices by elimination with partial pivoting, over arrays."""

import numpy as np


def lu_factors(A):
    """L below and U from the diagonal on, in one matrix, and the row that each step exchanged."""
    LU = np.array(A)
    rows, columns = A.shape[-2:]
    pivots = np.zeros((*A.shape[:-2], min(rows, columns)), np.int32)
    with np.errstate(divide="ignore", invalid="ignore"):
        for k in range(min(rows, columns)):
            chosen = k + _size(LU[..., k:, k]).argmax(-1)
            pivots[..., k] = chosen + 1
            _exchange(LU, k, chosen)
            pivot = LU[..., k, k]
            LU[..., k + 1 :, k] /= np.where(pivot == 0, 1, pivot)[..., None]
            LU[..., k + 1 :, k + 1 :] -= LU[..., k + 1 :, k, None] * LU[..., None, k, k + 1 :]
    return LU, pivots


def zero_pivots(LU):
    """For each matrix the number of its first pivot that is 0, counted from 1, or 0."""
    zero = np.diagonal(LU, 0, -2, -1) == 0
    none = zero.shape[-1] + 1
    numbers = np.where(zero, np.arange(1, none), none).min(-1, initial=none)
    return np.where(numbers == none, 0, numbers).astype(np.int32)


def _size(x):
    """By which LAPACK chooses: of complex numbers, the sizes of both parts together."""
    return np.abs(x.real) + np.abs(x.imag) if x.dtype.kind == "c" else np.abs(x)


def _exchange(array, k, chosen):
    """Exchange row `k` of each matrix for its chosen one."""
    places = np.broadcast_to(chosen[..., None, None], (*chosen.shape, 1, array.shape[-1]))
    other = np.take_along_axis(array, places, -2)
    np.put_along_axis(array, places, array[..., k : k + 1, :].copy(), -2)
    array[..., k : k + 1, :] = other


def row_order(pivots, rows):
    """For each matrix, where its rows came from."""
    order = np.broadcast_to(np.arange(rows)[:, None], (*pivots.shape[:-1], rows, 1)).copy()
    for k in range(pivots.shape[-1]):
        _exchange(order, k, pivots[..., k] - 1)
    return order[..., 0]


def lu_solution(LU, pivots, B):
    """The X with A X = B, infinite or NaN where A has no inverse."""
    size = LU.shape[-1]
    shape = np.broadcast_shapes(B.shape, (*LU.shape[:-1], B.shape[-1]))
    order = np.broadcast_to(row_order(pivots, size)[..., None], shape)
    X = np.take_along_axis(np.broadcast_to(B, shape), order, -2)
    with np.errstate(divide="ignore", invalid="ignore"):
        for k in range(size):
            X[..., k + 1 :, :] -= LU[..., k + 1 :, k, None] * X[..., k : k + 1, :]
        for k in reversed(range(size)):
            X[..., k, :] /= LU[..., k, k, None]
            X[..., :k, :] -= LU[..., :k, k, None] * X[..., k : k + 1, :]
    return X
