"""`torch.utils.hooks`."""

from engine.autograd.node import RemovableHandle

__all__ = ["RemovableHandle"]
