"""Factorisations of matrices: Cholesky, QR, singular values, eigenvalues of symmetric ones."""

import numpy as np

from engine.autograd.tangents import is_followed
from engine.errors import LinAlgError
from engine.ops.arraylike import bare, constant
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.diagonals import diag_embed, triu
from engine.ops.matrices import check_matrix, column_major, refuse_infinities, solved
from engine.ops.products import turned
from engine.ops.solving import solve_triangular
from engine.return_types import struct
from engine.warn import warn_once


def halved_diagonal(x):
    """A lower triangle with half of its diagonal."""
    n = x.shape[-1]
    factor = np.tri(n) - 0.5 * np.eye(n)
    return x * constant(factor.astype(bare(x).dtype), x)


# ---- Cholesky -----------------------------------------------------------------------------------


def _cholesky(name, self, upper=False):
    check_matrix(name, self)
    if not self.size:
        return self.copy()
    triangle, beside = (np.triu, 1) if upper else (np.tril, -1)
    full = triangle(self) + triangle(self, beside).swapaxes(-1, -2).conj()
    factor = solved("cholesky", np.linalg.cholesky, full)
    return factor.swapaxes(-1, -2).conj() if upper else column_major(factor)


def _cholesky_gradient(g, result, upper):
    """Symmetric, though only one triangle is read."""
    factor, g = (turned(result), turned(g)) if upper else (result, g)
    inner = halved_diagonal(turned(factor) @ g)
    left = solve_triangular(turned(factor), inner, upper=True)
    whole = solve_triangular(factor, left, upper=False, left=False)
    return (whole + turned(whole)) * 0.5


@op(self=_cholesky_gradient)
def cholesky(self, upper=False):
    """The older form of `linalg.cholesky`."""
    warn_once("cholesky() is deprecated; use linalg.cholesky()", 3)
    return _cholesky("cholesky", self, upper)


linalg_cholesky = op(
    "linalg_cholesky",
    node="linalg_cholesky_ex",
    self=_cholesky_gradient,
)(lambda self, *, upper=False: _cholesky("linalg.cholesky", self, upper))

CholeskyEx = struct("linalg_cholesky_ex", "L", "info")


@op(
    "linalg_cholesky_ex",
    self=lambda g, results, upper: _cholesky_gradient(g[0], results[0], upper),
)
def linalg_cholesky_ex(self, *, upper=False, check_errors=False):
    """The factor, and for each matrix 0, or the order of the first minor that is not positive."""
    check_matrix("linalg.cholesky_ex", self)
    try:
        return CholeskyEx(
            _cholesky("linalg.cholesky_ex", self, upper), np.zeros(self.shape[:-2], np.int32)
        )
    except LinAlgError:
        if check_errors:
            raise
    flat = self.reshape(-1, *self.shape[-2:])
    pairs = [_factor_or_order(matrix, upper) for matrix in flat]
    factors = np.array([f for f, _ in pairs]).reshape(self.shape)
    return CholeskyEx(factors, np.array([i for _, i in pairs], np.int32).reshape(self.shape[:-2]))


def _factor_or_order(matrix, upper):
    for order in range(1, len(matrix) + 1):
        try:
            factor = _cholesky("linalg.cholesky_ex", matrix[:order, :order], upper)
        except LinAlgError:
            return np.full_like(matrix, np.nan), order
    return factor, 0


# ---- QR -----------------------------------------------------------------------------------------

Qr = struct("linalg_qr", "Q", "R")


def _symmetrised(x):
    """The symmetric matrix whose lower triangle comes from an upper one, the diagonal kept."""
    lower = halved_diagonal(turned(triu(x)))
    return lower + turned(lower)


def _qr_gradient(g, A_shape, results, mode):
    from engine.ops.joining import cat

    q, r = results
    rows, columns = A_shape[-2:]
    if mode == "r":
        raise RuntimeError("qr() with mode='r' has no derivative: it does not compute Q")
    if mode == "complete" and rows > columns:
        raise RuntimeError("qr() with mode='complete' has no derivative for more rows than columns")
    if rows >= columns:
        return _square_qr_gradient(g[0], g[1], q, r)
    grad_v = g[1][..., rows:]
    right = q @ r[..., rows:]  # A = [U V], of which U alone is factorised
    grad_q = g[0] + right @ turned(grad_v)
    left = _square_qr_gradient(grad_q, g[1][..., :rows], q, r[..., :rows])
    return cat([left, q @ grad_v], -1)


def _square_qr_gradient(grad_q, grad_r, q, r):
    inner = grad_r @ turned(r) - turned(q) @ grad_q
    return solve_triangular(turned(r), grad_q + q @ _symmetrised(inner), upper=False, left=False)


@op("linalg_qr", A=_qr_gradient)
def linalg_qr(A, mode="reduced"):
    """Orthonormal columns times an upper triangle."""
    check_matrix("linalg.qr", A, square=False)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"qr(): mode is 'reduced', 'complete' or 'r', not {mode!r}")
    if mode == "r":
        return Qr(np.zeros((0,), A.dtype), np.linalg.qr(A, mode="r"))
    return Qr(*map(column_major, np.linalg.qr(A, mode=mode)))


OldQr = struct("qr", "Q", "R")


@composed
def qr(self, some=True):
    """The older form of `linalg.qr`."""
    warn_once("qr() is deprecated; use linalg.qr()", 3)
    return OldQr(*linalg_qr(self, "reduced" if some else "complete"))


# ---- singular values ----------------------------------------------------------------------------

Svd = struct("linalg_svd", "U", "S", "Vh")


