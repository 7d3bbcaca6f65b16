"""What a Tensor can do: the declared operations as its methods, and the operators of Python."""

import numpy as np

from engine import printing
from engine.autograd import backward as run_backward_from
from engine.autograd.hooks import (
    register_hook,
    register_post_accumulate_grad_hook,
    retain_grad,
)
from engine.autograd.views import alias, rebase_history  # noqa: F401
from engine.ops import inplace, linalg, pointwise, reduce, shape  # noqa: F401 (declare themselves)
from engine.ops.declare import OPS
from engine.tensor import Tensor, own, wrap


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Compute the gradients of this tensor and add them to the leaves' `.grad`."""
    run_backward_from(self, gradient, retain_graph, create_graph, inputs=inputs)


def detach(self):
    """The same memory, cut off from the graph; writes to either are noticed by both."""
    return alias(self)


def requires_grad_(self, requires_grad=True):
    """Set `requires_grad` in place and return the tensor."""
    self.requires_grad = requires_grad
    return self


def item(self):
    """The one element as a Python number."""
    if self._data.size != 1:
        raise RuntimeError(f"item() needs a tensor of one element, not {self._data.size}")
    return self._data.item()


def tolist(self):
    """The elements as nested lists of Python numbers, or one number."""
    return self._data.tolist()


def numpy(self, *, force=False):
    """The same memory as an ndarray; refused for tensors that require grad."""
    if self._requires and not force:
        raise RuntimeError(
            "numpy() of a tensor that requires grad would lose its history; "
            "call detach() first"
        )
    return own(self)


def __repr__(self):
    return printing.tensor_text(self) if hasattr(printing, "tensor_text") else _text(self)


def _text(self):
    suffixes = []
    node = self.grad_fn
    if node is not None:
        suffixes.append(f"grad_fn=<{node.name()}>")
    elif self._requires:
        suffixes.append("requires_grad=True")
    return printing.format_array(np.asarray(self._data), "tensor(", suffixes)


def __len__(self):
    if not self.ndim:
        raise TypeError("len() of a 0-d tensor")
    return self._data.shape[0]


def __bool__(self):
    if self._data.size != 1:
        raise RuntimeError(
            f"the truth of a tensor of {self._data.size} elements is ambiguous; "
            "use any() or all()"
        )
    return bool(self._data)


def size(self, dim=None):
    """The shape, or its entry `dim`."""
    return self.shape if dim is None else self.shape[dim]


def expand(self, *args):
    """A view in which dimensions of size 1 are repeated; -1 keeps a size."""
    return OPS["expand"](self, shape.sizes(args))


def view(self, *args):
    """A view of another shape."""
    return OPS["view"](self, shape.sizes(args))


def reshape(self, *args):
    """Another shape: a view where the layout allows one, else a copy."""
    return OPS["view"](self, shape.sizes(args))


def clone(self, *, memory_format=None):
    """A copy that the graph knows of: gradients flow through it."""
    return OPS["clone"](self)


def _attach(**methods):
    for name, method in methods.items():
        setattr(Tensor, name, method)


for _name, _function in OPS.items():
    setattr(Tensor, _name, _function)

_attach(
    backward=backward,
    detach=detach,
    requires_grad_=requires_grad_,
    item=item,
    tolist=tolist,
    numpy=numpy,
    size=size,
    expand=expand,
    view=view,
    reshape=reshape,
    register_hook=register_hook,
    register_post_accumulate_grad_hook=register_post_accumulate_grad_hook,
    retain_grad=retain_grad,
    matmul=linalg.matmul,
    copy_=inplace.copy_,
    zero_=inplace.zero_,
    fill_=inplace.fill_,
    T=property(OPS["t"]),
    __repr__=__repr__,
    __len__=__len__,
    __bool__=__bool__,
    __float__=lambda self: float(item(self)),
    __int__=lambda self: int(item(self)),
    __add__=OPS["add"],
    __radd__=OPS["add"],
    __sub__=OPS["sub"],
    __mul__=OPS["mul"],
    __rmul__=OPS["mul"],
    __neg__=OPS["neg"],
    __matmul__=linalg.matmul,
)
for _name in ("add", "sub", "mul", "exp"):
    setattr(Tensor, _name + "_", inplace.inplace(OPS[_name].op))
    if _name in ("add", "sub", "mul"):
        setattr(Tensor, f"__i{_name}__", getattr(Tensor, _name + "_"))
__all__ = ["wrap"]
