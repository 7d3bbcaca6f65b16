"""Dropout of `torch.nn.functional`."""

import math
import warnings

import numpy as np

from engine.autograd.mode import mode
from engine.ops.arguments import number_of
from engine.strides import blank_as
from engine.tensor import Tensor, own, wrap

__all__ = [
    "alpha_dropout",
    "dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "feature_alpha_dropout",
]


def _check_probability(p):
    if not 0 <= number_of(p, "the probability of dropout") <= 1:
        raise ValueError(f"the probability of dropout must be between 0 and 1, not {p}")


def _noise(input, shape, p):
    """1 where something is kept, 0 elsewhere; drawn in the order of the input's memory, and before
    anything is refused.

    In what is transformed, PyTorch draws row by row.
    """
    data = own(input)
    in_rows = shape != data.shape or mode.transforms
    empty = np.empty(shape, data.dtype) if in_rows else blank_as(data, data.dtype)
    return wrap(empty).bernoulli_(1 - p)


def _check_scaled(dtype):
    if dtype.kind not in "fc":
        raise RuntimeError(f"dropout scales what it keeps, which {dtype} cannot hold")


def _dropped(input, shape, p, inplace):
    """Multiplied by noise of that shape, which is scaled to mean 1."""
    dtype = input._data.dtype
    if p == 1:
        noise = wrap(np.zeros(() if shape == input._data.shape else shape, dtype))
    else:
        noise = _noise(input, shape, p)
        _check_scaled(dtype)
        noise._data = own(noise) / dtype.type(1 - p)
    return input.mul_(noise) if inplace else input * noise


def dropout(input, p=0.5, training=True, inplace=False):
    """Zero each element with probability `p`, and scale the others by 1 / (1 - p)."""
    _check_probability(p)
    _check_tensor("dropout", input)
    if not training or p == 0 or not input.numel():
        return input
    return _dropped(input, input._data.shape, p, inplace)


def _check_tensor(name, input):
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}(): expected a tensor, not {type(input).__name__}")


def _feature_dropout(input, p, training, inplace):
    if not training or p == 0 or not input.numel():
        return input
    return _dropped(input, _channels(input, p), p, inplace)


def _channels(input, p):
    """The shape of one number for each channel."""
    if input.ndim < 2 and p < 1:
        raise RuntimeError("dropout of channels takes at least 2 dimensions")
    return input._data.shape[:2] + (1,) * (input.ndim - 2)


def _of_channels(input, p, training, inplace, unbatched):
    """Whole channels dropped; an input without batch gets one for the while."""
    _check_probability(p)
    if input.ndim == unbatched + 1:
        return _feature_dropout(input, p, training, inplace)
    x = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    result = _feature_dropout(x, p, training, inplace)
    return result.squeeze_(0) if inplace else result.squeeze(0)


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Zero whole channels of (N, C, L) or (C, L)."""
    if input.ndim not in (2, 3):
        raise RuntimeError(f"dropout1d() takes 2 or 3 dimensions, not {input.ndim}")
    return _of_channels(input, p, training, inplace, 2)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """Zero whole channels of (N, C, H, W)."""
    _check_probability(p)
    _warn_of_dimensions("dropout2d", input, (4,))
    return _feature_dropout(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """Zero whole channels of (N, C, D, H, W) or (C, D, H, W)."""
    _warn_of_dimensions("dropout3d", input, (4, 5))
    return _of_channels(input, p, training, inplace, 4)


def _warn_of_dimensions(name, input, usual):
    if input.ndim not in usual:
        warnings.warn(
            f"{name}() drops whole channels of inputs with {usual[-1]} dimensions, batch and "
            f"channel first; this one has {input.ndim}",
            UserWarning,
            stacklevel=3,
        )


_SELU = 1.7580993408473766  # minus the value that SELU tends to


def _alpha_dropped(input, shape, p, inplace):
    if p == 1:
        zero = wrap(np.zeros(() if shape == input._data.shape else shape, input._data.dtype))
        return input.mul_(zero) if inplace else input * zero
    dtype = input._data.dtype
    kept = own(_noise(input, shape, p))
    _check_scaled(dtype)
    scale = 1 / math.sqrt((_SELU * _SELU * p + 1) * (1 - p))
    shift = (kept - 1) * dtype.type(_SELU * scale) + dtype.type(_SELU * scale * p)
    noise = wrap(kept * dtype.type(scale))
    if inplace:
        return input.mul_(noise).add_(wrap(shift))
    return input * noise + wrap(shift)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps mean and variance of SELU activations."""
    _check_probability(p)
    if not input.numel() or not training or p == 0:
        return input
    return _alpha_dropped(input, input._data.shape, p, inplace)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """`alpha_dropout` of whole channels."""
    _check_probability(p)
    _check_tensor("feature_alpha_dropout", input)
    if not training or p == 0 or not input.numel():
        return input
    return _alpha_dropped(input, _channels(input, p), p, inplace)
