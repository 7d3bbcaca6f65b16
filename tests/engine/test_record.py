"""The recorded data is what PyTorch says, and the harness that compares can fail."""

import math
from typing import Any

import pytest

from tests.engine.fidelity import recorded, run_program
from tests.engine.record import recorders, said_by_torch
from tests.engine.sessions import same


def differences(one: Any, other: Any, place: str = "") -> list[str]:
    """Where two records differ by more than PyTorch does from one processor to another."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(key, one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(i, *both) for i, both in enumerate(zip(one, other, strict=True))]
    else:
        return [] if agree(one, other) else [f"{place}: {one!r} and {other!r}"]
    return [found for key, a, b in pairs for found in differences(a, b, f"{place}/{key}")]


def agree(one: Any, other: Any) -> bool:
    """Whether two values are the same, numbers with a point as far as float16 says."""
    if isinstance(one, str) and isinstance(other, str):
        return same(one, other)
    kinds = {type(one), type(other)}
    if float in kinds and kinds <= {int, float}:
        return math.isclose(one, other, rel_tol=4e-3, abs_tol=1e-5) or (
            one != one and other != other
        )
    return kinds == {type(one)} and bool(one == other)


def test_records_differ_in_what_is_no_last_digit() -> None:
    assert differences({"a": [1, 2.0, "x 0.5"]}, {"a": [1, 2.0000001, "x 0.50000001"]}) == []
    assert differences({"a": [1, 2.0]}, {"a": [2, 2.1]}) == ["/a/0: 1 and 2", "/a/1: 2.0 and 2.1"]
    assert differences([1, True], [1, 1]) == ["/1: True and 1"]
    assert differences(["raises"], ["prints"]) != []


@pytest.mark.torch
@pytest.mark.parametrize("name", recorders())
def test_recorded_data_is_what_pytorch_says(name: str) -> None:
    assert differences(recorded(name), said_by_torch(name)) == []


def test_a_program_gets_the_engine_under_the_name_torch() -> None:
    assert run_program("import torch\nprint(torch.__name__)", "engine") == "engine\n"


def test_an_error_of_a_program_is_part_of_its_output() -> None:
    assert run_program("print(1)\n[][0]", "engine") == "1\n! IndexError\n"
