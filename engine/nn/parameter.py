"""Tensors that modules own."""

from engine.absent import refusing
from engine.address import posing
from engine.creation import empty
from engine.tensor import Tensor, new, own


@posing
class Parameter(Tensor):
    """A leaf that a Module registers when it is assigned as an attribute."""

    def __new__(cls, data=None, requires_grad=True):
        source = empty(0) if data is None else data
        if not isinstance(source, Tensor):
            raise AttributeError(f"a Parameter is made of a tensor, not {type(source).__name__}")
        self = new(cls)
        self._data = own(source)
        self._inference = source._inference
        self.requires_grad = requires_grad
        return self

    def __init__(self, data=None, requires_grad=True):
        pass

    def __deepcopy__(self, memo):
        """Values and the flag alone: unlike a tensor's, its gradient is left behind."""
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.data.clone(), self._requires)
        return memo[id(self)]

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)


class _Marked(type):
    """Makes any tensor an instance that carries the mark of a buffer."""

    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and getattr(instance, "_is_buffer", False)


@posing
class Buffer(Tensor, metaclass=_Marked):
    """Marks a tensor that a Module registers as part of its state, but does not train."""

    def __new__(cls, data=None, *, persistent=True):
        source = empty(0) if data is None else data
        result = source.detach().requires_grad_(source.requires_grad)
        result.persistent, result._is_buffer = persistent, True
        return result


__getattr__ = refusing(__name__)
