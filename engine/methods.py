"""What a Tensor can do: tables of its methods and operators. Each is defined elsewhere."""

import warnings

import numpy as np

from engine import (
    constants,
    conversion,
    copying,
    creation,
    dense,
    drawing,
    layout,
    lending,
    memory,
    printing,
    sparse,
    storage,
    subclasses,
)
from engine.autograd import gradients, hooks, renewal
from engine.autograd.mode import mode
from engine.autograd.tangents import tangent_of
from engine.errors import unsupported
from engine.legacy import legacy_tensor
from engine.operators import operators
from engine.ops import (
    diagonals,
    indexing,
    inplace,
    inplace_views,
    names,
    reshaping,
    setting,
    shape,
    writing,
)
from engine.ops.declare import OPS
from engine.tensor import Tensor


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Compute the gradients of this tensor and add them to the leaves' `.grad`."""
    gradients.backward(self, gradient, retain_graph, create_graph, inputs=inputs)


def requires_grad_(self, requires_grad=True):
    """Set `requires_grad` in place and return the tensor."""
    if not isinstance(requires_grad, bool):
        raise TypeError(f"requires_grad must be a bool, not {type(requires_grad).__name__}")
    if mode.transforms:
        raise RuntimeError("requires_grad_() has no meaning in a function that is transformed")
    if not requires_grad or self._node is None:
        self.requires_grad = requires_grad
    return self


def text(self, *, tensor_contents=None):
    """The printed form."""
    if self._level and mode.transforms:
        return _tracked(self, mode.transforms)
    suffixes, opening = [], getattr(self, "_opening", "tensor(")
    try:
        node = self.grad_fn
    except RuntimeError:  # a view that autograd cannot follow is printed all the same
        return printing.format_array(np.asarray(self._data), opening, ["grad_fn=<Invalid>"])
    if node is not None:
        name = node.name()
        suffixes.append(f"grad_fn=<{name.rpartition('::')[2] if '::' in name else name}>")
    elif self._requires:
        suffixes.append("requires_grad=True")
    tangent = tangent_of(self)
    if tangent is not None:
        suffixes.append(f"tangent={tangent}")
    form = printing.format_array(np.asarray(self._data), opening, suffixes)
    named = hasattr(self, "_opening") and hasattr(self, "_is_param")
    return f"Parameter({form})" if named else form


def _tracked(self, transforms):
    """The printed form in a function that is differentiated: a value for each level."""
    if not {"grad", "jvp"}.issuperset(transforms):
        raise unsupported(f"printing tensors within {', '.join(transforms)}")
    form = printing.format_array(np.asarray(self._data), "tensor(", [])
    for level in range(1, self._level + 1):
        inner = form.replace("\n", "\n    ")
        form = f"GradTrackingTensor(lvl={level}, value=\n    {inner}\n)"
    return form


def volatile(self):
    """What old programs asked for: always False, with a warning."""
    warnings.warn(
        "volatile has no meaning any more; use torch.no_grad()", UserWarning, stacklevel=2
    )
    return False


def __len__(self):
    if not self._data.ndim:
        raise TypeError("a 0-dim tensor has no length")
    return self._data.shape[0]


def __iter__(self):
    if not self._data.ndim:
        raise TypeError("a 0-dim tensor cannot be iterated over")
    return iter(OPS["unbind"](self, 0))


def __delitem__(self, item):
    raise TypeError("elements of a tensor cannot be deleted")


def __reversed__(self):
    return OPS["flip"](self, (0,)) if self._data.ndim else self


def __format__(self, spec):
    if not self._data.ndim and type(self) is Tensor:
        return self._data.item().__format__(spec)
    return object.__format__(self, spec) if spec else str(self)


def __contains__(self, value):
    if not isinstance(value, Tensor | bool | int | float | complex):
        raise RuntimeError(f"a tensor holds numbers, not a {type(value).__name__}")
    return bool((self == value).any())


def _spread_args(name):
    """Methods that take sizes or dims one by one as well as in a sequence."""
    function = OPS[name]

    def method(self, *args, **kwargs):
        args = tuple(next(iter(kwargs.values()))) if kwargs else args
        if not args and not kwargs:
            raise TypeError(f"{name}() needs at least one argument")
        return function(self, shape.sizes(args))

    method.__name__ = name
    return method


def squeeze(self, *dim, **by_name):
    """Without dimensions of size 1; several of them may be given one by one."""
    return OPS["squeeze"](self, *([dim] if len(dim) > 1 else dim), **by_name)


