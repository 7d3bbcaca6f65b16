"""A graph keeps of each operator's inputs and outputs what PyTorch's keeps.

So it notices the same later writes, and a second backward fails in the same places.
"""

from typing import Any

import pytest

import engine
from tests.engine import op_record
from tests.engine.fidelity import recorded
from tests.engine.kept import kept
from tests.engine.op_calls import FUNCTION, INPLACE, find

OTHERWISE = {  # PyTorch computes these in other steps, and keeps what those need
    "cholesky_solve": "keeps both sides",
    "combinations": "picks by a mask",
    "cumulative_trapezoid": "halves by a number",
    "gradient": "divides by numbers",
    "linalg.lstsq": "keeps one of the results",
    "linalg.lstsq.grad_oriented": "keeps one of the results",
    "linalg.slogdet": "keeps the sign",
    "linalg.solve_triangular": "keeps the solution",
    "nanquantile": "goes through sort",
    "nn.functional.rrelu": "draws inside",
    "quantile": "goes through sort",
    "special.log_ndtr": "goes through erfcx and erfc",
    "special.ndtr": "goes through erf",
    "take_along_dim": "expands first",
    "tensordot": "keeps what it reshaped",
    "triangular_solve": "keeps the factor",
    "view_as_complex": "fails an assertion of its own after a write",
}


def record(torch: Any) -> dict[str, Any]:
    said = {}
    for name, entry in recorded("operators").items():
        found = {n: kept for n, row in enumerate(entry["rows"]) if (kept := _kept(torch, row[0]))}
        if found:
            said[name] = found
    return said


def _kept(module: Any, encoded: Any) -> Any:
    call = op_record.decode_call(encoded)
    if call.how not in (FUNCTION, INPLACE) or find(module, call.path) is None:
        return None
    try:
        return kept(module, call)
    except Exception:  # noqa: BLE001 (judged elsewhere)
        return None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    calls = {
        name: [row[0] for row in entry["rows"]] for name, entry in recorded("operators").items()
    }
    cases = {
        name: [(calls[name][int(n)], said) for n, said in rows.items()]
        for name, rows in recorded("saved").items()
        if name not in OTHERWISE and name in calls and find(engine, calls[name][0][0])
    }
    metafunc.parametrize("cases", cases.values(), ids=cases)


def test_the_graph_keeps_what_was_recorded(cases: list[Any]) -> None:
    for encoded, said in cases:
        found = _kept(engine, encoded)
        assert found in (None, said)  # None: it raised, which another test judges
