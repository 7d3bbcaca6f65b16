"""The tensor: an array, its place in memory shared with views, and its place in the graph.

This module holds the state and what follows from it alone. Operations are in `engine.ops`, which
adds them to the class as methods; the backward pass is in `engine.autograd.walk`.
"""

import warnings

import numpy as np

from engine.autograd.mode import careful, is_shown_bare, mode
from engine.device import CPU
from engine.dtype import from_numpy
from engine.errors import unsupported
from engine.shared import Storage, share, tell_views
from engine.size import size_of

new = object.__new__


class Tensor:
    """A multi-dimensional array of one dtype whose operations autograd records.

    A fresh result usually sets three attributes; everything else starts with the class's defaults,
    which keeps small operations cheap. `_data` is an ndarray or, for a 0-dim result whose memory is
    not shared yet, a NumPy scalar (ten times faster); `own` turns it into a 0-dim array as soon as
    memory has to be shared.
    """

    _data = None
    _storage = None  # created when memory is first shared or written to
    _node = None  # grad_fn
    _nr = 0  # which output of grad_fn this is
    _requires = False  # a leaf that requires grad, or a result of a recorded operation
    _grad = None
    _view = None
    _mapped = frozenset()  # the levels of vmap whose current entry it belongs to
    _inference = False
    _accumulator = None  # weak reference to the AccumulateGrad node, once accessed
    _hooks = None  # hooks of a leaf; those of a non-leaf belong to its node
    _any_grad_dtype = False
    _retains = False
    _tangent = None  # (level of forward-mode differentiation, tensor)
    _level = 0  # number of `torch.func` transforms running when it was created
    _detached = 0  # nodes with lower numbers saw it before detach_() removed its node
    _stands_for = None  # the leaf that receives the gradients of this copy
    _edges = ()  # a leaf ends a path: it has no inputs of its own,
    _sequence = None  # no place in the order of nodes,
    _outputs = 1  # and one gradient
    __hash__ = object.__hash__  # by identity, although == compares elements
    __array_priority__ = 1000  # NumPy leaves `array * tensor` to the tensor
    __module__ = "torch"

    # ---- memory ---------------------------------------------------------------------------

    @property
    def shape(self):
        """The size of each dimension."""
        return size_of(self._data.shape)

    @property
    def dtype(self):
        """The type of its elements."""
        return from_numpy(self._data.dtype)

    @property
    def device(self):
        return CPU

    @property
    def ndim(self):
        """The number of dimensions."""
        return self._data.ndim

    @property
    def _version(self):
        storage = self._storage
        if storage is not None and storage.counts:
            return storage.version
        if self._inference:
            raise RuntimeError("inference tensors do not track a version counter")
        return 0

    @property
    def data(self):
        """The same memory without history and with its own version counter."""
        result = new(Tensor)
        result._data = own(self)
        if self._level:
            result._level = self._level
        if self._mapped:
            result._mapped = self._mapped
        if self._inference:
            result._inference = True
            result._storage = None if mode.inference else Storage()
        elif self._storage is not None:
            result._storage = self._storage.apart()
        return result

    @data.setter
    def data(self, other):
        if not isinstance(other, Tensor):
            raise TypeError(f"data must be a tensor, not {type(other).__name__}")
        other_dtype = other._data.dtype != self._data.dtype
        self._take_data(other)
        if other_dtype:
            self._renew()

    def _take_data(self, other):
        if self._requires and other._data.dtype.kind not in "fc":
            raise RuntimeError("data of a tensor that requires grad must be of a float dtype")
        if self._level and mode.transforms:
            raise RuntimeError("a function that is differentiated cannot set .data of its inputs")
        if other._storage is not None and other._storage.mirrored:
            raise unsupported("data that is seen conjugated", "clone it first")
        if self._node is not None and (self.shape, self.dtype) != (other.shape, other.dtype):
            raise unsupported("data of another shape or dtype for a result", "detach it first")
        if self._inference != other._inference and self._storage is None:
            if self._inference:
                raise unsupported("an inference tensor with the data of another", "clone it first")
            self._storage = Storage()  # keeps its own version counter from now on
        self._storage = getattr(self._storage, "itself", self._storage)  # no conjugate any more
        self._data = own(other)
        self._inference = other._inference

    @data.deleter
    def data(self):
        raise RuntimeError("data cannot be deleted")

    # ---- place in the graph ---------------------------------------------------------------

    @property
    def grad_fn(self):
        """The node that produced it, or None; for a view, up to date with writes to its base."""
        if self._view is not None:
            self._view.refresh(self)
        return self._node

    @property
    def is_leaf(self):
        """Whether no recorded operation made it."""
        return not self.requires_grad or self.grad_fn is None

    @property
    def requires_grad(self):
        """Whether gradients are computed for it or through it."""
        return self._requires and not (mode.transforms and is_shown_bare(self))

    @requires_grad.setter
    def requires_grad(self, flag):
        if not isinstance(flag, bool):
            raise RuntimeError(f"requires_grad must be a bool, not {type(flag).__name__}")
        if flag and self._data.dtype.kind not in "fc":
            raise RuntimeError(
                f"only float and complex tensors can require grad, not {self.dtype!r}; "
                "convert it first, for instance with .float()"
            )
        if self._node is not None:
            raise RuntimeError("requires_grad of a result cannot be set; use .detach()")
        if flag and self._inference and not mode.inference:
            raise RuntimeError(
                "an inference tensor cannot require grad outside inference_mode; clone it first"
            )
        self._requires = flag
        if self._view is not None:
            self._view.asked = flag
            self._requires |= self._view.base._requires
        elif self._storage is not None:
            tell_views(self)

    @requires_grad.deleter
    def requires_grad(self):
        raise RuntimeError("requires_grad cannot be deleted; set it to False")

    @property
    def _grad_fn(self):
        return self.grad_fn

    @_grad_fn.deleter
    def _grad_fn(self):
        raise RuntimeError("grad_fn cannot be deleted; use detach()")

    @property
    def output_nr(self):
        """Its index among the outputs of its `grad_fn`."""
        return self._nr

    @property
    def grad(self):
        """The gradient accumulated by all backward passes since it was last cleared, or None."""
        grad = self._grad
        if grad is None and self._node is not None and not self._retains:
            warnings.warn(
                "the .grad of a tensor that is not a leaf stays None unless retain_grad() was "
                "called before backward()",
                UserWarning,
                stacklevel=2,
            )
        return grad

    @grad.setter
    def grad(self, value):
        self._grad = None if value is None else _checked_grad(self, value)

    @grad.deleter
    def grad(self):
        self._grad = None

    @property
    def grad_dtype(self):
        """The dtype that `.grad` must have; None allows any."""
        if self.grad_fn is not None:
            raise RuntimeError("only leaves have a grad_dtype, and this tensor has a grad_fn")
        return None if self._any_grad_dtype else self.dtype

    @grad_dtype.setter
    def grad_dtype(self, dtype):
        if self.grad_fn is not None:
            raise RuntimeError("only leaves have a grad_dtype, and this tensor has a grad_fn")
        if dtype is not None and dtype is not self.dtype:
            if not isinstance(dtype, type(self.dtype)):
                raise RuntimeError(f"grad_dtype is a dtype or None, not {dtype!r}")
            raise unsupported(f"gradients in {dtype!r} for a tensor in {self.dtype!r}")
        self._any_grad_dtype = dtype is None

    @property
    def retains_grad(self):
        return self._retains

    @property
    def _base(self):
        return None if self._view is None else self._view.base

    def _is_view(self):
        return self._view is not None

    def is_inference(self):
        return self._inference


