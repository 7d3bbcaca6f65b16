"""Modules in sequences and dicts."""

import operator
from collections import OrderedDict
from collections.abc import Iterable, Mapping

from engine.nn.modules.module import Module
from engine.nn.modules.parameter_container import ParameterDict, ParameterList, set_pairs


class _Numbered(Module):
    """What sequences of modules share: places, and the numbers of places as names.

    There may be other names; what goes by the number finds no module then.
    """

    def _place(self, index):
        """An index counted from the front."""
        index, count = operator.index(index), len(self)
        if not -count <= index < count:
            raise IndexError(f"index {index} is out of range for {count} modules")
        return index % count

    def _names(self):
        """The names that modules are meant by, place by place."""
        return list(self._modules)

    def __setitem__(self, index, module):
        setattr(self, self._names()[self._place(index)], module)

    def __delitem__(self, index):
        names = self._names()
        for name in names[index] if isinstance(index, slice) else [names[self._place(index)]]:
            delattr(self, name)
        self.__dict__["_modules"] = {str(i): m for i, m in enumerate(self._modules.values())}

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
        for i in range(len(self), index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]
        self._modules[str(index)] = module

    def _add_numbered(self, modules):
        for i, module in enumerate(modules, len(self)):
            self.add_module(str(i), module)
        return self

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
        return self._modules[self._names()[self._place(index)]]

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
        super().insert(index + len(self) if index < 0 else index, module)
        return self

    def __add__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"a Sequential is joined with another, not {type(other).__name__}")
        return Sequential(*self, *other)

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"a Sequential is joined with another, not {type(other).__name__}")
        return self._add_numbered(other)

    def _check_times(self, other):
        if not isinstance(other, int):
            raise TypeError(f"a Sequential is repeated an int of times, not {type(other).__name__}")
        if other <= 0:
            raise ValueError(f"a Sequential is repeated at least once, not {other} times")

    def __mul__(self, other):
        self._check_times(other)
        return Sequential(*list(self) * other)

    __rmul__ = __mul__

    def __imul__(self, other):
        self._check_times(other)
        names = [str(i) for i in range(len(self))]
        for name in names * (other - 1):
            self.append(self._modules[name])
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
        return self._modules[str(self._place(index))]

    def _names(self):
        return [str(i) for i in range(len(self))]

    def extend(self, modules):
        """Add modules at the end."""
        if not isinstance(modules, Iterable):
            raise TypeError(f"extend() takes an iterable of modules, not {type(modules).__name__}")
        return self._add_numbered(modules)

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
        if isinstance(modules, ModuleDict | Mapping):
            modules = modules.items()
        set_pairs(self, modules)

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

    pop = _Numbered.pop

    def clear(self):
        """Remove all modules."""
        self._modules.clear()


__all__ = ["ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]
