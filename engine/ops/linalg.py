"""Matrix products."""

import numpy as np

from engine.ops.declare import op
from engine.ops.shape import t


@op(
    self=lambda g, mat2: g @ t(mat2),
    mat2=lambda g, self: t(t(g) @ self),
)
def mm(self, mat2):
    """Product of two matrices."""
    _check_matrices("mm", self, mat2)
    return self @ mat2


def _check_matrices(name, x, y):
    if x.ndim != 2 or y.ndim != 2:
        raise RuntimeError(f"{name}() takes matrices, not {x.ndim} and {y.ndim} dimensions")
    if x.shape[1] != y.shape[0]:
        raise RuntimeError(
            f"{name}(): {list(x.shape)} and {list(y.shape)} cannot be multiplied: the columns of "
            "the first must be as many as the rows of the second"
        )
    if x.dtype != y.dtype:
        raise RuntimeError(f"{name}() takes tensors of one dtype, not {x.dtype} and {y.dtype}")


@op(
    self=lambda g, self_shape: g.sum(0) if len(self_shape) == 1 else g,
    mat1=lambda g, mat2: g @ t(mat2),
    mat2=lambda g, mat1: t(t(g) @ mat1),
)
def addmm(self, mat1, mat2, *, beta=1, alpha=1):
    """`self + mat1 @ mat2`."""
    _check_matrices("addmm", mat1, mat2)
    out = mat1 @ mat2
    out += self
    return out


@op(self=lambda g, tensor: g * tensor, tensor=lambda g, self: g * self)
def dot(self, tensor):
    """Inner product of two vectors of one length."""
    return self @ tensor


@op(self=lambda g, vec: g.reshape((-1, 1)) * vec, vec=lambda g, self: t(self) @ g)
def mv(self, vec):
    """Matrix times vector."""
    return self @ vec


def matmul(self, other):
    """Product of vectors, matrices or batches of matrices."""
    if not hasattr(self, "_data"):
        return np.matmul(self, other)
    ndims = (self.ndim, other.ndim)
    if ndims == (2, 2):
        return mm(self, other)
    if ndims == (1, 1):
        return dot(self, other)
    if ndims == (2, 1):
        return mv(self, other)
    raise NotImplementedError("batches come with the linear algebra family")
