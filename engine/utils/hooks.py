"""`torch.utils.hooks`."""

from engine.autograd.hooks import RemovableHandle

__all__ = ["RemovableHandle", "unserializable_hook"]


def unserializable_hook(f):
    """The hook itself, marked as one that a copy of its tensor is to warn of."""
    f.__torch_unserializable__ = True
    return f
