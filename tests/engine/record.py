"""Record anew what PyTorch says: `python -m tests.engine.record [name ...]`; needs torch.

Recorded are what each program in `programs/` prints, beside it as `<name>.out`, and what the
function `record(torch)` of a test file `test_<name>.py` returns, as `data/<name>.json` (packed if
it is large).
"""

import ast
import gzip
import importlib
import json
import sys
import warnings
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.engine.fidelity import DATA, HERE, programs, run_program

LARGE = 500_000  # characters


def recorders() -> list[str]:
    """Names of the test files that record."""
    return [
        path.stem.removeprefix("test_") for path in sorted(HERE.glob("test_*.py")) if _records(path)
    ]


def _records(path: Path) -> bool:
    tree = ast.parse(path.read_text())
    return any(isinstance(node, ast.FunctionDef) and node.name == "record" for node in tree.body)


def said_by_torch(name: str) -> Any:
    """What the recorder `name` gets from PyTorch now, as it will be read back."""
    import torch

    torch.set_num_threads(1)  # or the last digits of sums would depend on the machine
    module = importlib.import_module(f"tests.engine.test_{name}")
    with warnings.catch_warnings(), ThreadPoolExecutor(1) as thread:
        warnings.simplefilter("ignore")
        # PyTorch looks through the stack at each seeding: it is short in a thread, long in a test
        return json.loads(json.dumps(thread.submit(module.record, torch).result()))


def _rows(data: Any) -> str:
    """JSON with a line for each entry at the top, so that a change is a small difference."""
    if isinstance(data, dict):
        rows = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
        return "{\n" + ",\n".join(rows) + "\n}\n"
    return "[\n" + ",\n".join(map(json.dumps, data)) + "\n]\n"


def _write(name: str, text: str) -> None:
    """What is large is packed; the other form of it, from before, is taken away."""
    plain, packed = DATA / f"{name}.json", DATA / f"{name}.json.gz"
    if len(text) < LARGE:
        plain.write_text(text)
        packed.unlink(missing_ok=True)
    else:
        packed.write_bytes(gzip.compress(text.encode(), mtime=0))
        plain.unlink(missing_ok=True)


def main(names: Iterable[str]) -> None:
    """Record what is named: recorders, or programs by their stem; everything, if nothing is."""
    wanted = set(names)
    for name in recorders():
        if not wanted or name in wanted:
            _write(name, _rows(said_by_torch(name)))
            print("recorded", name)
    for path in programs():
        if not wanted or path.stem in wanted:
            path.with_suffix(".out").write_text(run_program(path.read_text(), "torch"))
            print("recorded", path.relative_to(HERE))


if __name__ == "__main__":
    main(sys.argv[1:])
