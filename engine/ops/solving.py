"""Determinants, inverses and solutions of linear equations."""

import numpy as np

from engine.errors import unsupported
from engine.ops.arraylike import bare
from engine.ops.compose import composed
from engine.ops.declare import OPS, op
from engine.ops.diagonals import tril, triu
from engine.ops.lu import lu_factors, lu_solution, zero_pivots
from engine.ops.matrices import check_matrix, column_major, solved
from engine.ops.products import turned
from engine.ops.promote import one_dtype
from engine.ops.selecting import where
from engine.ops.sum_to import sum_to
from engine.return_types import struct
from engine.tensor import Tensor
from engine.warn import warn_once

# ---- determinants -------------------------------------------------------------------------------


def _by_factors(A, diagonal, least=0):
    """The X with A^T X = a multiple of the identity, from factors as LAPACK makes them.

    `least` replaces zeros on the diagonal of the second.
    """
    LU, pivots = lu_factors(turned(A))
    size = np.arange(A.shape[-1])
    kept = LU[..., size, size]
    LU[..., size, size] = np.where(kept == 0, least, kept)
    return lu_solution(LU, pivots, diagonal[..., None, None] * np.eye(size.size, dtype=A.dtype))


def _det_gradient(g, A, result):
    """det(A) times the transposed inverse, in plain passes 0 where A has none, as in PyTorch."""
    if not isinstance(A, Tensor):
        return _by_factors(A, g * result, least=np.finfo(A.dtype).eps)
    if (bare(result) == 0).any():
        return _singular_det_gradient(g, A)
    return (g * result)[..., None, None] * turned(linalg_inv(A))


def _singular_det_gradient(g, A):
    """The transposed adjugate, by singular values, to be derived again."""
    cat, stack = OPS["cat"], OPS["stack"]
    u, s, vh = OPS["linalg_svd"](A)
    places = range(A.shape[-1])
    others = stack([cat([s[..., :i], s[..., i + 1 :]], -1).prod(-1) for i in places], -1)
    scale = (g * linalg_det(u) * linalg_det(vh))[..., None] * others
    return (u * scale[..., None, :]) @ vh


def _slogdet_gradient(g, A):
    if isinstance(A, Tensor):
        return g[1][..., None, None] * turned(linalg_inv(A))
    return _by_factors(A, g[1])


@op("linalg_det", A=_det_gradient)
def linalg_det(A):
    """Determinants."""
    check_matrix("linalg.det", A)
    found = np.asarray(np.linalg.det(A))
    return found if found.all() else np.where(found == 0, _product_of_pivots(A), found)


def _product_of_pivots(A):
    """Determinants, whose zeros have the sign that PyTorch gives them."""
    LU, pivots = lu_factors(turned(A))
    swaps = (pivots != np.arange(1, pivots.shape[-1] + 1)).sum(-1)
    return np.where(swaps % 2, -1, 1).astype(A.dtype) * np.diagonal(LU, 0, -2, -1).prod(-1)


Slogdet = struct("linalg_slogdet", "sign", "logabsdet")


@op("linalg_slogdet", A=_slogdet_gradient)
def linalg_slogdet(A):
    """Signs and logarithms of the sizes of determinants."""
    check_matrix("linalg.slogdet", A)
    sign, size = np.linalg.slogdet(A)
    return Slogdet(sign if np.all(sign) else np.where(sign == 0, _product_of_pivots(A), sign), size)


OldSlogdet = struct("slogdet", "sign", "logabsdet")


@composed
def slogdet(self):
    """The older form of `linalg.slogdet`."""
    return OldSlogdet(*linalg_slogdet(self))


@composed
def logdet(self):
    """Logarithms of determinants; NaN where these are negative."""
    if self._data.dtype.kind == "c":
        raise unsupported("logdet() of complex numbers")
    sign, size = linalg_slogdet(self)
    return where(sign == -1, float("nan"), size)


# ---- inverses -----------------------------------------------------------------------------------


