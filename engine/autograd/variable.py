"""The old name for a tensor that autograd follows."""

from engine.tensor import Tensor


class _VariableMeta(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor)


class Variable(metaclass=_VariableMeta):
    """The old name for a tensor that autograd follows; every tensor is one."""

    def __new__(cls, data, requires_grad=False, volatile=False):
        result = data.detach()
        result.requires_grad = requires_grad
        return result
