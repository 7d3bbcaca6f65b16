"""`torch.cuda`, on a machine that has none: scripts that ask get a clear no."""

from engine.absent import refusing
from engine.cuda import amp
from engine.device import check_device, device


def is_available():
    """False: this engine computes on the CPU alone."""
    return False


def is_initialized():
    """False."""
    return False


def is_bf16_supported(including_emulation=True):
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


def _refuse(*args, **kwargs):
    """Refused: there is no GPU here."""
    check_device(device("cuda"))


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


def seed():
    """Nothing: there is no generator on a GPU."""


def seed_all():
    """Nothing: there is no generator on a GPU."""


def memory_reserved(device_=None):
    """0 bytes."""
    return 0


def max_memory_reserved(device_=None):
    """0 bytes."""
    return 0


def get_arch_list():
    """None of them: an empty list."""
    return []


def get_rng_state_all():
    """The states of no generators: an empty list."""
    return []


class _OfTheDevice:
    """What only a GPU has."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError(f"there is no GPU for a {type(self).__name__}")


class Event(_OfTheDevice):
    """A moment of a stream."""


class Stream(_OfTheDevice):
    """What is done in turn."""


init = ipc_collect = get_device_properties = get_device_capability = _refuse
current_stream = default_stream = get_rng_state = set_rng_state = mem_get_info = _refuse

__getattr__ = refusing(__name__)
