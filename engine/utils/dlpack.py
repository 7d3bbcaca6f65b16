"""`torch.utils.dlpack`."""

from engine.lending import from_dlpack, to_dlpack

__all__ = ["from_dlpack", "to_dlpack"]
