"""`torch.cuda`, on a machine that has none: scripts that ask get a clear no."""

from engine.device import check_device, device


def is_available():
    """False: this engine computes on the CPU alone."""
    return False


def is_initialized():
    """False."""
    return False


def device_count():
    """0."""
    return 0


def manual_seed(seed):
    """Nothing: there is no generator on a GPU."""


def manual_seed_all(seed):
    """Nothing: there is no generator on a GPU."""


def empty_cache():
    """Nothing: there is no cache."""


def synchronize(device_=None):
    """Refused: there is no GPU here."""
    check_device(device("cuda"))


def current_device():
    """Refused: there is no GPU here."""
    check_device(device("cuda"))


def get_device_name(device_=None):
    """Refused: there is no GPU here."""
    check_device(device("cuda"))


def memory_allocated(device_=None):
    """0 bytes."""
    return 0


def max_memory_allocated(device_=None):
    """0 bytes."""
    return 0
