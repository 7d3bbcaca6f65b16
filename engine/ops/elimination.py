"""Factors of matrices by elimination, as operations: `linalg.lu` and what solves by it."""

import numpy as np

from engine.errors import unsupported
from engine.ops.arraylike import bare, constant
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.diagonals import tril, triu
from engine.ops.lu import lu_factors, row_order, zero_pivots
from engine.ops.matrices import check_matrix, column_major
from engine.ops.products import turned
from engine.ops.solving import solve_triangular
from engine.return_types import struct
from engine.warn import warn_once

Factors = struct("linalg_lu_factor", "LU", "pivots")
FactorsEx = struct("linalg_lu_factor_ex", "LU", "pivots", "info")
Infos = struct("_lu_with_info", "LU", "pivots", "info")
Lu = struct("linalg_lu", "P", "L", "U")


def _check(name, A, pivot):
    check_matrix(name, A, square=False)
    if not pivot:
        raise unsupported(f"{name}() without pivots")


def _permutation(pivots, rows, dtype):
    """The matrix that puts rows in the order in which elimination took them back in place."""
    order = row_order(pivots, rows)
    found = np.zeros((*order.shape[:-1], rows, rows), dtype)
    np.put_along_axis(found, order[..., None, :], 1, -2)
    return found


def _of_factors(grad_l, grad_u, permutation, lower, upper):
    """The gradient at a square matrix, given those at its factors."""
    inner = tril(turned(lower) @ grad_l, -1) + triu(grad_u @ turned(upper))
    left = solve_triangular(turned(lower), inner, upper=True, unitriangular=True)
    whole = solve_triangular(turned(upper), left, upper=False, left=False)
    return constant(permutation, whole) @ whole


def _factor_gradient(g, results):
    compact, pivots = results[0], bare(results[1])
    rows, columns = bare(compact).shape[-2:]
    if rows != columns:
        raise unsupported("the gradient of linalg.lu_factor() of matrices that are not square")
    one = constant(np.eye(rows, dtype=bare(compact).dtype), compact)
    permutation = _permutation(pivots, rows, bare(compact).dtype)
    return _of_factors(g[0], g[0], permutation, tril(compact, -1) + one, triu(compact))


@op("linalg_lu_factor_ex", A=_factor_gradient)
def linalg_lu_factor_ex(A, *, pivot=True, check_errors=False):
    """Both factors in one matrix, which rows were exchanged, and where a pivot is 0."""
    _check("linalg.lu_factor_ex", A, pivot)
    compact, pivots = lu_factors(A)
    info = zero_pivots(compact)
    if check_errors and info.any():
        raise RuntimeError("linalg.lu_factor_ex(): a pivot is 0")
    return FactorsEx(column_major(compact), pivots, info)


@composed
def linalg_lu_factor(A, *, pivot=True):
    """Both factors in one matrix, L below its diagonal of ones, and which rows were exchanged."""
    compact, pivots, _ = linalg_lu_factor_ex(A, pivot=pivot, check_errors=True)
    return Factors(compact, pivots)


def _lu_gradient(g, results):
    permutation, lower, upper = results
    if bare(lower).shape[-2:] != bare(upper).shape[-2:]:
        raise unsupported("the gradient of linalg.lu() of matrices that are not square")
    return _of_factors(g[1], g[2], bare(permutation), lower, upper)


@op("linalg_lu", A=_lu_gradient)
def linalg_lu(A, *, pivot=True):
    """P, L and U, whose product is the matrix."""
    _check("linalg.lu", A, pivot)
    compact, pivots = lu_factors(A)
    rows, columns = A.shape[-2:]
    size = min(rows, columns)
    lower = np.tril(compact[..., :size], -1) + np.eye(rows, size, dtype=A.dtype)
    return Lu(_permutation(pivots, rows, A.dtype), lower, np.triu(compact[..., :size, :]))


linalg_lu.op.differentiable_outputs = (1, 2)


@composed
def lu(self, pivot=True, get_infos=False):
    """`linalg.lu_factor` by its old name."""
    warn_once("lu() is deprecated; use linalg.lu_factor()")
    compact, pivots, info = linalg_lu_factor_ex(self, pivot=pivot)
    return Infos(compact, pivots, info) if get_infos else (compact, pivots)
