"""What the engine's tests share."""

import gc
from collections.abc import Iterator

import pytest

from engine import warn


@pytest.fixture
def without_collector() -> Iterator[None]:
    """Nothing but reference counts frees memory."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def _warned_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings that are given once in a process are given once in each test."""
    monkeypatch.setattr(warn, "_given", set())