def view(self, *args, dtype=None):
    """A view of another shape."""
    if len(args) == 1:
        size = args[0]
        if isinstance(size, tuple | list):
            return shape.view(self, tuple(size))
        if not isinstance(size, int):
            return memory.view_dtype(self, size)
    elif dtype is not None:
        return memory.view_dtype(self, dtype)
    return shape.view(self, args)


def _numel(self):
    """Number of elements."""
    return self._data.size


def dim(self):
    """Number of dimensions."""
    return self._data.ndim


def is_same_size(self, other):
    """Whether both have one shape."""
    return self._data.shape == other._data.shape


def _attach(table):
    for name, method in table.items():
        setattr(Tensor, name, method)


Tensor.__new__ = staticmethod(legacy_tensor)
_attach(names.methods())
_attach(inplace_views.FORMS)
_attach(operators(names.FORMS))
_attach(
    {
        "backward": backward,
        "requires_grad_": requires_grad_,
        "register_hook": hooks.register_hook,
        "register_post_accumulate_grad_hook": hooks.register_post_accumulate_grad_hook,
        "retain_grad": hooks.retain_grad,
        "volatile": property(volatile),
        "_renew": renewal.renew,
        "_backward_hooks": property(hooks.hooks_of, hooks.set_hooks, hooks.refuse_deletion),
        "__repr__": text,
        "__len__": __len__,
        "__iter__": __iter__,
        "__reversed__": __reversed__,
        "__delitem__": __delitem__,
        "__format__": __format__,
        "__contains__": __contains__,
        "__getitem__": indexing.getitem,
        "__setitem__": indexing.setitem,
        "copy_": inplace.copy_,
        "fill_": inplace.fill_,
        "zero_": inplace.zero_,
        "index_put_": indexing.index_put_,
        "apply_": writing.apply_,
        "map_": writing.map_,
        "map2_": writing.map2_,
    }
)
_attach(
    {
        "squeeze": squeeze,
        "view": view,
        "fill_diagonal_": diagonals.fill_diagonal_,
        "resize_": reshaping.resize_,
        "resize_as_": reshaping.resize_as_,
        "expand": _spread_args("expand"),
        "permute": _spread_args("permute"),
        "repeat": _spread_args("repeat"),
        "flip": _spread_args("flip"),
        "broadcast_to": _spread_args("broadcast_to"),
        "tile": _spread_args("tile"),
        **{name: property(function) for name, function in reshaping.PROPERTIES.items()},
        "real": property(OPS["real"], lambda self, value: inplace.copy_(self.real, value)),
        "imag": property(OPS["imag"], lambda self, value: inplace.copy_(self.imag, value)),
    }
)
_attach(creation.METHODS)
_attach(drawing.METHODS)
_attach(sparse.METHODS)
_attach(dense.METHODS)
_attach(conversion.CASTS)
_attach(
    {
        "to": conversion.to,
        "type": conversion.type_,
        "type_as": conversion.type_as,
        "cpu": conversion.cpu,
        "cuda": conversion.cuda,
        "get_device": conversion.get_device,
        "item": conversion.item,
        "tolist": conversion.tolist,
        "numpy": conversion.numpy,
        "__array__": conversion.__array__,
        "__array_wrap__": conversion.__array_wrap__,
        "__bool__": conversion.__bool__,
        "__float__": conversion.__float__,
        "__int__": conversion.__int__,
        "__complex__": conversion.__complex__,
        "__index__": conversion.__index__,
        "layout": property(lambda self: layout.strided),
        "is_floating_point": constants.is_floating_point,
        "is_complex": constants.is_complex,
        "is_signed": constants.is_signed,
        "is_nonzero": constants.is_nonzero,
    }
)
_attach(
    {
        "size": memory.shape_of,
        "stride": memory.stride,
        "dim_order": memory.dim_order,
        "storage_offset": memory.storage_offset,
        "data_ptr": memory.data_ptr,
        "is_contiguous": memory.is_contiguous,
        "contiguous": memory.contiguous,
        "element_size": memory.element_size,
        "itemsize": property(memory.element_size),
        "nbytes": property(lambda self: self._data.nbytes),
        "untyped_storage": storage.untyped_storage,
        "storage": storage.storage,
        "is_set_to": memory.is_set_to,
        "set_": setting.set_,
        "detach": memory.detach,
        "detach_": memory.detach_,
        "numel": _numel,
        "nelement": _numel,
        "is_same_size": is_same_size,
        "dim": dim,
        "ndimension": dim,
        "clone": copying.clone,
        "__dlpack__": lending.dlpack,
        "__dlpack_device__": lending.dlpack_device,
        "__deepcopy__": copying.deepcopy,
        "__reduce_ex__": copying.reduce_ex,
    }
)
subclasses.attach()
