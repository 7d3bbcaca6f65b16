"""`Variable`, the old name for a tensor that autograd tracks."""

from engine.autograd.nesting import here
from engine.tensor import Tensor


class _Engine:
    """The execution engine as scripts know it, used to queue callbacks at the end of a pass."""

    @staticmethod
    def queue_callback(callback):
        """Call `callback` when the current backward pass is done."""
        if here.walk is None:
            raise RuntimeError("a callback can only be queued during a backward pass")
        here.walk.callbacks.append(callback)


class _VariableMeta(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor)


class Variable(metaclass=_VariableMeta):
    """The old name for a tensor that autograd tracks; every tensor is an instance."""

    _execution_engine = _Engine()
    __module__ = "torch.autograd.variable"

    def __new__(cls, data, requires_grad=False, volatile=False):
        if not isinstance(data, Tensor):
            raise TypeError(f"a Variable is made of a tensor, not of {type(data).__name__}")
        result = data.detach()
        result.requires_grad = requires_grad
        return result
