"""Sparse tensors, which the engine does not have: every way to make one says so."""

from engine.absent import refusing
from engine.dtype import as_dtype
from engine.errors import unsupported

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


def _refusing(name):
    def refuse(*args, **kwargs):
        raise unsupported(f"{name}(): it has no sparse tensors", "use dense ones")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = "Not supported: the engine has no sparse tensors."
    return refuse


def to_dense(self, dtype=None, *, masked_grad=True):
    """The tensor itself, which is dense, in that dtype."""
    return self if dtype is None else self.to(as_dtype(dtype))


METHODS = {"to_dense": to_dense, **{name: _refusing(name) for name in _METHODS}}
globals().update({name: _refusing(name) for name in _FUNCTIONS})
__all__ = list(_FUNCTIONS)

__getattr__ = refusing(__name__)