def _inverse(A):
    check_matrix("linalg.inv", A)
    return column_major(solved("inv", np.linalg.inv, A))


def _inverse_gradient(g, result):
    return -(turned(result) @ g @ turned(result))


linalg_inv = op("linalg_inv", node="linalg_inv_ex", A=_inverse_gradient)(_inverse)

InvEx = struct("linalg_inv_ex", "inverse", "info")


@op("linalg_inv_ex", A=lambda g, results: _inverse_gradient(g[0], results[0]))
def linalg_inv_ex(A, *, check_errors=False):
    """Inverses, and for each matrix 0, or where it is singular, the number of the pivot 0."""
    check_matrix("linalg.inv_ex", A)
    info = zero_pivots(lu_factors(A)[0])
    singular = info != 0
    if check_errors or not singular.any():
        return InvEx(_inverse(A), np.zeros(A.shape[:-2], np.int32))
    safe = np.where(singular[..., None, None], np.eye(A.shape[-1], dtype=A.dtype), A)
    inverse = np.where(singular[..., None, None], np.inf, np.linalg.inv(safe)).astype(A.dtype)
    return InvEx(inverse, info)


# ---- linear equations ---------------------------------------------------------------------------


def _is_vector(shape_a, shape_b):
    """Whether the right side is a vector, or a batch of them."""
    return len(shape_b) == 1 or (
        len(shape_b) == len(shape_a) - 1 and tuple(shape_b) == tuple(shape_a[:-1])
    )


def _solve(name, A, B, left):
    check_matrix(name, A)
    one_dtype(name, A, B)
    vector = _is_vector(A.shape, B.shape)
    if vector and not left:
        raise RuntimeError(f"{name}(): left=False takes matrices on the right side, not vectors")
    right = B[..., None] if vector else B
    _check_sides(name, A, right, left)
    if not left:
        return solved(name, np.linalg.solve, turned_array(A), turned_array(right)).swapaxes(-1, -2)
    solution = solved(name, np.linalg.solve, A, right)
    return solution[..., 0] if vector else column_major(solution)


def turned_array(array):
    """The matrices transposed."""
    return array.swapaxes(-1, -2)


def _check_sides(name, A, B, left):
    if B.ndim < 2:
        raise RuntimeError(f"{name}() takes a right side of at least 2 dimensions, not {B.ndim}")
    if A.shape[-1] != B.shape[-2 if left else -1]:
        raise RuntimeError(
            f"{name}(): matrices of shape {list(A.shape)} do not fit a right side of "
            f"{list(B.shape)}"
        )


def _of_right_side(g, A, B_shape, left):
    grad = linalg_solve(turned(A), g, left=left)
    return sum_to(grad, tuple(B_shape))


def _of_matrix(g, A, A_shape, B_shape, result, left):
    grad = linalg_solve(turned(A), g, left=left)
    if _is_vector(A_shape, B_shape):
        return sum_to(-grad[..., None] * result[..., None, :], tuple(A_shape))
    inner = grad @ turned(result) if left else turned(result) @ grad
    return sum_to(-inner, tuple(A_shape))


@op("linalg_solve", node="linalg_solve_ex", A=_of_matrix, B=_of_right_side)
def linalg_solve(A, B, *, left=True):
    """The X for which A @ X = B, or X @ A = B."""
    return _solve("linalg.solve", A, B, left)


SolveEx = struct("linalg_solve_ex", "result", "info")


@op(
    "linalg_solve_ex",
    A=lambda g, A, A_shape, B_shape, results, left: _of_matrix(
        g[0], A, A_shape, B_shape, results[0], left
    ),
    B=lambda g, A, B_shape, left: _of_right_side(g[0], A, B_shape, left),
)
def linalg_solve_ex(A, B, *, left=True, check_errors=False):
    """The solutions, and for each matrix 0 if it is not singular."""
    return SolveEx(_solve("linalg.solve_ex", A, B, left), np.zeros(A.shape[:-2], np.int32))


# ---- triangles ----------------------------------------------------------------------------------


