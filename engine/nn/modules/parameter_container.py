"""Parameters in lists and dicts."""

import operator
from collections import OrderedDict
from collections.abc import Iterable, Mapping

from engine.nn.modules.module import Module
from engine.nn.parameter import Parameter
from engine.tensor import Tensor


def _as_parameter(value):
    plain = isinstance(value, Tensor) and not isinstance(value, Parameter)
    return Parameter(value) if plain else value


def _described(pairs, type_of):
    """One line an entry, as a module prints what it holds."""
    lines = []
    for name, value in pairs:
        if isinstance(value, Tensor):
            kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
            size = "x".join(map(str, value.shape))
            lines.append(f"  ({name}): {kind} containing: [{type_of(value)} of size {size}]")
        else:
            lines.append(f"  ({name}): Object of type: {type(value).__name__}")
    return "\n".join(lines)


def set_pairs(container, pairs):
    """Set what goes by each of the names in a module that is a dict."""
    for i, pair in enumerate(pairs):
        if not isinstance(pair, Iterable):
            raise TypeError(f"entry {i} must be a pair, not {type(pair).__name__}")
        if len(pair) != 2:
            raise ValueError(f"entry {i} must be a pair, not {len(pair)} values")
        container[pair[0]] = pair[1]


class ParameterList(Module):
    """A list of parameters; tensors become parameters, other values stay as they are."""

    __module__ = "torch.nn.modules.container"

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _key(self, index):
        index = operator.index(index)
        if not -self._size <= index < self._size:
            raise IndexError(f"index {index} is out of range for {self._size} parameters")
        return str(index % self._size)

    def __getitem__(self, index):
        if not isinstance(index, slice):
            return getattr(self, self._key(index))
        part = type(self)()
        for i in range(*index.indices(self._size)):
            part.append(self[i])
        return part

    def __setitem__(self, index, value):
        setattr(self, self._key(index), _as_parameter(value))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self[i] for i in range(self._size))

    def append(self, value):
        """Add a value at the end."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        """Add values at the end."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(f"extend() takes an iterable of values, not {type(values).__name__}")
        for value in list(values):
            self.append(value)
        return self

    __iadd__ = extend

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def extra_repr(self):
        return _described(enumerate(self), lambda value: value.dtype)

    def __call__(self, *args, **kwargs):
        raise RuntimeError("a ParameterList cannot be called")


class ParameterDict(Module):
    """A dict of parameters; tensors become parameters, other values stay as they are."""

    __module__ = "torch.nn.modules.container"

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, self._name(key))

    def __setitem__(self, key, value):
        self._keys[key] = None
        setattr(self, self._name(key), _as_parameter(value))

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, self._name(key))

    def _name(self, key):
        if not isinstance(key, str):
            raise TypeError(f"the keys of a ParameterDict are str, not {type(key).__name__}")
        return key

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def keys(self):
        """Names."""
        return self._keys.keys()

    def values(self):
        """Values."""
        return (self[k] for k in self._keys)

    def items(self):
        """Pairs of name and value."""
        return ((k, self[k]) for k in self._keys)

    def get(self, key, default=None):
        """The value of a name, or `default`."""
        return self[key] if key in self._keys else default

    def setdefault(self, key, default=None):
        """The value of a name, which is `default` from now on if there was none."""
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key):
        """Remove a value and return it."""
        value = self[key]
        del self[key]
        return value

    def popitem(self):
        """Remove the last pair and return it."""
        key = next(reversed(self._keys))
        return key, self.pop(key)

    def clear(self):
        """Remove all values."""
        for key in list(self._keys):
            del self[key]

    def copy(self):
        """Another dict of the same parameters."""
        return ParameterDict(OrderedDict(self.items()))

    def fromkeys(self, keys, default=None):
        """A dict with the same value for all of the names."""
        return ParameterDict((k, default) for k in keys)

    def update(self, parameters):
        """Add values from a mapping or from pairs."""
        if not isinstance(parameters, Iterable):
            raise TypeError(
                f"update() takes a mapping or pairs of name and value, not "
                f"{type(parameters).__name__}"
            )
        if isinstance(parameters, OrderedDict | ParameterDict):
            parameters = parameters.items()
        elif isinstance(parameters, Mapping):
            parameters = sorted(parameters.items())
        set_pairs(self, parameters)

    def __or__(self, other):
        joined = self.copy()
        joined.update(other)
        return joined

    def __ror__(self, other):
        joined = other.copy()
        joined.update(self)
        return joined

    def __ior__(self, other):
        self.update(other)
        return self

    def extra_repr(self):
        return _described(self.items(), lambda value: value.type())

    def __call__(self, *args, **kwargs):
        raise RuntimeError("a ParameterDict cannot be called")
