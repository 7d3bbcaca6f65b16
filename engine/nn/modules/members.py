"""What a module holds under which name: parameters, buffers, submodules, and walks over them."""

from collections import OrderedDict

from engine.autograd.hooks import add_hook
from engine.nn.parameter import Buffer, Parameter
from engine.tensor import Tensor

_TABLES = ("_parameters", "_buffers", "_modules")
_watching = {table: OrderedDict() for table in _TABLES}  # hooks on what is registered, everywhere


def _admit(module, table, name, value):
    """Put a value under its name, or what a hook makes of it."""
    for hook in list(_watching[table].values()):
        changed = hook(module, name, value)
        value = value if changed is None else changed
    module.__dict__[table][name] = value


def register_module_parameter_registration_hook(hook):
    """`hook(module, name, parameter)` runs at every registration; it may return another one."""
    return add_hook(_watching["_parameters"], hook)


def register_module_buffer_registration_hook(hook):
    """`hook(module, name, buffer)` runs at every registration; it may return another one."""
    return add_hook(_watching["_buffers"], hook)


def register_module_module_registration_hook(hook):
    """`hook(module, name, submodule)` runs at every registration; it may return another one."""
    return add_hook(_watching["_modules"], hook)


class Members:
    """Attributes of a Module that are more than attributes."""

    def __getattr__(self, name):
        state = self.__dict__
        if "_parameters" in state:
            found = state["_parameters"]
            if name in found:
                return found[name]
            found = state["_modules"]
            if name in found:
                return found[name]
            found = state["_buffers"]
            if name in found:
                return found[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name, value):
        if isinstance(value, Parameter):
            self._replace(name, "parameters", keep="_parameters")
            self.register_parameter(name, value)
        elif isinstance(value, Members) and name not in self.__dict__.get("_parameters", ()):
            self._replace(name, "modules", keep="_modules")
            _admit(self, "_modules", name, value)
        elif self._set_member(name, value):
            return
        elif isinstance(value, Buffer):
            self.register_buffer(name, value, value.persistent)
        else:
            object.__setattr__(self, name, value)

    def _set_member(self, name, value):
        """Whether `name` is a member already, whose place None or, for a buffer, a tensor takes."""
        state = self.__dict__
        if "_parameters" not in state:
            return False
        for table, kind in zip(_TABLES, (Parameter, Tensor, Members), strict=True):
            if name in state[table]:
                if value is not None and not isinstance(value, kind):
                    raise TypeError(
                        f"{name!r} is in {table[1:]}: assign "
                        f"{'a module' if kind is Members else f'a {kind.__name__}'} or None, "
                        f"not {type(value).__name__}"
                    )
                self._put_again(table, name, value)
                return True
        return False

    def _put_again(self, table, name, value):
        """Put another value, or None, in the place of a member."""
        if table == "_parameters":
            self.register_parameter(name, value)
        elif table == "_modules":
            _admit(self, table, name, value)
        elif isinstance(value, Buffer):
            self.register_buffer(name, value, value.persistent)
        else:
            self.register_buffer(name, value, name not in self._non_persistent_buffers_set)

    def _replace(self, name, what, keep):
        """Make room for a member; its place in `keep`, if it has one, is not given up."""
        state = self.__dict__
        if "_parameters" not in state:
            raise AttributeError(f"call super().__init__() before assigning {what}")
        state.pop(name, None)
        for table in _TABLES:
            if table != keep:
                state[table].pop(name, None)
        state["_non_persistent_buffers_set"].discard(name)

    def __delattr__(self, name):
        for table in _TABLES:
            if name in getattr(self, table):
                del self.__dict__[table][name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self):
        names = {*object.__dir__(self), *self._parameters, *self._buffers, *self._modules}
        return sorted(n for n in names if not n[:1].isdigit())

    # ---- registering ----------------------------------------------------------------------

    def _check_name(self, name, kind, table):
        if not isinstance(name, str):
            raise TypeError(f"the name of a {kind} is a str, not {type(name).__name__}")
        if hasattr(self, name) and name not in getattr(self, table):
            raise KeyError(f"{name!r} is an attribute already")
        if "." in name:
            raise KeyError(f'the name of a {kind} has no ".": {name!r}')
        if not name:
            raise KeyError(f"the name of a {kind} is not empty")

    def register_parameter(self, name, param):
        """Add a parameter, or None in its place."""
        if "_parameters" not in self.__dict__:
            raise AttributeError("call super().__init__() before registering parameters")
        self._check_name(name, "parameter", "_parameters")
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(f"{name!r} must be a Parameter or None, not {type(param).__name__}")
            if param.grad_fn is not None:
                raise ValueError(f"{name!r} must be a leaf; it has a grad_fn")
        _admit(self, "_parameters", name, param)

    def register_buffer(self, name, tensor, persistent=True):
        """Add a tensor that is part of the state but no parameter."""
        if "_buffers" not in self.__dict__:
            raise AttributeError("call super().__init__() before registering buffers")
        self._check_name(name, "buffer", "_buffers")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"{name!r} must be a tensor or None, not {type(tensor).__name__}")
        _admit(self, "_buffers", name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name, module):
        """Add a submodule."""
        if "_modules" not in self.__dict__:
            raise AttributeError("call super().__init__() before adding modules")
        if module is not None and not isinstance(module, Members):
            raise TypeError(f"{name!r} must be a Module, not {type(module).__name__}")
        self._check_name(name, "module", "_modules")
        _admit(self, "_modules", name, module)

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

    def modules(self, remove_duplicate=True):
        """All modules, this one first."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
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
        pairs = [(prefix, self)]
        if recurse:
            pairs = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for path, module in pairs:
            for name, value in getattr(module, table).items():
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield (f"{path}.{name}" if path else name), value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """Pairs of dotted name and parameter, each once."""
        yield from self._named("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        """All parameters, each once."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """Pairs of dotted name and buffer."""
        yield from self._named("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """All buffers."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    # ---- by dotted name -------------------------------------------------------------------

    def get_submodule(self, target):
        """The submodule of that dotted name; the module itself for an empty one."""
        module = self
        for name in target.split(".") if target else ():
            found = getattr(module, name, None)
            if not isinstance(found, Members):
                raise AttributeError(f"{type(module).__name__} has no submodule {name!r}")
            module = found
        return module

    def set_submodule(self, target, module, strict=False):
        """Put another module in the place of that dotted name."""
        if not target:
            raise ValueError("the module itself cannot be replaced")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(f"{type(parent).__name__} has no submodule {name!r}")
        if not isinstance(getattr(parent, name, module), Members):
            raise AttributeError(f"{target!r} is no submodule")
        if not isinstance(module, Members):
            raise ValueError(f"a submodule is a Module, not {type(module).__name__}")
        setattr(parent, name, module)

    def get_parameter(self, target):
        """The parameter of that dotted name."""
        return self._get(target, "parameter", lambda owner, name, x: isinstance(x, Parameter))

    def get_buffer(self, target):
        """The buffer of that dotted name, which may be None."""
        return self._get(target, "buffer", lambda owner, name, x: name in owner._buffers)

    def _get(self, target, kind, fits):
        path, _, name = target.rpartition(".")
        owner = self.get_submodule(path)
        if hasattr(owner, name):  # for which PyTorch, too, computes what is parametrized
            value = getattr(owner, name)
            if fits(owner, name, value):
                return value
        raise AttributeError(f"{type(owner).__name__} has no {kind} {name!r}")
