"""`torch.distributed` of a process that is in no group: scripts that ask are told so."""

from engine.absent import refusing


def is_available():
    """True, as in PyTorch's own packages, though no group can be made here."""
    return True


def is_initialized():
    """False: there is no process group."""
    return False


def is_torchelastic_launched():
    """False: this process was started on its own."""
    return False


def _outside(*args, **kwargs):
    """Refused: there is no process group."""
    raise ValueError("this process is in no process group")


get_rank = get_world_size = get_backend = barrier = monitored_barrier = _outside
all_reduce = all_gather = reduce = broadcast = gather = scatter = reduce_scatter = _outside

__getattr__ = refusing(__name__)
