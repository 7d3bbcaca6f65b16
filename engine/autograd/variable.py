"""The old name for a tensor that autograd follows."""

from engine.autograd.nesting import here
from engine.tensor import Tensor


class _Engine:
    """What scripts know as the engine: the place to ask for a call at the end of a pass."""

    @staticmethod
    def queue_callback(callback):
        """Call `callback` when the backward pass under way is done."""
        if here.walk is None:
            raise RuntimeError("a callback can only be queued during a backward pass")
        here.walk.callbacks.append(callback)


class _VariableMeta(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor)


class Variable(metaclass=_VariableMeta):
    """The old name for a tensor that autograd follows; every tensor is one."""

    _execution_engine = _Engine()
    __module__ = "torch.autograd.variable"

    def __new__(cls, data, requires_grad=False, volatile=False):
        if not isinstance(data, Tensor):
            raise TypeError(f"a Variable is made of a tensor, not of {type(data).__name__}")
        result = data.detach()
        result.requires_grad = requires_grad
        return result
