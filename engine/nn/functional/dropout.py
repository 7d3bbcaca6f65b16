"""Dropout of `torch.nn.functional`."""

import math

import numpy as np

from engine.tensor import own, wrap

__all__ = [
    "alpha_dropout",
    "dropout",
    "dropout1d",
    "dropout2d",
]



def _check_probability(p):
    if not 0 <= p <= 1:
        raise ValueError(f"the probability of dropout must be between 0 and 1, not {p}")


def dropout(input, p=0.5, training=True, inplace=False):
    """Zero each element with probability `p`, and scale the others by 1 / (1 - p)."""
    _check_probability(p)
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(wrap(np.zeros_like(input._data))) if inplace else input * (
            wrap(np.zeros(input._data.shape, input._data.dtype))
        )
    noise = wrap(np.empty(input._data.shape, input._data.dtype)).bernoulli_(1 - p)
    noise._data = own(noise) / noise._data.dtype.type(1 - p)
    return input.mul_(noise) if inplace else input * noise


def _feature_dropout(input, p, training, inplace):
    _check_probability(p)
    if not training or p == 0:
        return input
    shape = tuple(input.shape[:2]) + (1,) * (input.ndim - 2)
    noise = wrap(np.empty(shape, input._data.dtype)).bernoulli_(1 - p)
    noise._data = own(noise) / noise._data.dtype.type(1 - p)
    return input.mul_(noise) if inplace else input * noise


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Zero whole channels."""
    return _feature_dropout(input, p, training, inplace)


dropout2d = dropout3d = dropout1d


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps mean and variance of SELU activations."""
    _check_probability(p)
    if not training or p == 0:
        return input
    alpha = 1.7580993408473766
    noise = wrap(np.empty(input._data.shape, input._data.dtype)).bernoulli_(1 - p)
    scale = 1 / math.sqrt((alpha * alpha * p + 1) * (1 - p))
    shift = (noise - 1) * (alpha * scale) + alpha * scale * p
    return input * (noise * scale) + shift
