"""The largest singular values of matrices, by way of random projections."""

from engine.drawing import randn
from engine.ops.factors import linalg_qr, linalg_svd
from engine.tensor import Tensor

__all__ = ["pca_lowrank", "svd_lowrank"]


def _range(A: Tensor, q: int, niter: int) -> Tensor:
    """Orthonormal columns that span about what `A` maps to."""
    columns = A @ randn(A.shape[-1], q, dtype=A.dtype)
    for _ in range(niter):
        columns = A @ linalg_qr(A.mH @ linalg_qr(columns)[0])[0]
    return linalg_qr(columns)[0]


def svd_lowrank(
    A: Tensor, q: int | None = 6, niter: int | None = 2, M: Tensor | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """U, S and V of about the `q` largest singular values of `A`, or of `A - M`."""
    if M is not None:
        A = A - M.broadcast_to(A.size())
    wide = A.shape[-2] < A.shape[-1]
    A = A.mH if wide else A
    basis = _range(A, 6 if q is None else q, 2 if niter is None else niter)
    inner, values, right = linalg_svd(basis.mH @ A, False)
    left, right = basis @ inner, right.mH
    return (right, values, left) if wide else (left, values, right)


def pca_lowrank(
    A: Tensor, q: int | None = None, center: bool = True, niter: int = 2
) -> tuple[Tensor, Tensor, Tensor]:
    """`svd_lowrank` of rows from which their mean is taken: their principal components."""
    most = min(A.shape[-2:])
    q = min(6, most) if q is None else q
    if not 0 <= q <= most:
        raise ValueError(f"pca_lowrank() takes a q between 0 and {most}, not {q}")
    if niter < 0:
        raise ValueError(f"pca_lowrank() takes a niter of at least 0, not {niter}")
    return svd_lowrank(A - A.mean(-2, keepdim=True) if center else A, q, niter)
