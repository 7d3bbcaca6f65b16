"""`torch._C`: the few of its names that scripts and tests mention."""

from types import SimpleNamespace

from engine.autograd.grad_mode import is_grad_enabled
from engine.autograd.mode import mode
from engine.autograd.node import AccumulateGrad, Node, passed_through
from engine.autograd.once import Error
from engine.autograd.saved import SavedTensor
from engine.subclasses import DisableTorchFunctionSubclass
from engine.tensor import alias

__all__ = ["DisableTorchFunctionSubclass", "has_lapack", "is_grad_enabled"]

has_lapack = True


def _behind(node, tensors):
    """Aliases of the tensors, whose gradients go through the node."""
    recorded = mode.grad and any(t._requires for t in tensors)
    results = passed_through(node, tensors) if recorded else list(map(alias, tensors))
    return results[0] if len(results) == 1 else tuple(results)


class UndefinedGradBackward(Node):
    """Lets no gradient through."""

    _namespace = "torch::autograd::"

    def run(self, grad, record, edges):
        return [None] * len(edges)


class UndefinedGrad:
    """A function of tensors whose results let no gradient through."""

    def __call__(self, *tensors):
        return _behind(UndefinedGradBackward(), tensors)


class DelayedError(Node):
    """A function of tensors whose results raise an error once a gradient comes by.

    PyTorch counts it among the kinds of nodes.
    """

    def __init__(self, message, num_inputs):
        self.message, self.num_inputs = message, num_inputs

    def __call__(self, *tensors):
        if len(tensors) != self.num_inputs:
            raise TypeError(f"{self.num_inputs} tensors were announced, and {len(tensors)} came")
        return _behind(Error(self.message), tensors)


_functions = SimpleNamespace(
    AccumulateGrad=AccumulateGrad, DelayedError=DelayedError, UndefinedGrad=UndefinedGrad
)
_autograd = SimpleNamespace(SavedTensor=SavedTensor)
