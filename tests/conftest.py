"""What all tests share."""

import signal
from importlib.util import find_spec

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("steady")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell leaves it in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--renew-golden` writes the golden screens anew instead of comparing with them."""
    parser.addoption("--renew-golden", action="store_true", help="write golden screens anew")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what compares with PyTorch where PyTorch is not installed."""
    if find_spec("torch") is not None:
        return
    deselected = [item for item in items if item.get_closest_marker("torch")]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if not item.get_closest_marker("torch")]
