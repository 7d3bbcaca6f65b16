"""Functions that PyTorch has left for old programs, or to say what took their place."""

import math
import warnings

import numpy as np

from engine.creation import maker, or_default
from engine.errors import refused

_INSTEAD = {
    "eig": "linalg.eig",
    "lstsq": "linalg.lstsq",
    "matrix_rank": "linalg.matrix_rank",
    "solve": "linalg.solve",
    "symeig": "linalg.eigh",
}

__all__ = [*_INSTEAD, "range"]


for _name, _other in _INSTEAD.items():
    _message = f"torch.{_name}() is no more; use torch.{_other}()"
    globals()[_name] = refused(_name, RuntimeError, _message)


@maker
def range(start=0, end=None, step=1, *, dtype):
    """Floats from `start` up to, with, `end`."""
    warnings.warn("range() is deprecated; use arange()", UserWarning, stacklevel=3)
    start, end = (0, start) if end is None else (start, end)
    if step == 0:
        raise RuntimeError("the step of range() must not be zero")
    if (end - start) * step < 0:
        raise RuntimeError(f"range() cannot go from {start} to {end} in steps of {step}")
    count = math.floor((end - start) / step) + 1
    return (start + np.arange(count) * step).astype(or_default(dtype))
