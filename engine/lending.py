"""Memory lent to other libraries and borrowed from them: DLPack, and Python's buffers."""

import warnings

import numpy as np

from engine.dtype import dtype as is_dtype
from engine.mirror import is_conjugate
from engine.shared import Borrowed
from engine.tensor import own, wrap

CPU = 1  # as DLPack numbers it


def dlpack(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    """A capsule that stands for the memory: what `from_dlpack` of any library asks for."""
    if self._requires:
        raise BufferError("a tensor that requires grad cannot be lent; detach() it first")
    if is_conjugate(self):
        raise BufferError("a conjugate has no memory of its own; call resolve_conj() first")
    return own(self).__dlpack__(max_version=max_version)


def dlpack_device(self):
    """Where the memory is, as DLPack numbers it."""
    return CPU, 0


def to_dlpack(tensor):
    """A capsule that stands for the memory of a tensor, to be used once."""
    return tensor.__dlpack__(max_version=(1, 0))


class _Lent:
    """A capsule with the method that NumPy asks for."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **_):
        return self.capsule

    __dlpack_device__ = dlpack_device


def from_dlpack(ext_tensor, *, device=None, copy=None):
    """A tensor over the memory of another library's array, or of a capsule."""
    if type(ext_tensor).__name__ == "PyCapsule":
        ext_tensor = _Lent(ext_tensor)
    if not hasattr(ext_tensor, "__dlpack__"):
        raise RuntimeError(f"a {type(ext_tensor).__name__} lends no memory by __dlpack__")
    result = wrap(np.from_dlpack(ext_tensor))
    result._storage = Borrowed()
    return result


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A vector over the memory of anything that has Python's buffer interface."""
    if not isinstance(dtype, is_dtype):
        raise TypeError(f"dtype must be a dtype, not {type(dtype).__name__}")
    try:
        memory = memoryview(buffer).cast("B")
    except TypeError:
        raise ValueError(f"a {type(buffer).__name__} is no buffer") from None
    size = dtype.itemsize
    if not memory.nbytes or count == 0:
        raise ValueError("frombuffer() needs at least one element")
    if not 0 <= offset < memory.nbytes:
        raise ValueError(f"the offset {offset} is outside of a buffer of {memory.nbytes} bytes")
    left = memory.nbytes - offset
    if count < 0 and left % size:
        raise ValueError(f"{left} bytes are no whole number of elements of {size}")
    count = left // size if count < 0 else count
    if count * size > left:
        raise ValueError(f"{count} elements of {size} bytes are more than the {left} there are")
    if memory.readonly:
        advice = "the buffer is read-only, but a tensor over its memory could be written to"
        warnings.warn(advice, UserWarning, stacklevel=2)
    result = wrap(np.frombuffer(memory, dtype.numpy, count, offset))
    result._storage = Borrowed()
    return result.requires_grad_(requires_grad)
