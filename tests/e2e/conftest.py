"""A home folder of its own for each test, with a small bank that has a question of each kind."""

from pathlib import Path

import pytest

from tests.homes import home_with_bank


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A person's folder; their bank `own` holds the topic `own:rounding`, and is trusted."""
    return home_with_bank(tmp_path)
