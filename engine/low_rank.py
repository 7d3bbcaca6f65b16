"""The largest singular values of matrices, by way of random projections."""

from engine.drawing import randn
from engine.ops.factors import linalg_qr, linalg_svd

__all__ = ["pca_lowrank", "svd_lowrank"]


def _range(A, q, niter):
    """Orthonormal columns that span about what `A` maps to."""
    columns = A @ randn(A.shape[-1], q, dtype=A.dtype)
    for _ in range(niter):
        columns = A @ linalg_qr(A.mH @ linalg_qr(columns)[0])[0]
    return linalg_qr(columns)[0]


def svd_lowrank(A, q=6, niter=2, M=None):
    """U, S and V of about the `q` largest singular values of `A`, or of `A - M`."""
    if M is not None:
        A = A - M.broadcast_to(A.size())
    wide = A.shape[-2] < A.shape[-1]
    A = A.mH if wide else A
    basis = _range(A, 6 if q is None else q, 2 if niter is None else niter)
    inner, values, right = linalg_svd(basis.mH @ A, False)
    left, right = basis @ inner, right.mH
    return (right, values, left) if wide else (left, values, right)


def pca_lowrank(A, q=None, center=True, niter=2):
    """`svd_lowrank` of rows from which their mean is taken: their principal components."""
    most = min(A.shape[-2:])
    q = min(6, most) if q is None else q
    if not 0 <= q <= most:
        raise ValueError(f"pca_lowrank() takes a q between 0 and {most}, not {q}")
    if niter < 0:
        raise ValueError(f"pca_lowrank() takes a niter of at least 0, not {niter}")
    return svd_lowrank(A - A.mean(-2, keepdim=True) if center else A, q, niter)