def _triangle(A, upper, unit):
    """What is read of a triangular matrix."""
    part = np.triu(A, 1 if unit else 0) if upper else np.tril(A, -1 if unit else 0)
    return part + np.eye(A.shape[-1], dtype=A.dtype) if unit else part


def _solve_triangle(name, A, B, upper, left, unit):
    check_matrix(name, A)
    one_dtype(name, A, B)
    _check_sides(name, A, B, left)
    part = _triangle(A, upper, unit)
    if left:
        return column_major(_substituted(part, B, upper))
    return turned_array(_substituted(turned_array(part), turned_array(B), not upper))


def _substituted(part, B, upper):
    """The solution, which is infinite or NaN where an element of the diagonal is 0."""
    if np.diagonal(part, 0, -2, -1).all():
        return np.linalg.solve(part, B)
    shape = np.broadcast_shapes(part.shape[:-2], B.shape[:-2]) + B.shape[-2:]
    x, rows = np.array(np.broadcast_to(B, shape)), range(B.shape[-2])
    with np.errstate(all="ignore"):
        for i in reversed(rows) if upper else rows:
            x[..., i, :] *= (1 / part[..., i, i])[..., None]
            others = slice(None, i) if upper else slice(i + 1, None)
            x[..., others, :] -= part[..., others, i, None] * x[..., i, None, :]
    return x


def _of_triangle(g, A, A_shape, result, upper, left, unit):
    grad = solve_triangular(turned(A), g, upper=not upper, left=left, unitriangular=unit)
    inner = -(grad @ turned(result) if left else turned(result) @ grad)
    inner = triu(inner, int(unit)) if upper else tril(inner, -int(unit))
    return sum_to(inner, tuple(A_shape))


@op(
    "linalg_solve_triangular",
    self=lambda g, self, self_shape, result, upper, left, unitriangular: _of_triangle(
        g, self, self_shape, result, upper, left, unitriangular
    ),
    B=lambda g, self, B_shape, upper, left, unitriangular: sum_to(
        solve_triangular(turned(self), g, upper=not upper, left=left, unitriangular=unitriangular),
        tuple(B_shape),
    ),
)
def solve_triangular(self, B, *, upper, left=True, unitriangular=False):
    """The solution where the matrix is triangular; the other triangle is not read."""
    return _solve_triangle("linalg.solve_triangular", self, B, upper, left, unitriangular)


TriangularSolve = struct("triangular_solve", "solution", "cloned_coefficient")


def _oriented(A, upper, transpose):
    return (turned(A), not upper) if transpose else (A, upper)


def _of_coefficient(g, A, solution, upper, transpose, unit):
    matrix, side = _oriented(A, upper, transpose)
    grad = _of_triangle(g[0], matrix, matrix.shape, solution, side, True, unit)
    return (turned(grad) if transpose else grad) + g[1]


@op(
    "triangular_solve",
    self=lambda g, self_shape, A, upper, transpose, unitriangular: sum_to(
        _back(g[0], A, upper, transpose, unitriangular), tuple(self_shape)
    ),
    A=lambda g, A, A_shape, results, upper, transpose, unitriangular: sum_to(
        _of_coefficient(g, A, results[0], upper, transpose, unitriangular), tuple(A_shape)
    ),
)
def triangular_solve(self, A, upper=True, transpose=False, unitriangular=False):
    """The older form of `linalg.solve_triangular`; returns the solution and the matrix."""
    warn_once("triangular_solve() is deprecated; use linalg.solve_triangular()", 3)
    matrix, side = _oriented(A, upper, transpose)
    solution = _solve_triangle("triangular_solve", matrix, self, side, True, unitriangular)
    batch = np.broadcast_shapes(A.shape[:-2], self.shape[:-2])
    return TriangularSolve(solution, np.broadcast_to(A, batch + A.shape[-2:]).copy())


def _back(g, A, upper, transpose, unit):
    """The solution with the transposed matrix."""
    matrix, side = _oriented(A, upper, not transpose)
    return solve_triangular(matrix, g, upper=side, unitriangular=unit)
