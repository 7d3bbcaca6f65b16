"""`torch.nn.utils.init`: modules whose first values do not matter."""

import inspect

from engine.nn.modules.module import Module
from engine.random import fork_rng


def skip_init(module_cls, *args, **kwargs):
    """A module of that class without its first values: nothing is drawn for them."""
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"skip_init() makes modules, not {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError(f"skip_init(): {module_cls.__name__} takes no device")
    with fork_rng():
        return module_cls(*args, **kwargs)


__all__ = ["skip_init"]
