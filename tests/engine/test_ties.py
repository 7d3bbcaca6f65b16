"""Among equal elements the engine picks those that PyTorch picks."""

from typing import Any

import numpy as np
import pytest

import engine
from tests.engine.fidelity import recorded

PICKS = {
    "topk": lambda torch, line, k: torch.topk(line, k)[1],
    "smallest": lambda torch, line, k: torch.topk(line, k, largest=False)[1],
    "kthvalue": lambda torch, line, k: torch.kthvalue(line, k)[1],
    "median": lambda torch, line, k: torch.median(line, 0)[1],
    "nanmedian": lambda torch, line, k: torch.nanmedian(line, 0)[1],
    "mode": lambda torch, line, k: torch.mode(line, 0)[1],
    "max": lambda torch, line, k: torch.max(line, 0)[1],
    "argmin": lambda torch, line, k: torch.argmin(line),
    "sort": lambda torch, line, k: torch.sort(line)[1],
    "falling": lambda torch, line, k: torch.sort(line, descending=True)[1],
}


def lines() -> list[tuple[Any, int]]:
    """Short and long lines of few different values, some with a NaN, and a rank for each."""
    random = np.random.RandomState(0)
    found = []
    for size in (1, 2, 3, 4, 5, 7, 10, 16, 17, 20, 33, 65, 130):
        for values in (2, 4):
            line = random.randint(0, values, size).astype(np.float32)
            if size % 3 == 2:
                line[size // 2] = np.nan
            found.append((line, int(random.randint(1, size + 1))))
    return found


def picked(torch: Any, pick: str) -> list[Any]:
    return [PICKS[pick](torch, torch.tensor(line), k).tolist() for line, k in lines()]


def record(torch: Any) -> dict[str, Any]:
    return {pick: picked(torch, pick) for pick in PICKS}


@pytest.mark.parametrize("pick", PICKS)
def test_equal_elements_are_picked_as_recorded(pick: str) -> None:
    assert picked(engine, pick) == recorded("ties")[pick]
