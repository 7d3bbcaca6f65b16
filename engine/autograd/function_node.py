"""What `forward` and `backward` of a Function share, and its node in the graph."""

import warnings

import numpy as np

from engine.autograd.mode import careful
from engine.autograd.nesting import here
from engine.autograd.node import Node, freed_error
from engine.autograd.saved import SavedTensor, unpack
from engine.dtype import from_numpy
from engine.ops.sum_to import sum_to
from engine.tensor import Tensor, new, note_mode, own, wrap


class FunctionCtx:
    """What `forward` and `backward` of a Function share; it is also the node in the graph."""

    to_save = ()
    dirty_tensors = ()
    non_differentiable = ()
    materialize_grads = True
    _materialize_non_diff_grads = True
    saved_for_forward = ()

    @property
    def has_notes(self):
        """Whether `forward` marked or saved something to process afterwards."""
        notes = (self.to_save, self.saved_for_forward, self.dirty_tensors, self.non_differentiable)
        return any(notes)

    def save_for_backward(self, *tensors):
        """Save tensors (or None) for `backward`; inputs and outputs belong here, not on ctx."""
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        """Save tensors (or None) for `jvp`, which reads them as `ctx.saved_tensors`."""
        for tensor in tensors:
            if tensor is not None and not isinstance(tensor, Tensor):
                raise AssertionError("save_for_forward takes tensors and None")
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors):
        """Declare that inputs were changed in place; they must be returned."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        """Declare that outputs have no gradient."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value):
        """Set whether `backward` gets zeros (the default) or None for unused outputs."""
        if not isinstance(value, bool):
            raise TypeError(f"set_materialize_grads() takes a bool, not {type(value).__name__}")
        self.materialize_grads = value


def _noted(gradient):
    """The array of a gradient that requires grad; a user who asked for it gets the tensor."""
    array = own(gradient)
    if here.walk is not None:
        here.walk.given[id(array)] = gradient
    return array


class FunctionNode(Node, FunctionCtx):
    """One application of a Function."""

    _versions = None
    _plain = ()  # indices of non-differentiable outputs
    _forward_cls = None  # the Function subclass
    _home = "torch.autograd.function"
    _in_jvp = False
    dispatched = False
    __call__ = None  # unlike other nodes
    _places = None  # indices of the tensors among the arguments, if not all are
    needs_input_grad = ()

    __dir__ = object.__dir__  # lists what the user stores on it

    @property
    def saved_tensors(self):
        """The tensors of `save_for_backward`; RuntimeError if freed or changed since."""
        if self._in_jvp:
            return self.saved_for_forward
        saved = self._saved
        if saved is None:
            raise freed_error(self)
        if self._versions is None:
            for value in saved:
                if type(value) is not Tensor or value._storage is not None:
                    break
            else:  # nothing can have written to them
                return saved
        return tuple([unpack(self, place, True) for place in range(len(saved))])

    @property
    def saved_variables(self):
        """The old name of `saved_tensors`."""
        warnings.warn(
            "saved_variables is deprecated; use saved_tensors", DeprecationWarning, stacklevel=2
        )
        return self.saved_tensors

    def release(self):
        """Release what was saved; reading it then raises, even if nothing was saved."""
        self._saved = None

    @property
    def _raw_saved_tensors(self):
        if self._saved is None:
            raise freed_error(self)
        return tuple(SavedTensor.of(self, i) for i in range(len(self._saved)))

    def run(self, grad, record, edges):
        derivative = self._forward_cls._derivative()
        if self._outputs != 1:
            grads = grad or [None] * self._outputs
            found = derivative(self, *[self._incoming(i, g, record) for i, g in enumerate(grads)])
        elif grad is None or record:
            found = derivative(self, self._incoming(0, grad, record))
        else:
            incoming = new(Tensor)
            incoming._data = grad
            if careful:
                note_mode(incoming)
            found = derivative(self, incoming)
        if not isinstance(found, tuple):
            found = (found,)
        if not len(found) == len(self.needs_input_grad) == len(edges):
            found = self._matched(found)
        outgoing = []
        for place, edge in enumerate(edges):
            value = found[place]
            if value is None or (edge is None and isinstance(value, Tensor)):
                outgoing.append(None)
                continue
            shape, dtype = self._inputs[place]
            data = value._data if type(value) is Tensor else None
            if data is None or data.dtype is not dtype or data.shape != shape:
                outgoing.append(self._outgoing(place, value, record))
            elif record or not value._requires:
                outgoing.append(value if record else data)
            else:
                outgoing.append(_noted(value))
        return outgoing

    apply = run

    def _incoming(self, index, grad, record):
        if grad is None:
            return self._absent(index)
        if record:
            return grad
        result = new(Tensor)
        result._data = grad
        if careful:
            note_mode(result)
        return result

    def _absent(self, index):
        """What `backward` gets for an output that received no gradient."""
        template = self._templates[index]
        if not self._materialize_non_diff_grads and index in self._plain:
            return None
        if not self.materialize_grads or template is None:
            return None
        return wrap(np.zeros(*template))

    def _matched(self, found):
        """One gradient per tensor input; all other gradients must be None."""
        count = len(self.needs_input_grad)
        places = self._places or range(count)
        if len(found) < count or any(g is not None for g in found[count:]):
            raise RuntimeError(
                f"{self.name()} returned {len(found)} gradients, and forward() took {count} "
                "inputs: return one for each, or None if there is no gradient"
            )
        for i, g in enumerate(found[:count]):
            if g is not None and i not in places:
                raise RuntimeError(
                    f"{self.name()} returned a gradient at position {i}, where forward() took "
                    "something other than a tensor; return None there"
                )
        return [found[i] for i in places]

    def _outgoing(self, index, grad, record):
        if not isinstance(grad, Tensor):
            raise RuntimeError(
                f"{self.name()} returned a {type(grad).__name__} as gradient {index}; "
                "a gradient is a tensor or None"
            )
        shape, dtype = self._inputs[index]
        data = grad._data
        value = grad if record else data
        if data.shape != shape:
            value = self._shrunk(index, value, shape)
        if data.dtype is not dtype:
            if data.dtype.kind == "c" and dtype.kind != "c":
                raise RuntimeError(
                    f"{self.name()} returned a complex gradient for input {index}, which is real"
                )
            value = value.to(from_numpy(dtype)) if record else value.astype(dtype)
        return value

    def _shrunk(self, index, value, shape):
        try:
            fits = np.broadcast_shapes(value.shape, shape) == tuple(value.shape)
        except ValueError:
            fits = False
        if not fits:
            raise RuntimeError(
                f"{self.name()} returned a gradient of shape {list(value.shape)} for input "
                f"{index}, whose shape is {list(shape)}"
            )
        return sum_to(value, shape)
