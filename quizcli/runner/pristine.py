"""Restores builtins, modules, classes and functions to their state before a program ran.

It restores behaviour (functions, classes, methods, tables of them) and constants (`torch.pi`,
`torch.float32`); other module state belongs to the program. `guard` forbids changing the code of
functions. The restoring function relies on nothing that may have changed: it uses its own
variables, plain dictionaries, and methods of built-in types.
"""

import builtins
import json.encoder
import sys
from collections.abc import Callable, Iterable
from types import CellType, FunctionType, ModuleType
from typing import Any, NamedTuple

Restore = Callable[[], list[str]]
DOING = (property, classmethod, staticmethod)
TRUSTED = (  # few, because touching an object after a fork copies its memory page
    *("itertools", "json", "json.encoder", "math", "operator", "os", "time"),
    *("numpy", "numpy._core.fromnumeric", "numpy._core.numeric", "numpy._core._methods"),
)
NUMBERS_AND_TEXT = (int, float, complex, str, bytes)
KINDS = ("float32", "strided", "preserve_format")  # one name in torch per class of constants
HEAP_TYPE, IMMUTABLE = 1 << 9, 1 << 8  # flags of a type


class Space(NamedTuple):
    """A dictionary and its original content; a closed one must contain nothing else."""

    name: str
    living: dict[Any, Any]
    held: dict[Any, Any]
    closed: bool = False


class Class(NamedTuple):
    """A class with its metaclass, bases and attributes."""

    living: type
    kind: type
    bases: tuple[type, ...]
    held: dict[str, Any]


def remember() -> Restore:
    """Return a function that restores the present state and returns the names that had changed.

    It covers torch (the posing engine), builtins, and what checks and reports rely on.
    """
    modules = {name: module for name, module in sys.modules.items() if _is_torch(name)}
    engine = [vars(module) for module in modules.values()]
    classes = _classes([*engine, vars(json.encoder)])
    cells = _cells([*engine, *(vars(each.living) for each in classes)])
    modules |= {name: sys.modules[name] for name in TRUSTED if name in sys.modules}
    spaces = [Space("builtins", vars(builtins), dict(vars(builtins)))]
    spaces += [Space("sys.modules", sys.modules, modules)]
    constants = _constants(modules["torch"])
    for name, module in modules.items():
        spaces.append(Space(name, vars(module), _doing(vars(module)) | constants(vars(module))))
    return _restorer([builtins, *modules.values()], spaces + _tables(modules), classes, cells)


def _restorer(
    modules: list[ModuleType],
    spaces: list[Space],
    classes: list[Class],
    cells: list[tuple[CellType, Any]],
) -> Restore:
    set_attribute, delete_attribute = type.__setattr__, type.__delattr__
    set_class = object.__dict__["__class__"].__set__
    bases_of, set_bases = type.__dict__["__bases__"].__get__, type.__dict__["__bases__"].__set__
    kind, text, module_kind, does, doing = type, str, ModuleType, callable, DOING
    kept: list[Any] = []  # keep replaced values alive: their `__del__` would run here
    missing = object()

    def put_back_kinds() -> list[str]:
        changed = []
        for module in modules:
            if kind(module) is not module_kind:
                set_class(module, module_kind)
                changed.append("a module")
        for each, own, bases, _held in classes:
            if kind(each) is not own:
                set_class(each, own)
                changed.append("a class")
            if bases_of(each) is not bases:
                set_bases(each, bases)
                changed.append("the bases of a class")
        return changed

    def put_back_spaces() -> list[str]:
        changed = []
        for name, living, held, closed in spaces:
            strange = [key for key in living if kind(key) is not text] if not closed else ()
            if strange or (closed and living.keys() != held.keys()):
                kept.append(living.copy())
                living.clear()
                changed.append(name)
            for key, value in held.items():
                if living.get(key, missing) is not value:
                    kept.append(living.get(key))
                    living[key] = value
                    changed.append(f"{name}.{key}")
        return changed

    def put_back_classes() -> list[str]:
        changed = []
        for each, _own, _bases, held in classes:
            now = each.__dict__
            for key, value in held.items():
                if now.get(key, missing) is not value:
                    kept.append(now.get(key))
                    set_attribute(each, key, value)
                    changed.append(key)
            for key in now.keys() - held.keys() if now.keys() != held.keys() else ():
                if does(now[key]) or kind(now[key]) in doing:
                    kept.append(now[key])
                    delete_attribute(each, key)
                    changed.append(key)
        return changed

    def put_back_cells() -> list[str]:
        changed = []
        for cell, value in cells:
            if cell.cell_contents is not value:
                kept.append(cell.cell_contents)
                cell.cell_contents = value
                changed.append("a closure")
        return changed

    def restore() -> list[str]:
        return put_back_kinds() + put_back_spaces() + put_back_classes() + put_back_cells()

    return restore


def _does(value: Any) -> bool:
    return callable(value) or isinstance(value, (ModuleType, *DOING))


def _doing(space: Any) -> dict[str, Any]:
    return {name: value for name, value in space.items() if _does(value)}


def _constants(torch: ModuleType) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Selects the constants of a module: everything but `_state`, by this project's naming."""
    kinds = NUMBERS_AND_TEXT + tuple(type(getattr(torch, name)) for name in KINDS)

    def constants(space: dict[str, Any]) -> dict[str, Any]:
        return {
            name: value
            for name, value in space.items()
            if isinstance(value, kinds) and not (name[0] == "_" and name.islower())
        }

    return constants


def _is_torch(name: str) -> bool:
    return name.partition(".")[0] == "torch"


def _classes(spaces: Iterable[dict[str, Any]]) -> list[Class]:
    found = {
        value
        for space in spaces
        for value in space.values()
        if isinstance(value, type)
        and value.__flags__ & HEAP_TYPE
        and not value.__flags__ & IMMUTABLE
        and value.__module__.partition(".")[0] in ("torch", "engine", "json")
    }
    return [Class(each, type(each), each.__bases__, dict(vars(each))) for each in found]


def _cells(spaces: Iterable[Any]) -> list[tuple[CellType, Any]]:
    """Callables that the engine's functions hold in closures."""
    found = {}
    for space in spaces:
        for value in space.values():
            for cell in (isinstance(value, FunctionType) and value.__closure__) or ():
                if cell != CellType() and _does(cell.cell_contents):
                    found[id(cell)] = (cell, cell.cell_contents)
    return [*found.values()]


def _tables(modules: dict[str, ModuleType]) -> list[Space]:
    """The engine's dictionaries of functions and classes, which it dispatches on."""
    found = {
        id(value): Space(f"{name}.{key}", value, dict(value), closed=True)
        for name, module in modules.items()
        if _is_torch(name)
        for key, value in vars(module).items()
        if type(value) is dict and not key.startswith("__") and any(map(callable, value.values()))
    }
    return [*found.values()]
