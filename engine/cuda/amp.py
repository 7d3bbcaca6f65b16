"""`torch.cuda.amp`: the older names of `torch.amp`; without a GPU they are switched off."""

import functools
import warnings

from engine import amp
from engine.dtype import float16


def _old(name, instead):
    warnings.warn(f"torch.cuda.amp.{name} is old; use torch.amp.{instead}", FutureWarning, 3)


class autocast(amp.autocast):
    """`torch.amp.autocast("cuda")`."""

    __module__ = "torch.cuda.amp.autocast_mode"

    def __init__(self, enabled=True, dtype=float16, cache_enabled=True):
        _old("autocast", "autocast('cuda')")
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler(amp.GradScaler):
    """`torch.amp.GradScaler("cuda")`."""

    __module__ = "torch.cuda.amp.grad_scaler"

    def __init__(self, *args, **kwargs):
        _old("GradScaler", "GradScaler('cuda')")
        super().__init__("cuda", *args, **kwargs)


custom_fwd = functools.partial(amp.custom_fwd, device_type="cuda")
custom_bwd = functools.partial(amp.custom_bwd, device_type="cuda")

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd"]
