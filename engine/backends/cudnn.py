"""`torch.backends.cudnn`: its switches, which change nothing here."""

import contextlib

enabled = True
benchmark = False
benchmark_limit = 10
deterministic = False
allow_tf32 = True


def is_available():
    """False."""
    return False


def version():
    """None: there is none."""


def is_acceptable(tensor):
    """False."""
    return False


@contextlib.contextmanager
def flags(**switches):
    """Switches that are set for a block."""
    names = globals()
    before = {name: names[name] for name in switches}
    names.update(switches)
    try:
        yield
    finally:
        names.update(before)
