"""Puts builtins, modules, classes and functions back to what they were before a program ran.

Only what does something is put back (functions, classes, methods, tables of them): numbers and
other state of a module belong to the program. That functions are changed inside, `guard` forbids.
The restoring function asks nothing of what may have been changed: it uses its own variables, plain
dictionaries and `type`'s own methods.
"""

import builtins
import json.encoder
import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, NamedTuple

Restore = Callable[[], list[str]]
DOING = (property, classmethod, staticmethod)
TRUSTED = (  # few, since looking at an object after a fork costs a copy of its page
    *("itertools", "json", "json.encoder", "math", "numpy", "operator", "os", "time"),
)
HEAP_TYPE, IMMUTABLE = 1 << 9, 1 << 8  # flags of a type


class Space(NamedTuple):
    """A dictionary and what it held; a closed one must hold nothing else."""

    name: str
    living: dict[Any, Any]
    held: dict[Any, Any]
    closed: bool = False


def remember() -> Restore:
    """A function that restores the present state and returns the names of what had changed.

    It covers torch (the engine that poses as it), builtins, and what checks and reports stand on.
    """
    modules = {name: module for name, module in sys.modules.items() if _is_torch(name)}
    classes = _classes(vars(module) for module in (*modules.values(), json.encoder))
    spaces = [Space("builtins", vars(builtins), dict(vars(builtins)))]
    modules |= {name: sys.modules[name] for name in TRUSTED if name in sys.modules}
    spaces += [Space("sys.modules", sys.modules, modules)]
    spaces += [Space(name, vars(module), _doing(vars(module))) for name, module in modules.items()]
    spaces += _tables(modules)
    return _restorer(
        spaces, [(each, frozenset(vars(each)), _doing(vars(each))) for each in classes]
    )


def _restorer(
    spaces: list[Space],
    classes: list[tuple[type, frozenset[str], dict[str, Any]]],
) -> Restore:
    set_on_class, delete_on_class = type.__setattr__, type.__delattr__
    kept: list[Any] = []  # a value that is replaced must not be freed: its `__del__` would run here
    missing, does, doing = object(), callable, DOING

    def put_back_spaces() -> list[str]:
        changed = []
        for name, living, held, closed in spaces:
            for key, value in held.items():
                if living.get(key, missing) is not value:
                    kept.append(living.get(key))
                    living[key] = value
                    changed.append(f"{name}.{key}")
            if closed and living.keys() != held.keys():
                kept.append(living.copy())
                living.clear()
                living |= held
                changed.append(name)
        return changed

    def put_back_classes() -> list[str]:
        changed = []
        for each, names, held in classes:
            now = each.__dict__
            for key, value in held.items():
                if now.get(key, missing) is not value:
                    kept.append(now.get(key))
                    set_on_class(each, key, value)
                    changed.append(key)
            for key in now.keys() - names if now.keys() != names else ():
                if does(now[key]) or isinstance(now[key], doing):
                    kept.append(now[key])
                    delete_on_class(each, key)
                    changed.append(key)
        return changed

    def restore() -> list[str]:
        return put_back_spaces() + put_back_classes()

    return restore


def _doing(space: Any) -> dict[str, Any]:
    return {
        name: value
        for name, value in space.items()
        if callable(value) or isinstance(value, (ModuleType, *DOING))
    }


def _is_torch(name: str) -> bool:
    return name.partition(".")[0] == "torch"


def _classes(spaces: Iterable[dict[str, Any]]) -> set[type]:
    return {
        value
        for space in spaces
        for value in space.values()
        if isinstance(value, type)
        and value.__flags__ & HEAP_TYPE
        and not value.__flags__ & IMMUTABLE
        and value.__module__.partition(".")[0] in ("torch", "engine", "json")
    }


def _tables(modules: dict[str, ModuleType]) -> list[Space]:
    """The engine's dictionaries of functions and classes, of which it makes its dispatch."""
    found = {
        id(value): Space(f"{name}.{key}", value, dict(value), closed=True)
        for name, module in modules.items()
        if _is_torch(name)
        for key, value in vars(module).items()
        if type(value) is dict and not key.startswith("__") and any(map(callable, value.values()))
    }
    return [*found.values()]
