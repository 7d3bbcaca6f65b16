"""`torch.utils.data._utils.collate`: see `engine.utils.data.collate`."""

from engine.utils.data.collate import default_collate, default_convert

__all__ = ["default_collate", "default_convert"]
