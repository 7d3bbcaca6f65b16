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
        self._inference, self._level = source._inference, source._level
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


class _Uninitialized:
    """A tensor whose shape is not known yet: it can only be given one."""

    def materialize(self, shape, device=None, dtype=None):
        """Give it that shape, and values that are still to be set."""
        self._data = empty(shape, dtype=dtype)._data
        self.__class__ = self.cls_to_become

    @property
    def shape(self):
        raise RuntimeError("this parameter has no shape yet; call the module once")

    def numel(self):
        """Refused: nobody knows yet."""
        raise ValueError("this parameter has no shape yet; call the module once")

    def __repr__(self):
        return f"<{type(self).__name__}>"


class UninitializedParameter(_Uninitialized, Parameter):
    """A Parameter without a shape, of a lazy module."""

    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return super().__new__(cls, empty(0, dtype=dtype), requires_grad)

    def __init__(self, requires_grad=True, device=None, dtype=None):
        pass

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self._requires)
        return memo[id(self)]


class UninitializedBuffer(_Uninitialized, Tensor):
    """A buffer without a shape, of a lazy module."""

    cls_to_become = Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        self = new(cls)
        self._data = empty(0, dtype=dtype)._data
        return self

    def __init__(self, requires_grad=False, device=None, dtype=None, persistent=True):
        pass


def is_lazy(param):
    """Whether a parameter or buffer has no shape yet."""
    return isinstance(param, _Uninitialized)


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
