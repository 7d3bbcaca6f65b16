"""`torch.utils`."""

from engine.utils import checkpoint, hooks

__all__ = ["checkpoint", "hooks"]
