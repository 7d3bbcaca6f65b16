"""How a tensor lies in memory."""

import numpy as np

from engine.autograd.mode import mode
from engine.autograd.node import next_number
from engine.dtype import as_dtype
from engine.errors import unsupported
from engine.layout import contiguous_format, preserve_format
from engine.mirror import is_conjugate, is_negated, seated
from engine.ordering import channels_last_strides, dense_strides, lies_in
from engine.shared import share, tell_views
from engine.size import size_of
from engine.strides import offset_of
from engine.tensor import alias, own


def stride(self, dim=None):
    """Elements from one entry to the next, for each dimension."""
    data = self._data
    steps = tuple(s // data.itemsize for s in getattr(data, "strides", ()))
    if self._view is not None and not data.size and not any(steps):
        raise unsupported("the strides of a view without elements: NumPy keeps none")
    if isinstance(data, np.ndarray):
        steps = _canonical(data.shape, steps)
    return steps if dim is None else steps[dim]


def _canonical(shape, steps):
    """NumPy is free in the strides of dimensions of size 1; contiguous ones are shown as usual."""
    if steps == channels_last_strides(shape):
        return steps
    dense = dense_strides(shape)
    if 0 in shape and not any(steps):
        return dense
    same = all(n == 1 or a == b for n, a, b in zip(shape, steps, dense, strict=True))
    return dense if same else steps


def storage_offset(self):
    """Elements before the first, in the memory that the tensor shares."""
    if self._view is not None and not self._data.size:
        raise unsupported("the place of a view without elements: NumPy keeps none")
    return offset_of(own(self))


def data_ptr(self):
    """The address of the first element; 0 if there is none."""
    return 0 if not self._data.size else seated(self).__array_interface__["data"][0]


def is_contiguous(self, memory_format=contiguous_format):
    """Whether the elements lie in the order of the format (row-major, else) without gaps."""
    if memory_format is preserve_format:
        memory_format = contiguous_format
    return lies_in(own(self), memory_format)


def contiguous(self, memory_format=contiguous_format):
    """The tensor itself if it is contiguous in that format, else a copy that is."""
    if is_contiguous(self, memory_format):
        return self
    if memory_format is preserve_format:
        raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
    return self.clone(memory_format=memory_format)


def element_size(self):
    """Bytes of one element."""
    return self._data.itemsize


def is_set_to(self, other):
    """Whether both are the same view of the same memory."""
    return (
        is_conjugate(self) == is_conjugate(other)
        and data_ptr(self) == data_ptr(other)
        and self.shape == other.shape
        and stride(self) == stride(other)
    )


def detach(self):
    """The same memory, cut off from the graph; writes to either are noticed by both."""
    return alias(self)


def detach_(self):
    """Cut this tensor itself off from the graph."""
    if mode.inference:
        return self
    if self._view is not None:
        raise RuntimeError("a view cannot be detached in place; use detach()")
    if self._node is not None:
        self._detached = next_number()
    self._node, self._nr, self._requires = None, 0, False
    self._tangent = None
    share(self)  # whoever saved it looks closer at tensors that have a storage
    tell_views(self)
    return self


def dim_order(self):
    """Dimensions from the outermost to the innermost in memory."""
    steps = stride(self)
    return tuple(sorted(range(self.ndim), key=lambda d: -steps[d]))


def shape_of(self, dim=None):
    """The shape, or its entry `dim`."""
    if dim is None:
        return size_of(self._data.shape)
    shape = self._data.shape
    if not -max(len(shape), 1) <= dim < len(shape):
        raise IndexError(f"dim {dim} is out of range for {len(shape)} dimensions")
    return shape[dim]


def _must_divide(self):
    """What has to be a multiple of how many elements are read as one."""
    if not self.ndim or stride(self, -1) != 1:
        raise RuntimeError("view(): only elements that lie side by side can be read as other ones")
    return self.shape[-1], storage_offset(self), *stride(self)[:-1]


def view_dtype(self, dtype):
    """The same bytes read as another dtype."""
    dtype = as_dtype(dtype)
    if dtype is not self.dtype and (is_conjugate(self) or is_negated(self)):
        raise RuntimeError("view(dtype) of a conjugate; call resolve_conj() or resolve_neg() first")
    array, ratio = own(self), dtype.itemsize / self._data.itemsize
    if ratio != 1 and any(n % max(ratio, 1) for n in _must_divide(self)):
        raise RuntimeError(f"view(): elements of {dtype!r} do not fit the layout of this tensor")
    result = alias(self)
    result._data = array.view(dtype.numpy)
    if mode.inference:
        result._inference, result._storage = True, None
    return result
