"""Copies of tensors: `clone`, `copy.deepcopy` and pickling."""

import numpy as np

from engine.address import reference, referred
from engine.ops.declare import OPS
from engine.tensor import new


def clone(self, *, memory_format=None):
    """A copy that the graph knows of: gradients flow through it."""
    return OPS["clone"](self)


def deepcopy(self, memo):
    """A leaf of its own, with a copy of `.grad`; results of recorded operations are refused."""
    if self._node is not None:
        raise RuntimeError(
            "only leaves can be deep-copied; detach() the tensor first, or clone() it to keep the "
            "graph"
        )
    if id(self) in memo:
        return memo[id(self)]
    result = memo[id(self)] = new(type(self))
    result._data = np.array(self._data)
    result._requires = self._requires
    result._inference = self._inference
    for name, value in self.__dict__.items():
        if not name.startswith("_"):
            import copy

            result.__dict__[name] = copy.deepcopy(value, memo)
    if self._grad is not None:
        result._grad = deepcopy(self._grad, memo)
    return result


def reduce_ex(self, protocol):
    """How a tensor is pickled: values and the flag, no history and no gradient."""
    if self._node is not None:
        raise RuntimeError("only leaves can be pickled; detach() the tensor first")
    return restored, (reference(type(self)), np.array(self._data), self._requires)


def restored(cls, array, requires_grad):
    """A pickled tensor again."""
    result = new(referred(cls))
    result._data, result._requires = array, requires_grad
    return result
