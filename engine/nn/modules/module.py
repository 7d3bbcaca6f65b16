"""`torch.nn.Module`: parameters, buffers and submodules with names, and hooks around `forward`."""

import inspect
import warnings
from typing import TypeVar

from engine.address import posing, reference, referred, with_addresses
from engine.autograd.grad_mode import no_grad
from engine.device import check_device
from engine.dtype import as_dtype, names_dtype
from engine.layout import channels_last, channels_last_3d
from engine.nn.modules.hooks import (
    Hooked,
    call_with_hooks,
    everywhere,
    register_module_backward_hook,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
)
from engine.nn.modules.members import (
    Members,
    register_module_buffer_registration_hook,
    register_module_module_registration_hook,
    register_module_parameter_registration_hook,
)
from engine.nn.modules.state import State, _IncompatibleKeys
from engine.tensor import Tensor


class Module(Members, State, Hooked):
    """Base of all layers and models: define `__init__` and `forward`."""

    training = True
    dump_patches = False  # out of use
    call_super_init = False  # whether the next class in line is initialised, too
    T_destination = TypeVar("T_destination", bound=dict)

    def __init__(self, *args, **kwargs):
        if (args or kwargs) and not self.call_super_init:
            raise TypeError(
                f"Module() takes no arguments, but {type(self).__name__} passed some on"
            )
        state = self.__dict__
        state["training"] = True
        for name in ("_parameters", "_buffers", "_modules"):
            state[name] = {}
        state["_non_persistent_buffers_set"] = set()
        state["_hooks"] = None
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        posing(cls)

    def forward(self, *args):
        """Compute the output; to be defined by every subclass."""
        raise NotImplementedError(f"{type(self).__name__} has to implement forward()")

    def __call__(self, *args, **kwargs):
        if self._hooks is None and not everywhere.used:
            return self.forward(*args, **kwargs)
        return call_with_hooks(self, args, kwargs)

    def apply(self, fn):
        """Call `fn` with every submodule, then with this module."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # ---- modes and gradients --------------------------------------------------------------

    def train(self, mode=True):
        """Set training mode here and below."""
        if not isinstance(mode, bool):
            raise ValueError(f"training mode is a bool, not {type(mode).__name__}")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Set evaluation mode here and below."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Set `requires_grad` of all parameters."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Clear the gradients of all parameters."""
        for parameter in self.parameters():
            clear_grad(parameter, set_to_none)

    # ---- conversion -----------------------------------------------------------------------

    def _apply(self, fn, recurse=True):
        for module in self.children() if recurse else ():
            module._apply(fn)
        for parameter in self._parameters.values():
            if parameter is None:
                continue
            with no_grad():
                parameter.data = fn(parameter)
                if parameter._grad is not None:
                    parameter._grad.data = fn(parameter._grad)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *args, **kwargs):
        """Convert floating-point parameters and buffers to another dtype."""
        dtype, memory_format = _target(*args, **kwargs)
        if memory_format is not None:
            dims = {channels_last: 4, channels_last_3d: 5}[memory_format]
            self._apply(lambda t: t.to(memory_format=memory_format) if t.ndim == dims else t)
        if dtype is None:
            return self
        if not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(f"a module is converted to float or complex dtypes, not {dtype!r}")
        if dtype.is_complex:
            warnings.warn("layers are made for real numbers", UserWarning, stacklevel=2)
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() or t.is_complex() else t)

    def type(self, dst_type):
        """Convert parameters and buffers to another dtype."""
        return self._apply(lambda t: t.type(dst_type))

    def float(self):
        """Convert to float32."""
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self):
        """Convert to float64."""
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self):
        """Convert to float16."""
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self):
        """Refused: NumPy has no such dtype."""
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def cpu(self):
        """The module itself."""
        return self._apply(lambda t: t.cpu())

    def cuda(self, device=None):
        """Refused: there is no GPU here."""
        return self._apply(lambda t: t.cuda(device))

    def share_memory(self):
        """The module itself."""
        return self

    def compile(self, *args, **kwargs):
        """Nothing: the module runs as it is written."""

    def to_empty(self, *, device, recurse=True):
        """The module itself, which has memory already."""
        check_device(device)
        return self

    # ---- printed form and copies ----------------------------------------------------------

    def extra_repr(self):
        """What a layer prints about itself."""
        return ""

    def _get_name(self):
        return type(self).__name__

    def _labelled(self, forms):
        """Pairs of label and printed form, given the forms of all submodules."""
        return [(f"({name})", form) for name, form in zip(self._modules, forms, strict=True)]

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        forms = list(map(repr, self._modules.values()))  # here: a deep model takes many frames
        below = [f"{label}: {form}".replace("\n", "\n  ") for label, form in self._labelled(forms)]
        if not below and len(lines) <= 1:
            return f"{self._get_name()}({extra})"
        return f"{self._get_name()}(\n  " + "\n  ".join([*lines, *below]) + "\n)"

    def __reduce_ex__(self, protocol):
        return _rebuilt, (reference(type(self)),), with_addresses(self.__getstate__())


def _target(first=None, *rest, device=None, dtype=None, memory_format=None, **flags):
    """The dtype and the memory format that `Module.to` is asked for."""
    if isinstance(first, Tensor) or names_dtype(first):
        dtype = first.dtype if isinstance(first, Tensor) else first
    else:
        check_device(device if first is None else first)
        if rest:
            dtype, *rest = rest
    names = ("non_blocking", "copy")
    flags |= zip(names, rest, strict=False)
    wrong = len(rest) > len(names) or flags.keys() - set(names)
    if wrong:
        raise TypeError("to() takes a device and a dtype, or a tensor, and whether to wait")
    if flags.get("copy"):
        raise RuntimeError("a module is converted in place: to() makes no copy of it")
    return dtype if dtype is None else as_dtype(dtype), memory_format


def _rebuilt(what):
    cls = referred(what)
    module = cls.__new__(cls)
    module.__dict__["_hooks"] = None  # unless its state says otherwise
    return module


posing(Module)
for _part in (Members, State, Hooked):  # `print(net.parameters)` tells whose method it is
    for _method in filter(inspect.isfunction, vars(_part).values()):
        _method.__qualname__ = f"Module.{_method.__name__}"


def clear_grad(parameter, set_to_none):
    """Forget a gradient, or set it to zero in place."""
    grad = parameter._grad
    if grad is None:
        return
    if set_to_none:
        parameter._grad = None
        return
    if grad.grad_fn is not None:
        grad.detach_()
    else:
        grad.requires_grad_(False)
    grad.zero_()


__all__ = [
    "Module",
    "_IncompatibleKeys",
    "register_module_backward_hook",
    "register_module_buffer_registration_hook",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
    "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]
