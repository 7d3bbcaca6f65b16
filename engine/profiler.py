"""`torch.profiler`: ranges can be named, but nothing is measured."""

from enum import Enum

from engine.autograd.profiler import profile, record_function

__all__ = ["ProfilerActivity", "profile", "record_function"]


class ProfilerActivity(Enum):
    """What could be measured."""

    CPU = 0
    CUDA = 2
