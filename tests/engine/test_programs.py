"""Every program in `programs/` prints on the engine what it prints on PyTorch."""

from pathlib import Path

import pytest

from tests.engine.fidelity import PROGRAMS, programs, run_program

each_program = pytest.mark.parametrize(
    "path", programs(), ids=lambda path: str(path.relative_to(PROGRAMS).with_suffix(""))
)


@each_program
def test_the_engine_prints_what_was_recorded(path: Path) -> None:
    expected = path.with_suffix(".out").read_text()

    assert expected == run_program(path.read_text(), "engine")


@pytest.mark.torch
@each_program
def test_the_record_is_what_pytorch_prints(path: Path) -> None:
    expected = path.with_suffix(".out").read_text()

    assert expected == run_program(path.read_text(), "torch")
