"""`torch.utils`."""

from engine.absent import refusing
from engine.utils import _pytree, checkpoint, data, dlpack, hooks

__all__ = ["_pytree", "checkpoint", "data", "dlpack", "hooks"]

__getattr__ = refusing(__name__)