def _gaps(values, squared):
    """Differences of (squared) values: entry j, k is that of k minus that of j; 1 where j is k."""
    x = values * values if squared else values
    differences = x[..., None, :] - x[..., None]
    n = differences.shape[-1]
    eye = np.eye(n, dtype=bare(values).dtype)
    return differences + constant(eye, values)


def _skew(x):
    return x - turned(x)


def svd_gradient(g, u, s, vh):
    """The gradient at the matrix of its singular values and vectors, thin ones."""
    grad_u, grad_s, grad_vh = g
    if not (bare(grad_u).any() or bare(grad_vh).any()):
        return (u * grad_s[..., None, :]) @ vh  # also where values are equal
    gaps, column, row = _gaps(s, True), s[..., None], s[..., None, :]
    inner = (_skew(turned(u) @ grad_u) / gaps) * row
    inner = inner + column * (_skew(vh @ turned(grad_vh)) / gaps) + diag_embed(grad_s)
    grad = u @ inner @ vh
    if u.shape[-2] > u.shape[-1]:
        rest = grad_u / row
        grad = grad + (rest - u @ (turned(u) @ rest)) @ vh
    if vh.shape[-1] > vh.shape[-2]:
        rest = grad_vh / column
        grad = grad + u @ (rest - (rest @ turned(vh)) @ vh)
    return grad


def _svd_gradient(g, results, full_matrices):
    u, s, vh = results
    grad_u, grad_s, grad_vh = g
    k = s.shape[-1]
    if full_matrices:
        u, grad_u, vh, grad_vh = u[..., :k], grad_u[..., :k], vh[..., :k, :], grad_vh[..., :k, :]
    return svd_gradient((grad_u, grad_s, grad_vh), u, s, vh)


def _svd(A, full):
    """NumPy's, but real vectors have the signs that PyTorch's LAPACK gives them.

    It takes orthogonal columns first of matrices that are less tall, and the rows of wide ones from
    another side.
    """
    rows, columns = A.shape[-2:]
    if A.dtype.kind == "c" or min(rows, columns) < 2:
        return np.linalg.svd(A, full)
    if columns >= 11 * rows // 6:
        signs = np.ones((rows, 1), A.dtype)
        signs[0] = -1
        u, s, vh = np.linalg.svd(signs * A, full)
        return signs * u, s, vh
    if 3 * columns // 2 <= rows < 11 * columns // 6:
        q, r = np.linalg.qr(A, "complete" if full else "reduced")
        u, s, vh = np.linalg.svd(r[..., :columns, :])
        q[..., :columns] = q[..., :columns] @ u
        return q, s, vh
    return np.linalg.svd(A, full)


@op("linalg_svd", A=_svd_gradient)
def linalg_svd(A, full_matrices=True, *, driver=None):
    """Singular vectors, values in descending order, and singular vectors transposed."""
    check_matrix("linalg.svd", A, square=False)
    refuse_infinities("linalg.svd", A)
    if driver is not None:
        raise RuntimeError("svd(): driver= is for CUDA")
    u, s, vh = solved("svd", _svd, A, full_matrices)
    return Svd(column_major(u), s, column_major(vh))


@composed
def linalg_svdvals(A, *, driver=None):
    """Singular values in descending order."""
    if is_followed(A):
        return linalg_svd(A, False, driver=driver)[1]
    return _singular_values(A)


@op("_singular_values")
def _singular_values(A):
    check_matrix("linalg.svdvals", A, square=False)
    refuse_infinities("linalg.svdvals", A)
    return solved("svdvals", np.linalg.svd, A, compute_uv=False)


OldSvd = struct("svd", "U", "S", "V")


@composed
def svd(self, some=True, compute_uv=True):
    """The older form of `linalg.svd`: its last result is not transposed."""
    if compute_uv:
        u, s, vh = linalg_svd(self, not some)
        return OldSvd(u, s, vh.transpose(-2, -1))
    *batch, rows, columns = self.shape
    u, v = (self.new_zeros((*batch, n, n)) for n in (rows, columns))
    return OldSvd(u, linalg_svdvals(self), v)


# ---- eigenvalues --------------------------------------------------------------------------------

Eigh = struct("linalg_eigh", "eigenvalues", "eigenvectors")


def _eigh_gradient(g, results):
    values, vectors = results
    if not bare(g[1]).any():
        return (vectors * g[0][..., None, :]) @ turned(vectors)  # also where values are equal
    inner = _skew(turned(vectors) @ g[1]) * 0.5 / _gaps(values, False)
    return vectors @ (inner + diag_embed(g[0])) @ turned(vectors)


@op("linalg_eigh", self=_eigh_gradient)
def linalg_eigh(self, UPLO="L"):
    """Eigenvalues in ascending order, and eigenvectors, of symmetric matrices."""
    check_matrix("linalg.eigh", self)
    if UPLO not in ("L", "U", "l", "u"):
        raise RuntimeError(f"eigh(): UPLO is 'L' or 'U', not {UPLO!r}")
    values, vectors = solved("eigh", np.linalg.eigh, self, UPLO)
    return Eigh(values, column_major(vectors))


@composed
def linalg_eigvalsh(A, UPLO="L"):
    """Eigenvalues of symmetric matrices in ascending order."""
    return linalg_eigh(A, UPLO)[0] if is_followed(A) else _eigenvalues(A, UPLO)


@op("_eigenvalues")
def _eigenvalues(A, UPLO):
    check_matrix("linalg.eigvalsh", A)
    return solved("eigvalsh", np.linalg.eigvalsh, A, UPLO)
