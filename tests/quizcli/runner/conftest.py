from collections.abc import Iterator

import pytest

from quizcli.model.run import Limits
from quizcli.runner.runner import Runner


@pytest.fixture(scope="module")
def engine() -> Iterator[Runner]:
    with Runner(limits=Limits(seconds=20)) as runner:
        yield runner


@pytest.fixture(scope="module")
def torch() -> Iterator[Runner]:
    with Runner("torch", Limits(seconds=20)) as runner:
        yield runner
