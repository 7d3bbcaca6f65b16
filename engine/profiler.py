"""`torch.profiler`: ranges can be named, but nothing is measured."""

from engine.autograd.profiler import profile, record_function

__all__ = ["profile", "record_function"]
