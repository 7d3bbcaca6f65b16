"""Reductions: sums, means and their kin."""

import numpy as np

from engine import dtype as dtypes
from engine.ops.declare import op


def axes(dim, ndim):
    """NumPy's `axis` for PyTorch's `dim`: an int, a tuple, or None for all."""
    if dim is None or (isinstance(dim, tuple | list) and not dim):
        return None
    dims = tuple(dim) if isinstance(dim, tuple | list) else (dim,)
    for d in dims:
        if not -max(ndim, 1) <= d < max(ndim, 1):
            raise IndexError(f"dim {d} is out of range for {ndim} dimensions")
    return dims if ndim else None


def spread(g, shape, dim, keepdim):
    """The adjoint of a sum: `g` repeated along the dimensions that were summed."""
    if not keepdim and shape:
        kept = axes(dim, len(shape))
        full = [1] * len(shape) if kept is None else list(shape)
        for d in kept or ():
            full[d] = 1
        g = g.reshape(full)
    if isinstance(g, np.ndarray | np.generic):
        return np.broadcast_to(g, shape)
    return g.expand(shape)


@op(self=lambda g, self_shape, dim, keepdim: spread(g, self_shape, dim, keepdim))
def sum(self, dim=None, keepdim=False, *, dtype=None):
    """Sum over all dimensions, or over `dim`; integers and bools add up as int64."""
    wanted = dtype.numpy if dtype is not None else None
    if wanted is None and self.dtype.kind in "iub":
        wanted = np.int64
    return np.add.reduce(self, axis=axes(dim, self.ndim), keepdims=keepdim, dtype=wanted)


def count(shape, dim):
    """How many elements are reduced to one."""
    kept = axes(dim, len(shape))
    return int(np.prod(shape if kept is None else [shape[d] for d in kept]))


@op(
    self=lambda g, self_shape, dim, keepdim: (
        spread(g, self_shape, dim, keepdim) / count(self_shape, dim)
    )
)
def mean(self, dim=None, keepdim=False, *, dtype=None):
    """Mean over all dimensions, or over `dim`; of float tensors only."""
    if dtype is not None:
        self = self.astype(dtype.numpy)
    if self.dtype.kind not in "fc":
        name = dtypes.from_numpy(self.dtype)
        raise RuntimeError(f"mean() takes float or complex tensors, not {name!r}; convert it first")
    return np.mean(self, axis=axes(dim, self.ndim), keepdims=keepdim, dtype=self.dtype)

