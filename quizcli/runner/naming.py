"""Finds the names that a program gives its tensors."""

import weakref
from collections.abc import Iterator
from typing import Any

from quizcli.runner.values import PLAIN, Lens

Known = dict[int, tuple[Any, str]]  # id → a weak reference to the tensor, its name
PARTS = ("_parameters", "_buffers", "_modules")  # of a Module
MOST = 200  # maximum named parts of one value
DEEPEST = 6
NOTHING: Any = object()


class Names:
    """The first name each tensor was bound to; holds no references to the tensors."""

    def __init__(self, lens: Lens) -> None:
        self.lens = lens
        self.known: Known = {}

    def learn(self, name: str, value: Any, local: Known | None = None) -> None:
        """Note that the program bound `value` to `name`; `local` are the names of a function."""
        if type(value) in PLAIN:
            return
        known = self.known if local is None else local
        if self.lens.is_tensor(value) and name_in(known, value) is not None:
            return
        for path, tensor in self._tensors(name, value, DEEPEST):
            if name_in(known, tensor) is None:
                known[id(tensor)] = (weakref.ref(tensor), path)

    def of(self, tensor: Any, local: Known | None = None) -> str | None:
        """The name of exactly this tensor; None if it has none."""
        return (name_in(local, tensor) if local else None) or name_in(self.known, tensor)

    def living(self) -> Iterator[tuple[Any, str]]:
        """The named tensors that still exist."""
        for reference, name in list(self.known.values()):
            tensor = reference()
            if tensor is not None:
                yield tensor, name

    def _tensors(self, name: str, value: Any, depth: int) -> Iterator[tuple[str, Any]]:
        if self.lens.is_tensor(value):
            if type(value).__weakrefoffset__:
                yield name, value
        elif depth:
            for path, part in _parts_of(value):
                yield from self._tensors(name + path, part, depth - 1)


def name_in(known: Known | None, tensor: Any) -> str | None:
    """The name of exactly this tensor among these."""
    found = known.get(id(tensor)) if known else None
    return found[1] if found is not None and found[0]() is tensor else None


def _parts_of(value: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a container or object, with the expression that reaches each."""
    if type(value) in (list, tuple):
        yield from ((f"[{place}]", part) for place, part in enumerate(value[:MOST]))
    elif type(value) is dict:
        for key, part in [*value.items()][:MOST]:
            if type(key) in (str, int):
                yield f"[{key!r}]", part
    else:
        yield from ((f".{key}", part) for key, part in [*attributes_of(value).items()][:MOST])


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes of an object of the program, read without running its code."""
    if issubclass(type(value), type) or type(value).__module__ in ("builtins", "types"):
        return {}
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    found: dict[str, Any] = {}
    for key, part in own.items() if type(own) is dict else ():
        if key in PARTS and issubclass(type(part), dict):
            found.update(dict.items(part))
        elif not key.startswith("_"):
            found[key] = part
    return found
