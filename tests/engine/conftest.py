"""What the engine's tests share."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture
def without_collector() -> Iterator[None]:
    """Nothing but reference counts frees memory."""
    gc.disable()
    yield
    gc.enable()
