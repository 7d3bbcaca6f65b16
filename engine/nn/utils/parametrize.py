"""`torch.nn.utils.parametrize`: parameters that are computed from others by modules."""

import contextlib
import copy

from engine.autograd.grad_mode import no_grad
from engine.nn.modules.container import ModuleDict, ModuleList
from engine.nn.parameter import Parameter
from engine.tensor import Tensor

_cache = {}
_caching = 0


@contextlib.contextmanager
def cached():
    """Within, each parametrized tensor is computed once."""
    global _caching
    _caching += 1
    try:
        yield
    finally:
        _caching -= 1
        if not _caching:
            _cache.clear()


class ParametrizationList(ModuleList):
    """The modules through which one tensor goes, and what it starts from: `original`, or several
    tensors `original0`, `original1`, … where the last right inverse gave several.
    """

    def __init__(self, modules, original, unsafe=False):
        if not modules:
            raise ValueError("a parametrization needs a module at least")
        super().__init__(modules)
        self.unsafe = unsafe
        new = _inverted(reversed(list(modules)), original)
        if not isinstance(new, Tensor | list | tuple):
            raise ValueError(f"right_inverse() must return tensors, not {type(new).__name__}")
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if not self.is_tensor:
            for place, tensor in enumerate(new):
                self._keep(f"original{place}", tensor, original)
            return
        if not unsafe and new.dtype != original.dtype:
            raise ValueError(f"right_inverse() changed {original.dtype} to {new.dtype}")
        with no_grad():
            original.data = new
        self._keep("original", original, original)

    def _keep(self, name, tensor, original):
        if isinstance(original, Parameter):
            if tensor is not original or not self.is_tensor:  # new ones, which no optimizer has
                tensor = Parameter(tensor, original.requires_grad)
            tensor.requires_grad_(original.requires_grad)
            self.register_parameter(name, tensor)
        else:
            self.register_buffer(name, tensor)

    def _originals(self):
        if self.is_tensor:
            return (self.original,)
        return tuple(getattr(self, f"original{i}") for i in range(self.ntensors))

    def right_inverse(self, value):
        """Change what the tensor starts from, so that it becomes `value`."""
        with no_grad():
            value = _inverted(reversed(list(self)), value, strict=True)
            values = (value,) if self.is_tensor else tuple(value)
            for original, new in zip(self._originals(), values, strict=True):
                if not isinstance(new, Tensor):
                    raise ValueError(f"right_inverse() must return a tensor, not {new!r}")
                if new.dtype != original.dtype:
                    raise ValueError(f"the value has {new.dtype}, not {original.dtype}")
                original.data = new.data

    def forward(self):
        if not len(self):
            raise RuntimeError("there is no parametrization left here")
        first, *others = self
        value = first(*self._originals())
        for module in others:
            value = module(value)
        return value


def _inverted(modules, value, strict=False):
    """The value taken back through the modules; `strict`: of which each knows how."""
    with no_grad():
        for module in modules:
            if hasattr(module, "right_inverse"):
                value = module.right_inverse(value)
            elif strict:
                raise RuntimeError(f"{type(module).__name__} has no right_inverse()")
    return value


def _computed(name):
    """The property that stands where the tensor was."""

    def get(self):
        steps = self.parametrizations[name]
        if not _caching:
            return steps()
        key = (id(self), name)
        if key not in _cache:
            _cache[key] = steps()
        return _cache[key]

    def set_(self, value):
        self.parametrizations[name].right_inverse(value)

    return property(get, set_)


def _parametrized(module):
    """Give the module a class of its own, which can have properties."""
    cls = module.__class__

    def getstate(self):
        raise RuntimeError("a parametrized module is not pickled whole; save its state_dict()")

    def deepcopy(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        memo[id(self)] = twin = self.__new__(self.__class__)
        twin.__dict__ = copy.deepcopy(self.__dict__, memo)
        return twin

    body = {"__getstate__": getstate, "__deepcopy__": deepcopy}
    body["__module__"] = ParametrizationList.__module__
    module.__class__ = type(f"Parametrized{cls.__name__}", (cls,), body)
    module.parametrizations = ModuleDict()


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Let `module.tensor_name` be computed by the module `parametrization` from what it was."""
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            _check_step(getattr(module, tensor_name), parametrization)
        steps = module.parametrizations[tensor_name]
        steps.append(parametrization)
        steps.unsafe = steps.unsafe or unsafe
        return module
    if tensor_name not in module._buffers and tensor_name not in module._parameters:
        raise ValueError(
            f"{type(module).__name__} has no parameter or buffer {tensor_name!r} to parametrize"
        )
    original = getattr(module, tensor_name)
    before = original.detach().clone()
    steps = ParametrizationList([parametrization], original, unsafe)
    if not unsafe:
        with no_grad():
            _check_value(steps(), before)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        _parametrized(module)
    setattr(module.__class__, tensor_name, _computed(tensor_name))
    module.parametrizations[tensor_name] = steps
    return module


def _check_step(value, parametrization):
    """Refuse a step that changes the kind of tensor on its way or back."""
    with no_grad():
        result = parametrization(value)
        _check_value(result, value)
        if hasattr(parametrization, "right_inverse"):
            with contextlib.suppress(NotImplementedError):
                _check_value(parametrization.right_inverse(result), value)


def _check_value(value, before):
    if not isinstance(value, Tensor):
        raise ValueError(f"a parametrization must return a tensor, not {type(value).__name__}")
    if value.dtype != before.dtype:
        raise ValueError(f"a parametrization changed {before.dtype} to {value.dtype}")
    if value.shape != before.shape:
        raise ValueError(f"a parametrization changed {before.shape} to {value.shape}")


def is_parametrized(module, tensor_name=None):
    """Whether the module has a parametrization, of that tensor if one is named."""
    found = module.__dict__.get("_modules", {}).get("parametrizations")
    if not isinstance(found, ModuleDict):
        return False
    return len(found) > 0 if tensor_name is None else tensor_name in found


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Let the tensor be one again: its computed value, or else what it was computed from."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"{tensor_name!r} of {type(module).__name__} is not parametrized")
    steps = module.parametrizations[tensor_name]
    original = steps._originals()[0]
    if steps.is_tensor and leave_parametrized:
        with no_grad():
            original.data = getattr(module, tensor_name).clone()
    elif not steps.is_tensor and not leave_parametrized:
        raise ValueError("what was computed from several tensors can only be left as it is")
    elif not steps.is_tensor:
        value = getattr(module, tensor_name).detach()
        original = Parameter(value, original.requires_grad)
    delattr(module.__class__, tensor_name)
    del module.parametrizations[tensor_name]
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = module.__class__.__bases__[0]
    if isinstance(original, Parameter):
        module.register_parameter(tensor_name, original)
    else:
        module.register_buffer(tensor_name, original)
    return module


def type_before_parametrizations(module):
    """The module's class as it was."""
    return module.__class__.__bases__[0] if is_parametrized(module) else type(module)


__all__ = [
    "ParametrizationList",
    "cached",
    "is_parametrized",
    "register_parametrization",
    "remove_parametrizations",
    "type_before_parametrizations",
]
