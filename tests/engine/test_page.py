"""The page `docs/engine.md` is true of the engine, and of PyTorch where it is installed."""

import re
from pathlib import Path

import pytest

from tests.engine.fidelity import run_program

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```\n```\n(.*?)```", PAGE, re.S)
WHOLE = "".join(program for program, _prints in PROGRAMS)  # each goes on where the last one stopped
PRINTS = "".join(prints for _program, prints in PROGRAMS)


def test_the_programs_print_what_stands_below_them() -> None:
    assert len(PROGRAMS) == PAGE.count("```python") > 5
    assert run_program(WHOLE, "engine") == PRINTS


@pytest.mark.torch
def test_pytorch_prints_the_same() -> None:
    assert run_program(WHOLE, "torch") == PRINTS


def test_every_file_that_it_names_is_there() -> None:
    named = set(re.findall(r"`(engine/[\w/]*(?:\.py)?)`", PAGE))
    assert len(named) > 15
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("accumulate", "autograd/accumulation.py"),
        ("CopySlices", "autograd/view_nodes.py"),
        ("SavedResult", "autograd/packing.py"),
    ],
)
def test_what_it_says_to_look_for_is_in_that_file(name: str, file: str) -> None:
    assert f"`{name}`" in PAGE
    assert re.search(rf"^(def|class) {name}\b", (ROOT / "engine" / file).read_text(), re.M)
