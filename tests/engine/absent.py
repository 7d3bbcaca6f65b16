"""List the names that PyTorch has and the engine has not: `python -m tests.engine.absent`.

Needs torch. Listed are PyTorch's own functions, classes and modules, not what its modules import
from elsewhere, nor constants.
"""

import contextlib
import importlib
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import engine
from engine.errors import UnsupportedError

LIST = Path(engine.__file__).with_name("absent.txt")


def owners() -> list[str]:
    """The modules that the list has rows for, by their names in PyTorch."""
    package = Path(engine.__file__).parent
    found = []
    for file in sorted(package.rglob("*.py")):
        if "__getattr__ = refusing(__name__)" in file.read_text():
            parts = file.relative_to(package).with_suffix("").parts
            found.append(".".join(["torch", *(p for p in parts if p != "__init__")]))
    return found


def listed() -> str:
    """The list as it should be."""
    return "".join(f"{owner}: {' '.join(names)}\n" for owner, names in _rows() if names)


def _rows() -> Iterator[tuple[str, list[str]]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for owner in owners():
            theirs = importlib.import_module(owner)
            ours = importlib.import_module("engine" + owner.removeprefix("torch"))
            names = [n for n in sorted(dir(theirs)) if _is_theirs(theirs, n)]
            yield owner, [n for n in names if not _has(ours, n)]


def _is_theirs(module: ModuleType, name: str) -> bool:
    if name.startswith("_"):
        return False
    value = getattr(module, name)
    if isinstance(value, ModuleType):
        return value.__name__.startswith("torch.")
    if not callable(value) or (isinstance(value, type) and hasattr(_internals(), name)):
        return False
    home = getattr(value, "__module__", None) or "torch"
    return home.partition(".")[0] == "torch" or type(value).__name__.startswith("builtin")


def _internals() -> ModuleType:
    return importlib.import_module("torch._C")


def _has(module: Any, name: str) -> bool:
    with contextlib.suppress(UnsupportedError):
        return hasattr(module, name)
    return False


if __name__ == "__main__":
    LIST.write_text(listed())
