"""Tensors of random numbers that `engine.rejection` draws, one for each element of parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from engine import rejection
from engine.autograd.mode import mode
from engine.data import made
from engine.drawing import stream_of
from engine.errors import unsupported
from engine.ops.arraylike import zeros_for
from engine.ops.declare import op
from engine.tensor import Tensor

__all__ = ["binomial", "poisson"]

_Array = np.ndarray[Any, Any]


@op("_poisson", node="poisson", self=zeros_for)
def _events(self: Any, generator: Any = None) -> _Array:
    if np.any(self < 0):
        raise RuntimeError("poisson() needs rates of at least 0")
    return _each(rejection.poisson, self.dtype, generator, self)


def poisson(input: Tensor, generator: Any = None) -> Tensor:
    """How often something happens, for each element of `input`, its rate."""
    return cast(Tensor, _events(input, generator))


@op("_binomial", node="binomial", count=zeros_for, prob=zeros_for)
def _successes(count: Any, prob: Any, generator: Any = None) -> _Array:
    return _each(rejection.binomial, count.dtype, generator, count, prob)


def binomial(count: Tensor, prob: Tensor, generator: Any = None) -> Tensor:
    """Successes of `count` trials, each of which succeeds with probability `prob`."""
    return cast(Tensor, _successes(count, prob, generator))


def _each(draw: Callable[..., float], dtype: Any, generator: Any, *of: Any) -> _Array:
    """A draw for each element of arrays of parameters."""
    stream, arrays = stream_of(generator), np.broadcast_arrays(*of)
    rows = zip(*(a.ravel() for a in arrays), strict=True)
    drawn = np.array([draw(*row, stream) for row in rows], np.float64)
    return drawn.reshape(arrays[0].shape).astype(dtype)


def _without_gradient(name: str, shape: Tensor) -> _Array:
    if shape.requires_grad and mode.grad:
        raise unsupported(f"gradients of {name}", "draw with sample(), which has none")
    return np.asarray(shape._data)


def standard_gamma(shape: Tensor) -> Tensor:
    """Numbers of the gamma distribution of rate 1, for each element of `shape`."""
    array = _without_gradient("draws of Gamma", shape)
    drawn = _each(rejection.gamma, array.dtype, None, array)
    return made(np.maximum(drawn, np.finfo(array.dtype).tiny))


def standard_dirichlet(shape: Tensor) -> Tensor:
    """Shares of the Dirichlet distribution, along the last dim."""
    array = _without_gradient("draws of Dirichlet", shape)
    drawn = _each(rejection.gamma, np.float64, None, array.astype(np.float64))
    return made((drawn / drawn.sum(-1, keepdims=True)).astype(array.dtype))
