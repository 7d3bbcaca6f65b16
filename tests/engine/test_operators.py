"""Every operator that the engine has says what PyTorch was recorded to say about its samples.

An operator needs no test of its own: PyTorch's table of operators has samples for all it knows,
and those whose names the engine has are run here.
"""

from typing import Any

import pytest

import engine
from tests.engine import op_record
from tests.engine.fidelity import recorded
from tests.engine.op_calls import differences, find, outcome


def record(torch: Any) -> dict[str, Any]:
    return op_record.record(torch)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    entries = recorded("operators")
    known = {name: e["rows"] for name, e in entries.items() if find(engine, e["rows"][0][0][0])}
    metafunc.parametrize("rows", known.values(), ids=known)


def test_the_engine_says_what_was_recorded(rows: list[Any]) -> None:
    faults = []
    for encoded, said in rows:
        call = op_record.decode_call(encoded)
        got = outcome(engine, call)
        if not (got.error and "UnsupportedError" in got.error):
            faults += differences(op_record.decode_outcome(said), got, 1e-6)

    assert not faults
