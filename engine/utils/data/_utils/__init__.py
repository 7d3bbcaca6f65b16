"""`torch.utils.data._utils`: an address at which older code looks for `collate`."""

from engine.utils.data._utils import collate

__all__ = ["collate"]
