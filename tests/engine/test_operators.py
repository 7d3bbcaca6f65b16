"""Every operator that the engine has says what PyTorch was recorded to say about its samples.

An operator needs no test of its own: PyTorch's table of operators has samples for all it knows,
and those whose names the engine has are run here.
"""

from typing import Any

import pytest

import engine
from tests.engine import op_record, op_table


def record(torch: Any) -> dict[str, Any]:
    return op_record.record(torch)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rows" in metafunc.fixturenames:
        entries = op_table.present()
        metafunc.parametrize("rows", [e["rows"] for e in entries.values()], ids=entries)


def test_the_engine_says_what_was_recorded(rows: list[Any]) -> None:
    assert op_record.faults(engine, rows) == []


def test_the_table_of_operators_is_up_to_date() -> None:
    command = "python -m tests.engine.op_table"

    assert op_table.PAGE.read_text() == op_table.page(), f"write it anew: {command}"
