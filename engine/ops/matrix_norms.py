"""Norms, ranks and condition numbers of matrices, and products along a dimension."""

import math

import numpy as np

from engine.dtype import int64
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.extremes import amax, amin
from engine.ops.factors import linalg_svdvals
from engine.ops.inverting import limits, tolerance
from engine.ops.matrices import check_matrix, refuse_infinities
from engine.ops.norms import vector_norm
from engine.ops.products import vdot
from engine.ops.promote import refuse, refuse_half
from engine.ops.reduce import sum
from engine.ops.reshaping import atleast_1d
from engine.ops.shape import normal_dim
from engine.ops.solving import linalg_inv

INF = math.inf


def _two_dims(name, A, dim):
    if not isinstance(dim, tuple | list) or len(dim) != 2:
        raise RuntimeError(f"{name}() takes two dims, not {dim}")
    first, second = (normal_dim(d, A.ndim) for d in dim)
    if first == second:
        raise RuntimeError(f"{name}() takes two different dims")
    return first, second


@composed
def linalg_matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """The norm of matrices: 'fro', 'nuc', 1, -1, 2, -2, inf or -inf."""
    if A.ndim < 2 or A._data.dtype.kind not in "fc":
        raise RuntimeError("linalg.matrix_norm() takes float matrices")
    first, second = _two_dims("linalg.matrix_norm", A, dim)
    if ord == "fro":
        return vector_norm(A, 2, (first, second), keepdim, dtype=dtype)
    A = A if dtype is None else A.to(dtype)
    if ord == "nuc" or (not isinstance(ord, str) and math.fabs(ord) == 2):
        return _spectral(A, ord, first, second, keepdim)
    if isinstance(ord, str) or math.fabs(ord) not in (1, INF):
        raise RuntimeError(f"linalg.matrix_norm(): {ord!r} is no norm of matrices")
    summed, chosen = (first, second) if math.fabs(ord) == 1 else (second, first)
    sums = vector_norm(A, 1, summed, keepdim)
    if chosen > summed and not keepdim:
        chosen -= 1
    return (amax if ord > 0 else amin)(sums, chosen, keepdim)


def _spectral(A, ord, first, second, keepdim):
    order = [d for d in range(A.ndim) if d not in (first, second)] + [first, second]
    values = linalg_svdvals(A.permute(order))
    if ord == 2 and not values.shape[-1]:
        ord = "nuc"  # 0, the sum of none
    if ord == "nuc":
        result = sum(values, -1, keepdim)
    else:
        result = (amax if ord > 0 else amin)(values, -1, keepdim)
    if not keepdim:
        return result
    back = [order.index(d) for d in range(A.ndim)]
    return result.unsqueeze(-1).permute(back)


@composed
def linalg_norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """The norm of vectors or, by their number of dimensions or dims, of matrices."""
    if dim is not None and not isinstance(dim, tuple | list):
        dim = (dim,)
    if ord is None:
        if dim is None:
            return vector_norm(A, 2, None, keepdim, dtype=dtype)
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    dims = tuple(range(A.ndim)) if dim is None else tuple(dim)
    if len(dims) not in (1, 2):
        raise RuntimeError(f"linalg.norm() of order {ord!r} is along 1 or 2 dims, not {len(dims)}")
    if len(dims) == 2:
        return linalg_matrix_norm(A, ord, dims, keepdim, dtype=dtype)
    if isinstance(ord, str):
        raise RuntimeError(f"linalg.norm(): {ord!r} is a norm of matrices")
    return vector_norm(A, ord, dims, keepdim, dtype=dtype)


@composed
def linalg_cond(A, p=None):
    """The condition number of matrices in a norm."""
    if A.ndim < 2:
        raise RuntimeError(f"linalg.cond() takes at least 2 dimensions, not {A.ndim}")
    if p is None or p in (2, -2):
        values = linalg_svdvals(A)
        largest, smallest = values[..., :1], values[..., -1:]
        ratio = smallest / largest if p == -2 else largest / smallest
        return ratio.squeeze(-1)
    if p not in ("fro", "nuc", 1, -1, INF, -INF):
        raise RuntimeError(f"linalg.cond(): {p!r} is no norm of matrices")
    check_matrix("linalg.cond", A._data)
    if not A.numel():
        return A.new_zeros(A.shape[:-2])
    return linalg_matrix_norm(A, p) * linalg_matrix_norm(linalg_inv(A), p)


