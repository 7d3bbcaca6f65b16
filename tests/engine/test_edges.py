"""Programs about one matter each say on the engine what PyTorch was recorded to say.

They make its mistakes, too, and run on past every error; see sessions.py.
"""

from typing import Any

import pytest

from tests.engine.fidelity import HERE, recorded
from tests.engine.sessions import first_difference, transcript

PROGRAMS = dict(
    program.strip("\n").split("\n", 1)
    for program in (HERE / "edges.txt").read_text().split("\n# ")[1:]
)


def record(torch: Any) -> dict[str, list[str]]:
    return {title: transcript(program, "torch") for title, program in PROGRAMS.items()}


@pytest.mark.parametrize("title", PROGRAMS)
def test_the_edges_of_a_matter_are_as_recorded(title: str) -> None:
    expected = recorded("edges")[title]

    assert first_difference(transcript(PROGRAMS[title], "engine"), expected) is None
