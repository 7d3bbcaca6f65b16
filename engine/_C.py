"""`torch._C`: the few of its names that scripts and tests mention."""

from types import SimpleNamespace

from engine.autograd.mode import is_grad_enabled, mode
from engine.autograd.node import AccumulateGrad, Node, edge_of, next_number
from engine.autograd.saved import SavedTensor
from engine.subclasses import DisableTorchFunctionSubclass
from engine.tensor import alias

__all__ = ["DisableTorchFunctionSubclass", "has_lapack", "is_grad_enabled"]

has_lapack = True


class _Passing(Node):
    """A node that is made first and called with the tensors to put it on."""

    def __call__(self, *tensors):
        """Aliases of the tensors, whose gradients go through this node."""
        results = [alias(t) for t in tensors]
        if mode.grad and any(t._requires for t in tensors):
            self._sequence = next_number()
            self._edges = tuple([edge_of(t) if t._requires else None for t in tensors])
            self._outputs = len(tensors)
            for number, result in enumerate(results):
                result._node, result._nr, result._requires = self, number, True
        return results[0] if len(results) == 1 else tuple(results)


class UndefinedGrad(_Passing):
    """Lets no gradient through."""

    def run(self, grad, record, edges):
        return [None] * len(edges)


class DelayedError(_Passing):
    """Raises an error once a gradient comes by."""

    def __init__(self, message, num_inputs):
        self.message = message

    def run(self, grad, record, edges):
        raise RuntimeError(self.message)


_functions = SimpleNamespace(
    AccumulateGrad=AccumulateGrad, DelayedError=DelayedError, UndefinedGrad=UndefinedGrad
)
_autograd = SimpleNamespace(SavedTensor=SavedTensor)
