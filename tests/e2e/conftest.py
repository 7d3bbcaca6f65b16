"""A home folder of its own for each test, with a small bank that has a question of each kind."""

from pathlib import Path

import pytest

from tests.homes import home_with_bank


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The parsed bank, for all tests of a run."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def home(tmp_path: Path, cache: Path) -> Path:
    """A person's folder; their bank `own` holds the topic `own:rounding`, and is trusted."""
    return home_with_bank(tmp_path, cache)
