"""`torch.autograd.profiler`: ranges can be named, but nothing is measured."""

from engine.autograd.grad_mode import Decorator
from engine.errors import unsupported


class record_function(Decorator):
    """Names a block for a profiler; has no effect here."""

    def __init__(self, name, args=None):
        self.name, self.args = name, args

    def __enter__(self):
        return self

    def __exit__(self, *details):
        return None

    def clone(self):
        return self


class profile:
    """Not supported."""

    def __init__(self, *args, **kwargs):
        raise unsupported("profilers", "measure with the time module")


__all__ = ["profile", "record_function"]
