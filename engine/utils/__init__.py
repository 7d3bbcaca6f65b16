"""`torch.utils`."""

from engine.absent import refusing
from engine.utils import checkpoint, data, hooks

__all__ = ["checkpoint", "data", "hooks"]

__getattr__ = refusing(__name__)
