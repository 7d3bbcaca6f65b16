"""What is made of factors of a matrix: solutions by Cholesky, least squares, pseudo-inverses."""

import numpy as np

from engine.ops.arraylike import bare
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.matrices import check_matrix, column_major, refuse_infinities, solved
from engine.ops.products import turned
from engine.ops.solving import linalg_inv
from engine.ops.sum_to import sum_to
from engine.return_types import struct
from engine.tensor import Tensor, wrap

# ---- by Cholesky factors ------------------------------------------------------------------------


def _whole(L, upper):
    """The matrix of which `L` is a factor."""
    part = np.triu(L) if upper else np.tril(L)
    other = part.swapaxes(-1, -2).conj()
    return other @ part if upper else part @ other


def _of_factor(inner, L, upper):
    """The gradient at a factor, given that of the product's inverse, symmetrised and negative."""
    return L @ inner if upper else inner @ L


def _cholesky_inverse_gradient(g, self, result, upper):
    inner = result @ (g + turned(g)) @ result
    return -_of_factor(inner, self, upper)


@op(self=_cholesky_inverse_gradient)
def cholesky_inverse(self, upper=False):
    """The inverse of the matrix with this Cholesky factor."""
    check_matrix("cholesky_inverse", self)
    return column_major(solved("cholesky_inverse", np.linalg.inv, _whole(self, upper)))


@op(
    self=lambda g, input2, self_shape, upper: sum_to(
        cholesky_solve(g, input2, upper), tuple(self_shape)
    ),
    input2=lambda g, input2, input2_shape, result, upper: sum_to(
        _solve_factor_gradient(g, input2, result, upper), tuple(input2_shape)
    ),
)
def cholesky_solve(self, input2, upper=False):
    """The solution of linear equations whose matrix has the Cholesky factor `input2`."""
    check_matrix("cholesky_solve", input2)
    check_matrix("cholesky_solve", self, square=False)
    if self.shape[-2] != input2.shape[-1]:
        raise RuntimeError(
            f"cholesky_solve(): a factor of {list(input2.shape)} does not fit a right side of "
            f"{list(self.shape)}"
        )
    return column_major(solved("cholesky_solve", np.linalg.solve, _whole(input2, upper), self))


def _solve_factor_gradient(g, L, result, upper):
    inner = cholesky_solve(g, L, upper) @ turned(result)
    return -_of_factor(inner + turned(inner), L, upper)


# ---- pseudo-inverses ----------------------------------------------------------------------------


def _pinv_gradient(g, A, pinv):
    """The derivative of Golub and Pereyra (1973), in the order that keeps products small."""
    gt, pt = turned(g), turned(pinv)
    if A.shape[-2] <= A.shape[-1]:
        k = gt @ pinv
        kp = k @ pt
        return -turned(pinv @ k) + kp - (A @ pinv) @ kp + (pt @ pinv) @ (gt - k @ A)
    k = pinv @ gt
    pk = pt @ k
    return -turned(k @ pinv) + (gt - A @ k) @ pinv @ pt + pk - (pk @ pinv) @ A


@op("_linalg_pinv", node="linalg_pinv", A=lambda g, A, result: _pinv_gradient(g, A, result))
def _pinv(A, atol, rtol, hermitian):
    check_matrix("linalg.pinv", A, square=hermitian)
    refuse_infinities("linalg.pinv", A)
    if not A.size:
        return np.zeros((*A.shape[:-2], A.shape[-1], A.shape[-2]), A.dtype)
    u, s, vh = _singular(A, hermitian)
    limit = tolerance(np.abs(s), A, atol, rtol)
    inverse = np.where(np.abs(s) > limit, 1 / np.where(s == 0, 1, s), 0).astype(A.dtype)
    return (vh.swapaxes(-1, -2) * inverse[..., None, :]) @ u.swapaxes(-1, -2)


def _singular(A, hermitian):
    if not hermitian:
        return solved("pinv", np.linalg.svd, A, False)
    values, vectors = solved("pinv", np.linalg.eigh, A)
    return vectors, values, vectors.swapaxes(-1, -2)


def limits(*values):
    """Tolerances, numbers or tensors, as numbers or arrays."""
    for value in values:
        if isinstance(value, Tensor) and value._requires:
            raise RuntimeError("a tolerance that requires grad has no derivative; detach it")
    return [v._data if isinstance(v, Tensor) else v for v in values]


def tolerance(s, A, atol, rtol):
    """Below which a singular value counts as 0, for each matrix."""
    atol, rtol = (v if v is None else np.asarray(v, A.dtype)[..., None] for v in (atol, rtol))
    if rtol is None:
        default = max(A.shape[-2:]) * np.finfo(A.dtype).eps
        rtol = default if atol is None else np.where(atol > 0, 0, default)
    largest = s.max(-1, keepdims=True, initial=0)
    return np.maximum(0 if atol is None else atol, rtol * largest)


@composed
def linalg_pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None):
    """The Moore-Penrose inverse."""
    return _pinv(A, *limits(atol, rcond if rtol is None else rtol), hermitian)


@composed
def pinverse(self, rcond=1e-15):
    """The older form of `linalg.pinv`."""
    return linalg_pinv(self, rcond)


# ---- least squares ------------------------------------------------------------------------------

