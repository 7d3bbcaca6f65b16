"""`torch.nn.attention`: which ways to compute attention are allowed."""

from enum import Enum

from engine.absent import refusing
from engine.backends import cuda


class SDPBackend(Enum):
    """The ways that PyTorch has; on the CPU these are `MATH` and `FLASH_ATTENTION`."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


_WAYS = {
    SDPBackend.MATH: "math",
    SDPBackend.FLASH_ATTENTION: "flash",
    SDPBackend.EFFICIENT_ATTENTION: "mem_efficient",
    SDPBackend.CUDNN_ATTENTION: "cudnn",
}


def sdpa_kernel(backends, set_priority=False):
    """In the block, or the function, attention is computed in one of these ways or not at all."""
    if not isinstance(backends, SDPBackend | list):
        raise AssertionError(f"sdpa_kernel() takes SDPBackends, not {backends!r}")
    backends = [backends] if isinstance(backends, SDPBackend) else backends
    return cuda.only(*(_WAYS.get(backend) for backend in backends))


__all__ = ["SDPBackend", "sdpa_kernel"]

__getattr__ = refusing(__name__)
