"""The recorded data is what PyTorch says, and the harness that compares can fail."""

import pytest

from tests.engine.fidelity import recorded, run_program
from tests.engine.record import recorders, said_by_torch


@pytest.mark.torch
@pytest.mark.parametrize("name", recorders())
def test_recorded_data_is_what_pytorch_says(name: str) -> None:
    assert recorded(name) == said_by_torch(name)


def test_a_program_gets_the_engine_under_the_name_torch() -> None:
    assert run_program("import torch\nprint(torch.__name__)", "engine") == "engine\n"


def test_an_error_of_a_program_is_part_of_its_output() -> None:
    assert run_program("print(1)\n[][0]", "engine") == "1\n! IndexError\n"
