"""What people ask about in forums, boiled down to programs: same output as on PyTorch."""

from pathlib import Path

import pytest

from tests.engine.fidelity import HERE, run_program

each_case = pytest.mark.parametrize(
    "path", sorted((HERE / "cases").glob("*.py")), ids=lambda path: path.stem
)


@each_case
def test_a_case_prints_on_the_engine_what_it_prints_on_pytorch(path: Path) -> None:
    expected = path.with_suffix(".out").read_text()

    assert expected == run_program(path.read_text(), "engine")


@pytest.mark.torch
@each_case
def test_a_case_prints_on_pytorch_what_is_kept(path: Path) -> None:
    expected = path.with_suffix(".out").read_text()

    assert expected == run_program(path.read_text(), "torch")
