"""`torch.utils`."""

from engine.absent import refusing
from engine.utils import checkpoint, data, dlpack, hooks

__all__ = ["checkpoint", "data", "dlpack", "hooks"]

__getattr__ = refusing(__name__)
