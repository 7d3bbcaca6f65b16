"""`torch.utils`."""

from engine.utils import checkpoint, data, hooks

__all__ = ["checkpoint", "data", "hooks"]
