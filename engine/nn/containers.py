"""Modules and parameters in sequences and dicts."""

from collections import OrderedDict

from engine.nn.module import Module
from engine.nn.parameter import Parameter
from engine.tensor import Tensor


class Sequential(Module):
    """Modules called one after the other."""

    __module__ = "torch.nn.modules.container"

    def __init__(self, *args):
        super().__init__()
        single = len(args) == 1 and isinstance(args[0], OrderedDict)
        for name, module in args[0].items() if single else enumerate(args):
            self.add_module(str(name), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def _key(self, index):
        keys = list(self._modules)
        if not -len(keys) <= index < len(keys):
            raise IndexError(f"index {index} is out of range for {len(keys)} modules")
        return keys[index]

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return self._modules[self._key(index)]

    def __setitem__(self, index, module):
        setattr(self, self._key(index), module)

    def __delitem__(self, index):
        keys = list(self._modules)
        for key in keys[index] if isinstance(index, slice) else [self._key(index)]:
            del self._modules[key]
        self.__dict__["_modules"] = {
            str(i): module for i, module in enumerate(self._modules.values())
        }

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def append(self, module):
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        """Add modules at the end."""
        for module in modules:
            self.append(module)
        return self

    def insert(self, index, module):
        """Add a module before `index`."""
        modules = list(self)
        modules.insert(index, module)
        self.__dict__["_modules"] = {str(i): m for i, m in enumerate(modules)}
        return self

    def pop(self, key):
        """Remove a module and return it."""
        module = self[key]
        del self[key]
        return module


class ModuleList(Sequential):
    """A list of modules; it has no `forward`."""

    __module__ = "torch.nn.modules.container"

    def __init__(self, modules=None):
        Module.__init__(self)
        self.extend(modules or ())

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self._modules.values())[index])
        return self._modules[self._key(index)]

    def __iadd__(self, modules):
        return self.extend(modules)

    def forward(self, *args):
        raise NotImplementedError("a ModuleList has no forward(); call its modules")


class ModuleDict(Module):
    """A dict of modules; it has no `forward`."""

    __module__ = "torch.nn.modules.container"

    def __init__(self, modules=None):
        super().__init__()
        self.update(modules or {})

    def update(self, modules):
        """Add modules from a dict or pairs."""
        for name, module in modules.items() if hasattr(modules, "items") else modules:
            self[name] = module

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def keys(self):
        """Names."""
        return self._modules.keys()

    def values(self):
        """Modules."""
        return self._modules.values()

    def items(self):
        """Pairs of name and module."""
        return self._modules.items()

    def pop(self, key):
        """Remove a module and return it."""
        return self._modules.pop(key)

    def clear(self):
        """Remove all modules."""
        self._modules.clear()


def _as_parameter(value):
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


def _described(name, value):
    if isinstance(value, Tensor):
        kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
        size = "x".join(map(str, value.shape))
        return f"  ({name}): {kind} containing: [{value.type()} of size {size}]"
    return f"  ({name}): Object of type: {type(value).__name__}"


class ParameterList(Module):
    """A list of parameters."""

    __module__ = "torch.nn.modules.container"

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        self.extend(values or ())

    def append(self, value):
        """Add a parameter at the end."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        """Add parameters at the end."""
        for value in values:
            self.append(value)
        return self

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return getattr(self, str(range(self._size)[index]))

    def __setitem__(self, index, value):
        setattr(self, str(range(self._size)[index]), _as_parameter(value))

    def __len__(self):
        return self._size

    def __iter__(self):
        return (self[i] for i in range(self._size))

    def __iadd__(self, values):
        return self.extend(values)

    def extra_repr(self):
        return "\n".join(_described(i, p)[2:] for i, p in enumerate(self))


class ParameterDict(Module):
    """A dict of parameters."""

    __module__ = "torch.nn.modules.container"

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        self.update(parameters or {})

    def update(self, parameters):
        """Add parameters from a dict or pairs."""
        for name, value in parameters.items() if hasattr(parameters, "items") else parameters:
            self[name] = value

    def __getitem__(self, key):
        return getattr(self, key)

    def __setitem__(self, key, value):
        self._keys[key] = None
        setattr(self, key, _as_parameter(value))

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def keys(self):
        """Names."""
        return self._keys.keys()

    def values(self):
        """Parameters."""
        return [self[k] for k in self._keys]

    def items(self):
        """Pairs of name and parameter."""
        return [(k, self[k]) for k in self._keys]

    def extra_repr(self):
        return "\n".join(_described(k, p)[2:] for k, p in self.items())
