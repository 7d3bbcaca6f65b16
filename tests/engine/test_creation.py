"""Tensors are made as PyTorch makes them: values, dtypes, warnings and errors."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.engine.fidelity import recorded

FILE = Path(__file__).parent / "creation.txt"  # expressions of `torch.`, in groups with a heading


def _groups() -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            group = groups.setdefault(line.removeprefix("# "), [])
        elif line:
            group.append(line)
    return groups


EXPRESSIONS = _groups()


def outcome(torch: Any, expression: str) -> str:
    """What the expression gives under one seed, or its error's type, and what is warned of."""
    torch.manual_seed(0)
    torch.set_warn_always(True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            said = repr(eval(f"torch.{expression}", {"torch": torch, "np": np}))
        except Exception as error:  # noqa: BLE001 (any error is an outcome)
            said = f"! {type(error).__name__}"
    torch.set_warn_always(False)
    return " ".join([said, *sorted({f"~ {w.category.__name__}" for w in caught})])


def record(torch: Any) -> dict[str, str]:
    texts = [text for group in EXPRESSIONS.values() for text in group]
    return {text: outcome(torch, text) for text in texts}


@pytest.mark.parametrize("group", EXPRESSIONS)
def test_expressions_give_what_pytorch_gives(group: str) -> None:
    import engine

    expected = {text: recorded("creation")[text] for text in EXPRESSIONS[group]}

    assert expected == {text: outcome(engine, text) for text in EXPRESSIONS[group]}