Lstsq = struct("linalg_lstsq", "solution", "residuals", "rank", "singular_values")
_DRIVERS = ("gelsy", "gels", "gelsd", "gelss")


def _columns(g, A, B, X):
    """The gradients, the right side and the solution as matrices, if they are vectors."""
    if len(B.shape) == len(A.shape):
        return g, B, X
    return (g[0][..., None], g[1]), B[..., None], X[..., None]


def _residual_gradient(g, A, B, X):
    """The gradient at the residuals before they were squared, which A @ X and -B have."""
    return (A @ X - B) * 2 * g[1][..., None, :]


def _lstsq_matrix_gradient(g, A, B, X):
    g, B, X = _columns(g, A, B, X)
    grad = _pinv_gradient(g[0] @ turned(B), A, linalg_pinv(A))
    return grad + _residual_gradient(g, A, B, X) @ turned(X) if bare(g[1]).size else grad


def _lstsq_side_gradient(g, A, B, X):
    vector = len(B.shape) < len(A.shape)
    g, B, X = _columns(g, A, B, X)
    grad = turned(linalg_pinv(A)) @ g[0]
    grad = grad - _residual_gradient(g, A, B, X) if bare(g[1]).size else grad
    return grad[..., 0] if vector else grad


@op(
    "linalg_lstsq",
    self=lambda g, self, b, results: _lstsq_matrix_gradient(g, self, b, results[0]),
    b=lambda g, self, b, results: _lstsq_side_gradient(g, self, b, results[0]),
)
def linalg_lstsq(self, b, rcond=None, *, driver=None):
    """The X for which the squares of A @ X - B add up to the least."""
    check_matrix("linalg.lstsq", self, square=False)
    refuse_infinities("linalg.lstsq", self)
    if self.ndim != b.ndim and b.ndim != self.ndim - 1:
        raise RuntimeError("lstsq() takes a right side with as many dimensions, or one less")
    if driver not in (None, *_DRIVERS):
        raise RuntimeError(f"lstsq(): driver is one of {', '.join(_DRIVERS)}, not {driver!r}")
    vector = b.ndim < self.ndim
    b = b[..., None] if vector else b
    if self.shape[-2] != b.shape[-2]:
        raise RuntimeError(f"lstsq(): {self.shape[-2]} equations have {b.shape[-2]} right sides")
    limit = rcond if rcond is not None else np.finfo(self.dtype).eps * max(self.shape[-2:])
    solution = np.linalg.pinv(self, limit) @ b
    singular = np.linalg.svd(self, compute_uv=False)
    rank = (singular > limit * singular.max(-1, keepdims=True, initial=0)).sum(-1)
    full = rank.min(initial=self.shape[-1]) == self.shape[-1] < self.shape[-2]
    residuals = np.zeros(0, self.dtype)
    if full and driver not in (None, "gelsy"):
        residuals = np.square(self @ solution - b).sum(-2)
    if driver == "gels":
        rank = np.zeros(0, np.int64)
    if driver not in ("gelsd", "gelss"):
        singular = np.zeros(0, self.dtype)
    solution = solution[..., 0] if vector else solution
    return Lstsq(solution, residuals, rank.astype(np.int64), singular)


linalg_lstsq.op.differentiable_outputs = (0, 1)


# ---- powers -------------------------------------------------------------------------------------


@composed
def matrix_power(self, n):
    """The product of `n` of the same matrix; of its inverse, if `n` is negative."""
    if self.ndim < 2 or self.shape[-1] != self.shape[-2]:
        raise RuntimeError(f"matrix_power() takes square matrices, not {list(self.shape)}")
    if not n:
        eye = wrap(np.broadcast_to(np.eye(self.shape[-1], dtype=self._data.dtype), self.shape))
        return self.clone(memory_format=None).copy_(eye)
    if n == 1:
        return self.clone(memory_format=None)
    base = self if n > 0 else linalg_inv(self)
    n = -n if n < 0 else n
    if n == 3:
        return (base @ base) @ base
    result, square = None, base
    while n:
        n, odd = divmod(n, 2)
        if odd:
            result = square if result is None else result @ square
        if n:
            square = square @ square
    return result


def _exponential(x):
    """By its series, of the matrix halved until it is small, and squared as often again."""
    size = np.abs(x).sum(-1).max(initial=0)
    halvings = max(0, int(np.ceil(np.log2(size))) + 3) if size > 0 else 0
    small = x / x.dtype.type(2.0**halvings)
    term = total = np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape)
    for k in range(1, 19):
        term = (term @ small) / x.dtype.type(k)
        total = total + term
    for _ in range(halvings):
        total = total @ total
    return total


def _exponential_gradient(g, self):
    """The upper right block of the exponential of [[Aᵀ, g], [0, Aᵀ]] (Higham 2008)."""
    from engine.ops.joining import cat

    n, a = self.shape[-1], turned(self)
    top, bottom = cat([a, g], -1), cat([g * 0, a], -1)
    return linalg_matrix_exp(cat([top, bottom], -2))[..., :n, n:]


@op("linalg_matrix_exp", self=_exponential_gradient)
def linalg_matrix_exp(self):
    """The exponential of a matrix."""
    check_matrix("linalg.matrix_exp", self)
    wide = np.complex128 if self.dtype.kind == "c" else np.float64
    return _exponential(self.astype(wide)).astype(self.dtype)