def _checked_grad(tensor, value):
    if not isinstance(value, Tensor):
        raise TypeError(f"grad must be a tensor or None, not {type(value).__name__}")
    if value is tensor:
        raise RuntimeError("a tensor cannot be its own grad")
    if value._data.dtype != tensor._data.dtype and not tensor._any_grad_dtype:
        raise RuntimeError(f"grad must be {tensor.dtype!r} as its tensor is, not {value.dtype!r}")
    if value._data.shape != tensor._data.shape:
        raise RuntimeError(f"grad has shape {list(value.shape)}, its tensor {list(tensor.shape)}")
    return value


def wrap(array):
    """A new tensor around `array`, without history."""
    result = new(Tensor)
    result._data = array
    if careful:
        note_mode(result)
    return result


def note_mode(result):
    """Note in a fresh tensor the mode or the function transform in which it is created."""
    if mode.inference:
        result._inference = True
    if mode.transforms:
        result._level = len(mode.transforms)


def tensors_in(values):
    """The tensors among some arguments, including those in lists and tuples."""
    for value in values:
        for entry in value if type(value) in (tuple, list) else (value,):
            if isinstance(entry, Tensor):
                yield entry


def own(tensor):
    """The tensor's data as an ndarray whose memory can be shared."""
    data = tensor._data
    if isinstance(data, np.generic):
        data = tensor._data = np.array(data)
    return data


def alias(source, cls=Tensor):
    """A tensor with the same memory and version counter, without history: what `detach` returns."""
    result = new(cls)
    result._data = own(source)
    if source._level:
        result._level = source._level
    if source._mapped:
        result._mapped = source._mapped
    if source._inference:
        result._inference = True
        result._storage = source._storage or (None if mode.inference else Storage())
    else:
        result._storage = share(source)
    return result
