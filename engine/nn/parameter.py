"""Tensors that modules own."""

from engine.tensor import Tensor, new, own


class Parameter(Tensor):
    """A leaf that a Module registers when it is assigned as an attribute."""

    __module__ = "torch.nn.parameter"

    def __new__(cls, data=None, requires_grad=True):
        from engine.creation import empty

        source = empty(0) if data is None else data
        if not isinstance(source, Tensor):
            raise TypeError(f"a Parameter is made of a tensor, not {type(source).__name__}")
        self = new(cls)
        self._data = own(source)
        self.requires_grad = requires_grad
        return self

    def __init__(self, data=None, requires_grad=True):
        pass

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)


class Buffer(Tensor):
    """A tensor that a Module registers as part of its state, but does not train."""

    __module__ = "torch.nn.parameter"

    def __new__(cls, data=None, *, persistent=True):
        self = new(cls)
        self._data = own(data)
        self.persistent = persistent
        return self

    def __init__(self, data=None, *, persistent=True):
        pass
