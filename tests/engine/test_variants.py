"""Operators in other dtypes, and at kinks, zeros, infinities, NaN and ties, do as recorded."""

from collections.abc import Iterator
from typing import Any

import pytest

import engine
from tests.engine import op_record
from tests.engine.fidelity import recorded
from tests.engine.op_calls import FUNCTION, INPLACE, Unspeakable, find, outcome
from tests.engine.op_inputs import at_edges, entries, in_other_dtypes, path_of
from tests.engine.op_samples import calls

EXEMPT = """
    linalg.det linalg.svd matrix_exp nn.functional.max_pool1d polygamma.polygamma_n_0
    polygamma.polygamma_n_1 polygamma.polygamma_n_2 polygamma.polygamma_n_3 polygamma.polygamma_n_4
    special.polygamma.special_polygamma_n_0 svd
"""
"""PyTorch computes these in float32 less exactly, takes empty float16 matrices, or gives a view."""
LARGE = 60  # elements of a sample that is left out


def record(torch: Any) -> dict[str, Any]:
    found = {}
    for entry in entries():
        path = path_of(torch, entry)
        if path is not None:
            rows = [*_dtypes(torch, entry, path), *_edges(torch, entry, path)]
            if rows:
                found[entry.full_name] = rows
    return found


def _dtypes(torch: Any, entry: Any, path: str) -> Iterator[Any]:
    for sample in in_other_dtypes(entry, 2):
        if op_record.elements(sample) <= LARGE:
            yield from _rows(torch, entry, sample, path, True)


def _edges(torch: Any, entry: Any, path: str) -> Iterator[Any]:
    for sample in at_edges(entry, 2):
        yield from _rows(torch, entry, sample, path, False)


def _rows(torch: Any, entry: Any, sample: Any, path: str, second: bool) -> Iterator[Any]:
    try:
        ways = [c for c in calls(entry, sample, path) if c.how in (FUNCTION, INPLACE)]
    except Unspeakable:
        return
    for call in ways:
        call.second = call.second and second  # NaN and infinity cancel as they like
        encoded = op_record.encode_call(call)
        said = outcome(torch, op_record.decode_call(encoded))
        if call.how == FUNCTION or not said.error:
            yield [encoded, op_record.encode_outcome(said)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    there = {
        name: rows
        for name, rows in recorded("variants").items()
        if find(engine, rows[0][0][0]) is not None and name not in EXEMPT.split()
    }
    metafunc.parametrize("rows", there.values(), ids=there)


def test_variants_of_the_samples_do_as_recorded(rows: list[Any]) -> None:
    assert op_record.faults(engine, rows) == []
