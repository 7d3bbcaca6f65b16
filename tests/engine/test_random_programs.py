"""Random programs say on the engine what PyTorch was recorded to say.

Some are as they were drawn, others were cut down from programs that found a fault; see
random_programs.py.
"""

from typing import Any

import pytest

from tests.engine.fidelity import HERE, recorded
from tests.engine.sessions import first_difference, transcript

FILE = HERE / "random_programs.txt"  # with an empty line between programs
PROGRAMS = FILE.read_text().strip("\n").split("\n\n")


def record(torch: Any) -> list[list[str]]:
    return [transcript(program, "torch") for program in PROGRAMS]


@pytest.fixture(scope="module")
def said() -> list[list[str]]:
    return recorded("random_programs")


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_random_program_says_what_was_recorded(number: int, said: list[list[str]]) -> None:
    found = transcript(PROGRAMS[number], "engine")

    assert first_difference(found, said[number]) is None
