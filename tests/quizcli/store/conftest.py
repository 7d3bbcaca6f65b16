from contextlib import ExitStack

import pytest

from quizcli.settings import Settings
from quizcli.store.store import Store
from tests.quizcli.histories import FIRST_DAY, noon


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "progress.db"


@pytest.fixture
def open_store(path):
    """Opens the test's progress file (or another), and closes it after the test."""
    with ExitStack() as open_ones:

        def open_one(at=path, day=FIRST_DAY, **settings):
            store = Store.open(at, Settings(**settings), at=noon(day), day=day)
            open_ones.callback(store.close)
            return store

        yield open_one


@pytest.fixture
def store(open_store):
    return open_store()
