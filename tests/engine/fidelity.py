"""Runs one program text on the engine or on PyTorch, and finds what PyTorch was recorded to say."""

import builtins
import gzip
import io
import json
import linecache
import sys
import warnings
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
DATA = HERE / "data"


def run_program(text: str, backend: str) -> str:
    """What the program prints when its `torch` is `backend` ("engine" or "torch").

    If it raises, the last line is `! ` and the error's type. Warnings are not shown.
    """
    source = f"<program {hash(text):x}>"
    linecache.cache[source] = (len(text), None, text.splitlines(keepends=True), source)
    names = {"__name__": "__main__", "__builtins__": _builtins_importing(backend)}
    printed = io.StringIO()
    _undo_what_lasts()
    with warnings.catch_warnings(), redirect_stdout(printed):
        warnings.simplefilter("ignore")
        try:
            exec(compile(text, source, "exec"), names)
        except Exception as error:  # noqa: BLE001 (any error is an outcome)
            print(f"! {type(error).__name__}")
    return printed.getvalue()


def _undo_what_lasts() -> None:
    """What a program changed for the whole process: checks that compiling ends in PyTorch, and
    functions of the engine that look for subclasses of tensors."""
    if "torch" in sys.modules:
        sys.modules["torch"].distributions.Distribution.set_default_validate_args(True)
    if "engine.subclasses" in sys.modules:
        sys.modules["engine.subclasses"].exchange_back()


def _builtins_importing(backend: str) -> dict[str, Any]:
    def import_(name: str, *scope: Any, **more: Any) -> Any:
        if name == "torch" or name.startswith("torch."):
            name = backend + name.removeprefix("torch")
        return builtins.__import__(name, *scope, **more)

    return {**vars(builtins), "__import__": import_}


def programs() -> list[Path]:
    """Every program that is run on both, found by its place."""
    return sorted(PROGRAMS.rglob("*.py"))


def recorded(name: str) -> Any:
    """What `record(torch)` of tests/engine/test_<name>.py returned with PyTorch."""
    packed = DATA / f"{name}.json.gz"
    if packed.exists():
        return json.loads(gzip.decompress(packed.read_bytes()))
    return json.loads((DATA / f"{name}.json").read_text())
