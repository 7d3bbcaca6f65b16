"""Sparse tensors, which the engine does not have: every way to make one says so."""

from engine.absent import refusing
from engine.dtype import as_dtype
from engine.errors import refused, unsupported

_FUNCTIONS = (
    "sparse_bsc_tensor",
    "sparse_bsr_tensor",
    "sparse_compressed_tensor",
    "sparse_coo_tensor",
    "sparse_csc_tensor",
    "sparse_csr_tensor",
)
_METHODS = (
    "sparse_mask",
    "to_sparse",
    "to_sparse_bsc",
    "to_sparse_bsr",
    "to_sparse_csc",
    "to_sparse_csr",
)


def _refused(name):
    return refused(name, unsupported, f"{name}(): it has no sparse tensors", "use dense ones")


def to_dense(self, dtype=None, *, masked_grad=True):
    """The tensor itself, which is dense, in that dtype."""
    return self if dtype is None else self.to(as_dtype(dtype))


METHODS = {"to_dense": to_dense, **{name: _refused(name) for name in _METHODS}}
globals().update({name: _refused(name) for name in _FUNCTIONS})
__all__ = list(_FUNCTIONS)

__getattr__ = refusing(__name__)
