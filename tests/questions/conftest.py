"""What runs the bank's programs."""

from collections.abc import Iterator

import pytest

from quizcli.runner.runner import Runner


@pytest.fixture(scope="package")
def engine() -> Iterator[Runner]:
    with Runner("engine") as runner:
        yield runner


@pytest.fixture(scope="package")
def torch() -> Iterator[Runner]:
    with Runner("torch") as runner:
        yield runner
