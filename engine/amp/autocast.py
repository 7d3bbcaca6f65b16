"""Blocks in which operations choose their dtype: they can be switched off, not on."""

import functools
import warnings

from engine import dtype as dtypes
from engine.autograd.grad_mode import Decorator
from engine.errors import unsupported

_DTYPES = {"cpu": dtypes.bfloat16, "cuda": dtypes.float16}


class autocast(Decorator):
    """On the CPU mixed precision computes in bfloat16 or float16, which is not supported."""

    __module__ = "torch.amp.autocast_mode"

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"device_type must be a string, not {device_type!r}")
        if device_type not in (*_DTYPES, "xpu", "mps", "hpu", "mtia", "maia", "xla"):
            raise RuntimeError(f"autocast is not for a device {device_type!r}")
        self.device = device_type
        self.fast_dtype = _DTYPES.get(device_type, dtypes.bfloat16) if dtype is None else dtype
        if enabled and device_type == "cpu" and self.fast_dtype not in _DTYPES.values():
            _warn(f"autocast on the CPU is for bfloat16 and float16, not {self.fast_dtype!r}")
            enabled = False
        elif enabled and device_type != "cpu":
            _warn(f"autocast on {device_type} is disabled: there is no such device")
            enabled = False
        self.enabled = enabled

    def __enter__(self):
        if self.enabled:
            raise unsupported("autocast on the CPU", "pass enabled=False or leave it out")
        return self

    def __exit__(self, *details):
        return False

    def clone(self):
        return self


def _warn(text):
    warnings.warn(text, UserWarning, stacklevel=4)


def is_autocast_enabled(device_type="cuda"):
    """False."""
    return False


def is_autocast_available(device_type):
    """Whether mixed precision is known for that device."""
    return device_type in _DTYPES


def get_autocast_dtype(device_type):
    """The dtype that mixed precision would choose."""
    return _DTYPES[device_type]


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """The `forward` of a Function as it is, since there is no mixed precision."""
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)
    return fwd


def custom_bwd(bwd=None, *, device_type):
    """The `backward` of a Function as it is, since there is no mixed precision."""
    return functools.partial(custom_bwd, device_type=device_type) if bwd is None else bwd


__all__ = ["autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]
