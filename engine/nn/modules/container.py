"""Modules in sequences and dicts."""

import operator
from collections import OrderedDict
from collections.abc import Iterable, Mapping

from engine.nn.modules.module import Module
from engine.nn.modules.parameter_container import ParameterDict, ParameterList


class _Numbered(Module):
    """What sequences of modules share: places counted from 0, whatever the names are."""

    def _key(self, index):
        keys = list(self._modules)
        index = operator.index(index)
        if not -len(keys) <= index < len(keys):
            raise IndexError(f"index {index} is out of range for {len(keys)} modules")
        return keys[index]

    def _renumber(self, modules):
        self.__dict__["_modules"] = {str(i): module for i, module in enumerate(modules)}

    def __setitem__(self, index, module):
        setattr(self, self._key(index), module)

    def __delitem__(self, index):
        keys = list(self._modules)
        for key in keys[index] if isinstance(index, slice) else [self._key(index)]:
            delattr(self, key)
        self._renumber(self._modules.values())

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def append(self, module):
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        """Add a module before `index`."""
        modules = list(self)
        modules.insert(index, module)
        self._renumber(modules)

    def pop(self, key):
        """Remove a module and return it."""
        module = self[key]
        del self[key]
        return module


class Sequential(_Numbered):
    """Modules called one after the other."""

    def __init__(self, *args):
        super().__init__()
        named = len(args) == 1 and isinstance(args[0], OrderedDict)
        for name, module in args[0].items() if named else enumerate(args):
            self.add_module(name if named else str(name), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return self._modules[self._key(index)]

    def extend(self, sequential):
        """Add modules at the end."""
        for module in sequential:
            self.append(module)
        return self

    def insert(self, index, module):
        """Add a module before `index`."""
        if not isinstance(module, Module):
            raise AssertionError(f"a Sequential holds modules, not {type(module).__name__}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"index {index} is out of range for {len(self)} modules")
        super().insert(index, module)
        return self

    def __add__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"a Sequential is joined with another, not {type(other).__name__}")
        return Sequential(*self, *other)

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"a Sequential is joined with another, not {type(other).__name__}")
        return self.extend(list(other))

    def _times(self, other):
        if not isinstance(other, int):
            raise TypeError(f"a Sequential is repeated an int of times, not {type(other).__name__}")
        if other <= 0:
            raise ValueError(f"a Sequential is repeated at least once, not {other} times")
        return list(self) * other

    def __mul__(self, other):
        return Sequential(*self._times(other))

    __rmul__ = __mul__

    def __imul__(self, other):
        self._renumber(self._times(other))
        return self


class ModuleList(_Numbered):
    """A list of modules; it has no `forward`."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return self._modules[self._key(index)]

    def extend(self, modules):
        """Add modules at the end."""
        if not isinstance(modules, Iterable):
            raise TypeError(f"extend() takes an iterable of modules, not {type(modules).__name__}")
        for module in list(modules):
            self.append(module)
        return self

    __iadd__ = extend

    def __add__(self, other):
        return ModuleList([*self, *other])

    def _labelled(self, forms):
        """Neighbours with the same printed form are shown once."""
        rows = []
        for i, form in enumerate(forms):
            if rows and rows[-1][2] == form:
                rows[-1][1] = i
            else:
                rows.append([i, i, form])
        return [
            (f"({a})", form) if a == b else (f"({a}-{b})", f"{b - a + 1} x {form}")
            for a, b, form in rows
        ]


class ModuleDict(Module):
    """A dict of modules; it has no `forward`."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def update(self, modules):
        """Add modules from a mapping or from pairs."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                f"update() takes a mapping or pairs of name and module, not "
                f"{type(modules).__name__}"
            )
        if isinstance(modules, OrderedDict | ModuleDict | Mapping):
            modules = modules.items()
        for i, pair in enumerate(modules):
            if not isinstance(pair, Iterable):
                raise TypeError(f"entry {i} must be a pair, not {type(pair).__name__}")
            if len(pair) != 2:
                raise ValueError(f"entry {i} must be a pair, not {len(pair)} values")
            self[pair[0]] = pair[1]

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


__all__ = ["ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]
