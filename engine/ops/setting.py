"""`set_`: a tensor over the memory of another one."""

import numpy as np

from engine.autograd.mode import mode
from engine.autograd.views import check_inplace, rebase_history
from engine.errors import unsupported
from engine.ops.op import Op
from engine.ordering import dense_strides
from engine.shared import bump_version
from engine.storage import UntypedStorage
from engine.strides import memory_of, strided
from engine.tensor import Tensor, own


def _underived(g):
    raise RuntimeError("set_() has no derivative; use copy_()")


_set = Op("set", lambda self: self, {"self": _underived}, node="=NotImplemented")


def set_(self, source=None, storage_offset=0, size=None, stride=None):
    """Let this tensor be one over the memory of `source`: all of it, or the elements given.

    Its version counter stays its own, and counts this as a write. Paths to a leaf that are recorded
    from then on have another end; see `engine.autograd.renewal`.
    """
    check_inplace(self, self._requires)
    data = _taken(self, source, storage_offset, size, stride)
    node = _set.record((self,), (self,)) if self._requires and mode.grad else None
    if node is None:
        self._renew()
    self._data = data
    bump_version(self)
    if node is not None:
        rebase_history(self, node)
    return self


def _taken(tensor, source, offset, size, stride):
    dtype = tensor._data.dtype
    if source is None:
        return np.zeros(0, dtype)
    if isinstance(source, UntypedStorage):
        flat = np.ndarray(source.nbytes() // dtype.itemsize, dtype, source.array)
    elif not isinstance(source, Tensor):
        raise TypeError(f"set_() takes a tensor or a storage, not {type(source).__name__}")
    elif source._data.dtype != dtype:
        raise RuntimeError(f"set_(): {source.dtype!r} cannot be the memory of {tensor.dtype!r}")
    elif source._storage is not None and source._storage.mirrored:
        raise unsupported("memory that is seen conjugated", "clone it first")
    elif size is None:
        return own(source)
    else:
        flat = memory_of(own(source))
    if size is None:
        return flat
    steps = dense_strides(size) if stride is None else stride
    last = offset + sum((n - 1) * s for n, s in zip(size, steps, strict=True))
    if 0 not in size and last >= flat.size:
        raise unsupported("set_() of more than the memory holds", "resize it first")
    return strided(flat[offset:], tuple(size), [s * dtype.itemsize for s in steps])
