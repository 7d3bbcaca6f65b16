"""A module's state as a dict from dotted names to tensors, and back."""

import warnings
from collections import OrderedDict, namedtuple

from engine.autograd.grad_mode import no_grad
from engine.autograd.hooks import add_hook
from engine.nn.parameter import Parameter, is_lazy
from engine.tensor import Tensor

_EXTRA = "_extra_state"


class _IncompatibleKeys(namedtuple("_IncompatibleKeys", ("missing_keys", "unexpected_keys"))):
    """What `load_state_dict` could not match."""

    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


class StateHooks:
    """Hooks on saving and loading of one module."""

    def __init__(self):
        self.before_save, self.after_save = OrderedDict(), OrderedDict()
        self.before_load, self.after_load = OrderedDict(), OrderedDict()


def _parts(state, prefix):
    """The entries of each submodule, by its name."""
    parts = {}
    for key, value in state.items():
        if key.startswith(prefix):
            name, dot, _ = key[len(prefix) :].partition(".")
            if dot:
                parts.setdefault(name, {})[key] = value
    return parts


class State:
    """What a Module offers for its state."""

    _state_hooks = None
    _version = 1

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        """Dotted names to the values (without history) of parameters and persistent buffers."""
        if args:
            warnings.warn("pass the arguments of state_dict() by name", FutureWarning, stacklevel=2)
            names = ("destination", "prefix", "keep_vars")
            return self.state_dict(**dict(zip(names, args, strict=False)))
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        hooks = self._state_hooks
        for hook in list(hooks.before_save.values()) if hooks else ():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(
                    destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars
                )
        for hook, replaces in list(hooks.after_save.values()) if hooks else ():
            changed = hook(self, destination, prefix, metadata)
            if changed is not None:
                if not replaces:
                    raise RuntimeError("a state_dict post-hook changes the dict and returns None")
                destination = changed
        return destination

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        """Add what this module itself holds."""
        for name, value in self._own_state().items():
            destination[prefix + name] = value if keep_vars or is_lazy(value) else value.detach()
        if type(self).get_extra_state is not State.get_extra_state:
            destination[prefix + _EXTRA] = self.get_extra_state()

    def _own_state(self):
        kept = {n: b for n, b in self._buffers.items() if n not in self._non_persistent_buffers_set}
        return {n: v for n, v in {**self._parameters, **kept}.items() if v is not None}

    def get_extra_state(self):
        """Anything else to save; to be defined together with `set_extra_state`."""
        raise RuntimeError(f"{type(self).__name__} does not define get_extra_state()")

    def set_extra_state(self, state):
        """Take over what `get_extra_state` gave."""
        raise RuntimeError(f"{type(self).__name__} does not define set_extra_state()")

    # ---- loading --------------------------------------------------------------------------

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copy values into parameters and buffers; `strict` wants every name on both sides."""
        if not hasattr(state_dict, "items"):
            raise TypeError(f"state_dict must be a mapping, not {type(state_dict).__name__}")
        missing, unexpected, faults = [], [], []
        metadata = getattr(state_dict, "_metadata", {})
        state = OrderedDict(state_dict)
        self._load(state, "", metadata, assign, (missing, unexpected, faults))
        if strict and unexpected:
            faults.insert(0, f"unexpected: {', '.join(unexpected)}")
        if strict and missing:
            faults.insert(0, f"missing: {', '.join(missing)}")
        if faults:
            raise RuntimeError(f"load_state_dict() of {type(self).__name__}: {'; '.join(faults)}")
        return _IncompatibleKeys(missing, unexpected)

    def _load(self, state, prefix, metadata, assign, found):
        local = metadata.get(prefix[:-1], {})
        if assign:  # noted in the state's own metadata, as PyTorch does: it is assigned ever after
            local["assign_to_params_buffers"] = True
        self._load_from_state_dict(state, prefix, local, True, *found)
        parts = _parts(state, prefix)
        for name, module in self._modules.items():
            if module is not None:
                module._load(parts.get(name, {}), f"{prefix}{name}.", metadata, assign, found)
        result = _IncompatibleKeys(*found[:2])
        for hook in list(self._state_hooks.after_load.values()) if self._state_hooks else ():
            if hook(self, result) is not None:
                raise AssertionError("a load_state_dict post-hook changes the result in place")

    def _load_from_state_dict(
        self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
    ):
        """Take over what this module itself holds, and note what does not fit."""
        found = (local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        hooks = self._state_hooks
        for hook, with_module in list(hooks.before_load.values()) if hooks else ():
            hook(*((self,) if with_module else ()), state_dict, prefix, *found)
        own = self._own_state()
        for name, target in own.items():
            if prefix + name in state_dict:
                assign = local_metadata.get("assign_to_params_buffers", False)
                fault = self._take(name, target, state_dict[prefix + name], assign)
                if fault:
                    error_msgs.append(f"{prefix}{name} {fault}")
            elif strict:
                missing_keys.append(prefix + name)
        self._load_extra(state_dict, prefix, strict, missing_keys, unexpected_keys)
        if strict:
            unexpected_keys += [k for k in state_dict if self._is_unexpected(k, prefix, own)]

    def _take(self, name, target, source, assign):
        """Give one member its new value; what is wrong with that, if anything."""
        if not isinstance(source, Tensor):
            return f"must be a tensor, not {type(source).__name__}"
        if is_lazy(target):
            return None if is_lazy(source) else "has no shape yet"
        if target.ndim == 0 and tuple(source.shape) == (1,):
            source = source[0]  # as 0-dim values were saved once
        if tuple(source.shape) != tuple(target.shape):
            return f"is {list(target.shape)} here and {list(source.shape)} there"
        if assign:
            if isinstance(target, Parameter):
                source = source if isinstance(source, Parameter) else Parameter(source)
                source.requires_grad_(target.requires_grad)
            setattr(self, name, source)
            return None
        with no_grad():
            target.copy_(source)
        return None

    def _load_extra(self, state_dict, prefix, strict, missing_keys, unexpected_keys):
        key = prefix + _EXTRA
        if type(self).set_extra_state is not State.set_extra_state:
            if key in state_dict:
                self.set_extra_state(state_dict[key])
            elif strict:
                missing_keys.append(key)
        elif strict and key in state_dict:
            unexpected_keys.append(key)

    def _is_unexpected(self, key, prefix, own):
        if not key.startswith(prefix) or key == prefix + _EXTRA:
            return False
        name, dot, _ = key.removeprefix(prefix).partition(".")
        return name not in (self._modules if dot else own)

    # ---- hooks ----------------------------------------------------------------------------

    def _add_state_hook(self, place, hook):
        if self._state_hooks is None:
            self.__dict__["_state_hooks"] = StateHooks()
        return add_hook(getattr(self._state_hooks, place), hook)

    def _remove_state_dict_hook(self, hook):
        hooks = self._state_hooks.after_save
        for key, (found, _) in list(hooks.items()):
            if found == hook:
                del hooks[key]

    def register_state_dict_pre_hook(self, hook):
        """`hook(module, prefix, keep_vars)` runs before the module is saved."""
        return self._add_state_hook("before_save", hook)

    def register_state_dict_post_hook(self, hook):
        """`hook(module, state_dict, prefix, local_metadata)` runs after it and what is below."""
        return self._add_state_hook("after_save", (hook, False))

    def _register_state_dict_hook(self, hook):
        return self._add_state_hook("after_save", (hook, True))

    def register_load_state_dict_pre_hook(self, hook):
        """`hook(module, state_dict, prefix, ...)` runs before the module takes over its state."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return self._add_state_hook("before_load", (hook, with_module))

    def register_load_state_dict_post_hook(self, hook):
        """`hook(module, incompatible_keys)` runs after the module and what is below it."""
        return self._add_state_hook("after_load", hook)
