"""`torch.nn.Module`: parameters, buffers and submodules with names, and hooks around `forward`."""

import functools
import itertools
from collections import OrderedDict, namedtuple

from engine.autograd.node import HookDict, add_hook
from engine.nn.backward_hooks import BackwardHooks
from engine.nn.parameter import Buffer, Parameter
from engine.tensor import Tensor

_IncompatibleKeys = namedtuple("_IncompatibleKeys", ("missing_keys", "unexpected_keys"))


class LoadResult(_IncompatibleKeys):
    """What `load_state_dict` could not match."""

    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__().replace("LoadResult", "_IncompatibleKeys")


class Module:
    """Base of all layers and models: define `__init__` and `forward`."""

    training = True
    __module__ = "torch.nn.modules.module"

    def __init__(self):
        state = self.__dict__
        state["training"] = True
        for name in ("_parameters", "_buffers", "_modules"):
            state[name] = {}
        state["_non_persistent_buffers_set"] = set()
        for name in ("_forward_hooks", "_forward_pre_hooks"):
            state[name] = HookDict()
        for name in ("_backward_hooks", "_backward_pre_hooks"):
            state[name] = HookDict()
        state["_hook_options"] = {}
        state["_non_full_backward_hooks"] = HookDict()

    def forward(self, *args):
        """Compute the output; to be defined by every subclass."""
        raise NotImplementedError(f"{type(self).__name__} has to implement forward()")

    def __call__(self, *args, **kwargs):
        if not (
            self._forward_hooks
            or self._forward_pre_hooks
            or self._backward_hooks
            or self._backward_pre_hooks
            or self._non_full_backward_hooks
        ):
            return self.forward(*args, **kwargs)
        return self._call_with_hooks(args, kwargs)

    def _call_with_hooks(self, args, kwargs):
        for key, hook in list(self._forward_pre_hooks.items()):
            if "kwargs" in self._hook_options.get(key, ()):
                changed = hook(self, args, kwargs)
                if changed is not None:
                    args, kwargs = changed
            else:
                changed = hook(self, args)
                if changed is not None:
                    args = changed if isinstance(changed, tuple) else (changed,)
        backward = None
        if self._backward_hooks or self._backward_pre_hooks:
            hooks, pre = list(self._backward_hooks.values()), list(self._backward_pre_hooks.values())
            backward = BackwardHooks(self, hooks, pre)
            args = backward.around_inputs(args)
        try:
            result = self.forward(*args, **kwargs)
        except BaseException:
            self._call_always(args, kwargs)
            raise
        for key, hook in list(self._forward_hooks.items()):
            with_kwargs = "kwargs" in self._hook_options.get(key, ())
            changed = hook(self, args, kwargs, result) if with_kwargs else hook(self, args, result)
            if changed is not None:
                result = changed
        if backward is not None:
            result = backward.around_outputs(result)
        if self._non_full_backward_hooks:
            self._hook_last_node(result)
        return result

    def _call_always(self, args, kwargs):
        for key, hook in list(self._forward_hooks.items()):
            if "always" in self._hook_options.get(key, ()):
                hook(self, args, None)

    def _hook_last_node(self, result):
        first = result
        while not isinstance(first, Tensor):
            first = next(iter(first.values())) if isinstance(first, dict) else first[0]
        if first.grad_fn is not None:
            for hook in list(self._non_full_backward_hooks.values()):
                first.grad_fn.register_hook(functools.partial(hook, self))

    # ---- attributes -----------------------------------------------------------------------

    def __getattr__(self, name):
        for table in ("_parameters", "_buffers", "_modules"):
            found = self.__dict__.get(table)
            if found is not None and name in found:
                return found[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name, value):
        state = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in state:
                raise AttributeError("call super().__init__() before assigning parameters")
            self._forget(name)
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if "_modules" not in state:
                raise AttributeError("call super().__init__() before assigning modules")
            self._forget(name, keep="_modules")
            self._modules[name] = value
        elif isinstance(value, Buffer):
            self._forget(name)
            self.register_buffer(name, value, value.persistent)
        elif name in state.get("_parameters", ()):
            if value is not None:
                raise TypeError(
                    f"{name!r} is a parameter: assign a Parameter or None, "
                    f"not {type(value).__name__}"
                )
            self.register_parameter(name, None)
        elif name in state.get("_modules", ()):
            if value is not None:
                raise TypeError(f"{name!r} is a module: assign a Module or None")
            self._modules[name] = value
        elif name in state.get("_buffers", ()):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(f"{name!r} is a buffer: assign a tensor or None")
            self._buffers[name] = value
        else:
            object.__setattr__(self, name, value)

    def _forget(self, name, keep=None):
        self.__dict__.pop(name, None)
        for table in ("_parameters", "_buffers", "_modules"):
            if table != keep:
                self.__dict__[table].pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name):
        for table in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__[table]:
                del self.__dict__[table][name]
                return
        object.__delattr__(self, name)

    def __dir__(self):
        names = [*object.__dir__(self), *self._parameters, *self._buffers, *self._modules]
        return sorted(n for n in names if not n[:1].isdigit())

    def _check_name(self, name, kind):
        if not isinstance(name, str):
            raise TypeError(f"the name of a {kind} is a str, not {type(name).__name__}")
        if "." in name:
            raise KeyError(f'the name of a {kind} has no ".": {name!r}')
        if not name:
            raise KeyError(f"the name of a {kind} is not empty")
        if hasattr(self, name) and name not in self.__dict__[f"_{kind}s"]:
            raise KeyError(f"{name!r} is an attribute already")

    def register_parameter(self, name, param):
        """Add a parameter, or None in its place."""
        self._check_name(name, "parameter")
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(f"{name!r} must be a Parameter or None")
            if param.grad_fn is not None:
                raise ValueError(f"{name!r} must be a leaf; it has a grad_fn")
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        """Add a tensor that is part of the state but no parameter."""
        self._check_name(name, "buffer")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"{name!r} must be a tensor or None")
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name, module):
        """Add a submodule."""
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{name!r} must be a Module, not {type(module).__name__}")
        self._check_name(name, "module")
        self._modules[name] = module

    register_module = add_module

    # ---- walking --------------------------------------------------------------------------

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Pairs of dotted name and module, this one first, each once."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                below = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, below, remove_duplicate)

    def modules(self):
        """All modules, this one first."""
        for _, module in self.named_modules():
            yield module

    def named_children(self):
        """Pairs of name and direct submodule."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        """Direct submodules."""
        for _, module in self.named_children():
            yield module

    def _named(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        pairs = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        for path, module in pairs:
            for name, value in module.__dict__[table].items():
                if value is None or (remove_duplicate and value in seen):
                    continue
                seen.add(value)
                yield (f"{path}.{name}" if path else name), value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """Pairs of dotted name and parameter, each once."""
        return self._named("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        """All parameters, each once."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """Pairs of dotted name and buffer."""
        return self._named("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """All buffers."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def get_submodule(self, target):
        """The submodule of that dotted name."""
        module = self
        for name in filter(None, target.split(".")):
            if not isinstance(getattr(module, name, None), Module):
                raise AttributeError(f"{type(module).__name__} has no submodule {name!r}")
            module = getattr(module, name)
        return module

    def get_parameter(self, target):
        """The parameter of that dotted name."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if name not in module._parameters:
            raise AttributeError(f"{type(module).__name__} has no parameter {name!r}")
        return module._parameters[name]

    def get_buffer(self, target):
        """The buffer of that dotted name."""
        path, _, name = target.rpartition(".")
        return self.get_submodule(path)._buffers[name]

    def apply(self, fn):
        """Call `fn` with every submodule, then with this module."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # ---- state ----------------------------------------------------------------------------

    def train(self, mode=True):
        """Set training mode here and below."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is a bool")
        for module in self.modules():
            module.training = mode
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

    def state_dict(self, *, prefix="", keep_vars=False, destination=None):
        """Dotted names to the values (without history) of parameters and persistent buffers."""
        state = OrderedDict() if destination is None else destination
        for name, value in self._parameters.items():
            if value is not None:
                state[prefix + name] = value if keep_vars else value.detach()
        for name, value in self._buffers.items():
            if value is not None and name not in self._non_persistent_buffers_set:
                state[prefix + name] = value if keep_vars else value.detach()
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(prefix=f"{prefix}{name}.", keep_vars=keep_vars, destination=state)
        return state

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copy values into parameters and buffers; `strict` wants every name on both sides."""
        if not hasattr(state_dict, "keys"):
            raise TypeError(f"state_dict must be a mapping, not {type(state_dict).__name__}")
        from engine.autograd.mode import no_grad

        own = self.state_dict(keep_vars=True)
        missing = [k for k in own if k not in state_dict]
        unexpected = [k for k in state_dict if k not in own]
        faults = []
        for name, target in own.items():
            if name in state_dict:
                source = state_dict[name]
                if tuple(source.shape) != tuple(target.shape):
                    faults.append(
                        f"{name} is {list(target.shape)} here and {list(source.shape)} there"
                    )
                    continue
                with no_grad():
                    target.copy_(source)
        if strict and (missing or unexpected):
            faults += [f"missing: {', '.join(missing)}"] * bool(missing)
            faults += [f"unexpected: {', '.join(unexpected)}"] * bool(unexpected)
        if faults:
            raise RuntimeError(f"load_state_dict() of {type(self).__name__}: {'; '.join(faults)}")
        return LoadResult(missing, unexpected)

    def _apply(self, fn):
        from engine.autograd.mode import no_grad

        for module in self.modules():
            for parameter in filter(None.__ne__, module._parameters.values()):
                with no_grad():
                    parameter.data = fn(parameter.data)
                    if parameter._grad is not None:
                        parameter.grad = fn(parameter._grad)
            for name, buffer in module._buffers.items():
                if buffer is not None:
                    module._buffers[name] = fn(buffer)
        return self

    def to(self, *args, **kwargs):
        """Convert floating-point parameters and buffers to another dtype."""
        return self._apply(
            lambda t: t.to(*args, **kwargs) if t.is_floating_point() else t.to(device="cpu")
        )

    def float(self):
        """Convert to float32."""
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self):
        """Convert to float64."""
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self):
        """Convert to float16."""
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def type(self, dst_type):
        """Convert to another dtype."""
        return self._apply(lambda t: t.type(dst_type))

    def cpu(self):
        """The module itself."""
        return self

    def cuda(self, device=None):
        """Refused: there is no GPU here."""
        return self._apply(lambda t: t.cuda(device))

    def share_memory(self):
        """The module itself."""
        return self

    # ---- hooks ----------------------------------------------------------------------------

    def _add(self, hooks, hook, options=(), first=False):
        handle = add_hook(hooks, hook)
        if options:
            self._hook_options[handle.id] = options
        if first:
            rest = [(k, v) for k, v in hooks.items() if k != handle.id]
            for key, _ in rest:
                del hooks[key]
            hooks.update(rest)
        return handle

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """`hook(module, args)` runs before `forward`; it may return other arguments."""
        options = ("kwargs",) if with_kwargs else ()
        return self._add(self._forward_pre_hooks, hook, options, prepend)

    def register_forward_hook(
        self, hook, *, prepend=False, with_kwargs=False, always_call=False
    ):
        """`hook(module, args, output)` runs after `forward`; it may return another output."""
        options = ("kwargs",) * with_kwargs + ("always",) * always_call
        return self._add(self._forward_hooks, hook, options, prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        """`hook(module, grad_input, grad_output)` runs when the input's gradients are known."""
        return self._add(self._backward_hooks, hook, (), prepend)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """`hook(module, grad_output)` runs before the module's part of the backward pass."""
        return self._add(self._backward_pre_hooks, hook, (), prepend)

    def register_backward_hook(self, hook):
        """The older form, which only sees the last operation of `forward`."""
        return self._add(self._non_full_backward_hooks, hook)

    # ---- printed form ---------------------------------------------------------------------

    def extra_repr(self):
        """What a layer prints about itself."""
        return ""

    def _get_name(self):
        return type(self).__name__

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        below = [
            f"({name}): " + repr(module).replace("\n", "\n  ")
            for name, module in self._modules.items()
        ]
        if not below and len(lines) <= 1:
            return f"{self._get_name()}({extra})"
        return f"{self._get_name()}(\n  " + "\n  ".join(itertools.chain(lines, below)) + "\n)"


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
