"""Eigenvalues and eigenvectors of matrices that need not be symmetric: complex numbers."""

import numpy as np

from engine.ops.arraylike import bare, constant
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.diagonals import diag_embed
from engine.ops.matrices import check_matrix, column_major, solved
from engine.ops.products import turned
from engine.ops.solving import linalg_solve
from engine.return_types import struct

Eig = struct("linalg_eig", "eigenvalues", "eigenvectors")


def _adjoint(x):
    return turned(x).conj()


def _gradient(g, results):
    values, vectors = results
    across = _adjoint(vectors)
    if not bare(g[1]).any():
        return linalg_solve(across, g[0][..., :, None] * across)
    inner = across @ g[1]
    own = np.diagonal(bare(inner), 0, -2, -1)
    if not np.allclose(own.imag, 0, 1e-2, 1e-2):
        raise RuntimeError(
            "the gradient depends on the phase of eigenvectors, which nothing determines"
        )
    n = bare(inner).shape[-1]
    same = constant(np.eye(n, dtype=bare(inner).dtype), inner)
    sizes = (inner * same).sum(-1).real
    inner = inner - (across @ vectors) * sizes[..., None, :]
    gaps = values.conj()[..., None, :] - values.conj()[..., :, None] + same
    inner = inner / gaps * (1 - same) + diag_embed(g[0])
    return linalg_solve(across, inner @ across)


@op("linalg_eig", self=_gradient)
def linalg_eig(self):
    """Eigenvalues, in no order, and eigenvectors of length 1 as columns."""
    check_matrix("linalg.eig", self)
    wide = np.result_type(self.dtype, np.complex64)
    values, vectors = solved("linalg.eig", np.linalg.eig, self)
    return Eig(values.astype(wide), column_major(vectors.astype(wide)))


@composed
def linalg_eigvals(A):
    """Eigenvalues, in no order."""
    return linalg_eig(A)[0]
