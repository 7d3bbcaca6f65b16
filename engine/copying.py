"""Copies of tensors: `clone`, `copy.deepcopy` and pickling."""

import copy
import warnings

import numpy as np

from engine.address import reference, referred
from engine.autograd.mode import mode
from engine.layout import preserve_format
from engine.mirror import is_conjugate
from engine.ops.declare import OPS, op
from engine.ordering import laid_out
from engine.shared import bump_version
from engine.strides import root
from engine.subclasses import DisableTorchFunctionSubclass
from engine.tensor import Tensor, new, own


def clone(self, *, memory_format=None):
    """A copy that the graph knows of: gradients flow through it."""
    if memory_format is None or memory_format is preserve_format:
        return OPS["clone"](self)
    return _laid_out(self, memory_format)


@op("_laid_out", node="clone", self=lambda g: g)
def _laid_out(self, memory_format):
    """A copy that lies in the order of the format."""
    return laid_out(self, memory_format)


def deepcopy(self, memo):
    """A leaf of its own, with a copy of `.grad`; results of recorded operations are refused.

    Tensors that share memory and are copied together share it again afterwards.
    """
    if not self.is_leaf:
        raise RuntimeError(
            "only leaves can be deep-copied; detach() the tensor first, or clone() it to keep the "
            "graph"
        )
    if id(self) in memo:
        return memo[id(self)]
    with DisableTorchFunctionSubclass():
        if type(self) is not Tensor and type(self.new_empty([])) is not type(self):
            raise RuntimeError(
                f"new_empty() makes no {type(self).__name__}, so it cannot be deep-copied; define "
                "new_empty() or __deepcopy__()"
            )
    result = memo[id(self)] = new(type(self))
    result._data = _copied(own(self), memo)
    _begun(result, self._requires)
    for name, value in _attributes(self).items():
        result.__dict__[name] = copy.deepcopy(value, memo)
    if self._grad is not None:
        result._grad = deepcopy(self._grad, memo)
    return result


def _attributes(tensor):
    """What the user set on it by other names than the engine's own."""
    own_names = Tensor.__dict__
    return {n: v for n, v in tensor.__dict__.items() if n[:1] != "_" or n not in own_names}


def _copied(array, memo):
    """The array over a copy of the memory that it is a view of, one copy for all its views."""
    memory = root(array)
    key = ("memory", id(memory))
    if key not in memo:
        memo[key] = memory.copy(order="K").ravel("K")
    start = array.__array_interface__["data"][0] - memory.__array_interface__["data"][0]
    return np.ndarray(array.shape, array.dtype, memo[key], start, array.strides)


def reduce_ex(self, protocol):
    """How a tensor is pickled, or copied without its memory: no history, no gradient.

    That takes memory, the place in it, the flag, and what the user set. Tensors that share memory
    and are pickled together share it again afterwards.
    """
    if self._backward_hooks:
        warnings.warn("hooks of a tensor are not pickled with it", UserWarning, stacklevel=3)
    state = _attributes(self) or None
    if is_conjugate(self):
        return conjugated, (self.conj(),), state
    data = own(self)
    memory = data if data.base is None else data.base
    if type(memory) is not np.ndarray or not memory.flags.forc:
        memory = data = np.array(data)
    start = data.__array_interface__["data"][0] - memory.__array_interface__["data"][0]
    place = (data.dtype, data.shape, data.strides, start)
    return restored, (reference(type(self)), memory, place, self._requires), state


def restored(cls, memory, place, requires_grad):
    """A pickled tensor again."""
    dtype, shape, strides, start = place
    flat = memory.reshape(-1, order="A")
    result = new(referred(cls))
    result._data = np.ndarray(shape, dtype, flat, start, strides)
    _begun(result, requires_grad)
    return result


def _begun(result, requires_grad):
    """Begin the life of a copy: in PyTorch, taking its memory is the first write to it."""
    result._requires, result._inference = requires_grad, mode.inference
    if not mode.inference:
        bump_version(result)


def conjugated(tensor):
    """A pickled conjugate again."""
    return tensor.conj()
