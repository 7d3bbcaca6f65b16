"""A broken engine does not get past the bank: recorded programs notice each fault."""

import json
import subprocess
import sys

import pytest

from tests.questions.mutants.__main__ import ENOUGH, THEMES
from tests.questions.mutants.hunt import DATA
from tests.questions.mutants.trying import candidates

COMMAND = [sys.executable, "-m", "tests.questions.mutants", "--recorded", "--json"]


def told(*more: str) -> dict[str, list[str]]:
    """What a run of the command tells; the engine poses as torch in that process alone."""
    done = subprocess.run([*COMMAND, *more], capture_output=True, text=True, timeout=300)
    assert not done.stderr, done.stderr
    return dict(json.loads(done.stdout))


@pytest.fixture(scope="module")
def noticed() -> dict[str, list[str]]:
    return told()


def test_there_are_enough_faults(noticed: dict[str, list[str]]) -> None:
    assert len(noticed) >= 150
    assert len(THEMES) == 10


def test_the_bank_notices_nearly_all_of_them(noticed: dict[str, list[str]]) -> None:
    missed = [name for name, programs in noticed.items() if not programs]
    assert len(missed) <= (1 - ENOUGH) * len(noticed), f"missed: {', '.join(missed)}"


def test_what_is_recorded_is_in_the_bank(noticed: dict[str, list[str]]) -> None:
    known = {program.name for program in candidates()}
    recorded = json.loads(DATA.read_text(encoding="utf-8"))
    assert recorded.keys() <= noticed.keys()
    assert {name for programs in recorded.values() for name in programs} <= known


def test_a_sound_engine_is_not_noticed() -> None:
    assert told("--sound") == {"": []}
