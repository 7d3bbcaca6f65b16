"""Tensors that modules own."""

from engine.absent import refusing
from engine.address import posing, reference, referred
from engine.creation import empty
from engine.dtype import get_default_dtype
from engine.subclasses import disabled_torch_function
from engine.tensor import Tensor, alias, new


class _Parameters(type):
    """Takes instances of other classes for parameters, too, if these were made of them."""

    def __instancecheck__(cls, instance):
        made = cls is Parameter and isinstance(instance, Tensor) and hasattr(instance, "_is_param")
        return made or super().__instancecheck__(instance)


@posing
class Parameter(Tensor, metaclass=_Parameters):
    """A leaf that a Module registers when it is assigned as an attribute."""

    _is_param = True

    def __new__(cls, data=None, requires_grad=True):
        source = empty(0) if data is None else data
        if not isinstance(source, Tensor):
            raise AttributeError(f"a Parameter is made of a tensor, not {type(source).__name__}")
        if type(source) not in (Tensor, Parameter):
            return _marked(source, requires_grad)
        self = alias(source, cls)
        self.requires_grad = requires_grad
        return self

    def __init__(self, data=None, requires_grad=True):
        pass

    __torch_function__ = staticmethod(disabled_torch_function)  # results are tensors

    def __deepcopy__(self, memo):
        """Values and the flag alone: unlike a tensor's, its gradient is left behind."""
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.data.clone(), self._requires)
        return memo[id(self)]

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)


def _marked(source, requires_grad):
    """An instance of a subclass as a parameter: it stays one."""
    self = source.detach().requires_grad_(requires_grad)
    if type(self) is not type(source):
        raise RuntimeError(f"detach() makes no {type(source).__name__} of this parameter")
    self._is_param = True
    return self


class UninitializedTensorMixin:
    """A tensor whose shape is not known yet: it can only be given one."""

    @property
    def _data(self):
        raise ValueError("this parameter has no shape yet; call the module once")

    @property
    def shape(self):
        raise RuntimeError("this parameter has no shape yet; call the module once")

    @property
    def dtype(self):
        return self._kind

    @property
    def data(self):
        return empty(0, dtype=self._kind)

    @data.setter
    def data(self, other):
        self._take_data(other)

    def _take_data(self, other):
        self._kind = other.dtype

    def materialize(self, shape, device=None, dtype=None):
        """Give it that shape, and values that are still to be set."""
        values = empty(shape, device=device, dtype=dtype or self._kind)
        self.__class__ = self.cls_to_become
        self._data = values._data

    def is_floating_point(self):
        return self._kind.is_floating_point

    def is_complex(self):
        return self._kind.is_complex

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self._requires, dtype=self._kind)
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        return _blank, (reference(type(self)), self._requires)  # PyTorch forgets the dtype

    def __repr__(self):
        return f"<{type(self).__name__}>"


def _blank(what, requires_grad):
    return referred(what)(requires_grad)


def _converting(name):
    def convert(self, *args, **kwargs):
        return type(self)(self._requires, dtype=getattr(self.data, name)(*args, **kwargs).dtype)

    return convert


for _name in ("to", "type", "float", "double", "half", "bfloat16", "cpu", "cuda"):
    setattr(UninitializedTensorMixin, _name, _converting(_name))


@posing
class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A Parameter without a shape, of a lazy module."""

    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        self = new(cls)
        self._kind, self._requires = dtype or get_default_dtype(), requires_grad
        return self

    def __init__(self, requires_grad=True, device=None, dtype=None):
        pass


@posing
class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    """A buffer without a shape, of a lazy module."""

    cls_to_become = Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        self = new(cls)
        self._kind, self._requires = dtype or get_default_dtype(), requires_grad
        self.persistent, self._is_buffer = persistent, True
        return self

    def __init__(self, requires_grad=False, device=None, dtype=None, persistent=True):
        pass


def is_lazy(param):
    """Whether a parameter or buffer has no shape yet."""
    return isinstance(param, UninitializedTensorMixin)


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
