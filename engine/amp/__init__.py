"""`torch.amp`: mixed precision, of which the CPU's scaler of gradients is here."""

from engine.absent import refusing
from engine.amp.autocast import (
    autocast,
    custom_bwd,
    custom_fwd,
    get_autocast_dtype,
    is_autocast_available,
    is_autocast_enabled,
)
from engine.amp.grad_scaler import GradScaler

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]

__getattr__ = refusing(__name__)
