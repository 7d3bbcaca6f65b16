"""Where classes live: `engine.nn.Linear` calls itself `torch.nn.modules.linear.Linear`.

The engine's files stand where PyTorch's do, so an address there is an address here with another
root. Pickles name a class by its address here, whatever it calls itself.
"""

import importlib
from types import FunctionType

_HERE, _THERE = "engine", "torch"


def posing(cls):
    """Let a class of the engine tell the address that it has in PyTorch."""
    root, dot, rest = cls.__module__.partition(".")
    if root == _HERE:
        cls.__module__ = _THERE + dot + rest
        pickling(cls)
    return cls


def pickling(cls):
    """Let objects of a class that poses be pickled by its address, unless it sees to that."""
    if cls.__reduce_ex__ is object.__reduce_ex__ and cls.__new__ is object.__new__:
        cls.__reduce_ex__ = _reduced


def _reduced(self, protocol):
    """How an object of a posing class is pickled: by the class's address, and its state."""
    return _made, (reference(type(self)),), self.__getstate__()


def _made(what):
    return object.__new__(referred(what))


def reference(cls):
    """What a pickle keeps of a class: the class itself, or for one of the engine its address.

    The same for a function.
    """
    root, _, rest = cls.__module__.partition(".")
    return f"{rest}:{cls.__qualname__}" if root == _THERE else cls


class _Function:
    """Stands in a pickle for a function of the engine that poses."""

    def __init__(self, function):
        self.function = function

    def __reduce__(self):
        return referred, (reference(self.function),)


def with_addresses(state):
    """An object's state, in which functions of the engine are to be pickled by their addresses."""
    if not isinstance(state, dict):
        return state
    return {name: _Function(v) if _poses(v) else v for name, v in state.items()}


def _poses(value):
    if not isinstance(value, FunctionType) or "<locals>" in value.__qualname__:
        return False
    return value.__module__ == _THERE or value.__module__.startswith(f"{_THERE}.")


def referred(what):
    """The class again that `reference` stood for."""
    if isinstance(what, type):
        return what
    module, _, name = what.partition(":")
    found = _module(f"{_HERE}.{module}" if module else _HERE)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _module(address):
    """The module there, or the nearest package above it that is here."""
    try:
        return importlib.import_module(address)
    except ModuleNotFoundError:
        above, dot, _ = address.rpartition(".")
        if not dot:
            raise
        return _module(above)