@op("_matrix_rank")
def _rank(A, atol, rtol, hermitian):
    check_matrix("linalg.matrix_rank", A, square=hermitian)
    refuse_infinities("linalg.matrix_rank", A)
    if not A.size:
        return np.zeros(A.shape[:-2], np.int64)
    values = np.abs(np.linalg.eigvalsh(A)) if hermitian else np.linalg.svd(A, compute_uv=False)
    return (values > tolerance(values, A, atol, rtol)).sum(-1, dtype=np.int64)


@composed
def linalg_matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None):
    """How many singular values count as more than 0."""
    if tol is not None:
        return _rank(A, *limits(tol), 0.0, hermitian)
    return _rank(A, *limits(atol, rtol), hermitian)


# ---- along a dimension --------------------------------------------------------------------------


@composed
def linalg_vecdot(x, y, *, dim=-1):
    """Sums of products along a dimension."""
    refuse("linalg.vecdot", "iub", x._data, error=RuntimeError)
    if x.ndim == 1 and y.ndim == 1 and dim in (0, -1):
        return vdot(x, y)
    return sum(x.conj() * y, dim)


@composed
def linalg_vander(x, N=None):
    """Powers of the last dimension's elements, as a new last dimension."""
    from engine.ops.cumulative import cumprod
    from engine.ops.joining import cat

    refuse("linalg.vander", "b", x._data, error=RuntimeError)
    refuse_half("linalg.vander", x._data)
    x = atleast_1d(x)
    count = x.shape[-1] if N is None else N
    if count <= 1 and N is not None and N <= 1:
        raise RuntimeError("linalg.vander() needs N above 1")
    ones = x.new_ones((*x.shape, 1))
    powers = cumprod(x.unsqueeze(-1).expand((*x.shape, count - 1)), -1)
    return cat([ones, powers], -1)


@composed
def vander(x, N=None, increasing=False):
    """Powers of a vector's elements as the columns of a matrix, the highest first.

    PyTorch writes them over what the product needs for its gradient, which so is refused.
    """
    from engine.ops.cumulative import cumprod
    from engine.ops.rearranging import flip

    if x.ndim != 1:
        raise RuntimeError(f"vander() takes a vector, not {x.ndim} dimensions")
    count = x.shape[0] if N is None else N
    if count < 0:
        raise RuntimeError(f"vander() needs N of at least 0, not {count}")
    found = x.new_ones((x.shape[0], count), dtype=int64 if x._data.dtype.kind in "iub" else None)
    if count > 1:
        found[:, 1:] = x.unsqueeze(1)
        found[:, 1:] = cumprod(found[:, 1:], 1)
    return found if increasing else flip(found, (-1,))


@composed
def linalg_tensorinv(A, ind=2):
    """The inverse for `tensordot`: of the matrix of the first `ind` against the other dims."""
    shape = tuple(A.shape)
    rows, columns = math.prod(shape[:ind]), math.prod(shape[ind:])
    if ind <= 0 or rows != columns:
        raise RuntimeError(f"linalg.tensorinv(): {list(shape)} is not square at {ind}")
    return linalg_inv(A.reshape(columns, rows)).reshape(shape[ind:] + shape[:ind])


@composed
def linalg_tensorsolve(A, B, dims=None):
    """The X for which `tensordot(A, X, X.ndim) == B`."""
    from engine.ops.solving import linalg_solve

    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.ndim - len(dims), A.ndim)))
    shape = tuple(A.shape[B.ndim :])
    if math.prod(shape) != B.numel():
        raise RuntimeError("linalg.tensorsolve() needs a matrix that is square")
    return linalg_solve(A.reshape(-1, math.prod(shape)), B.reshape(-1)).reshape(shape)
