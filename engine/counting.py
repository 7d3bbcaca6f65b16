"""Tensors of random numbers that `engine.rejection` draws, one for each element of parameters."""

import numpy as np

from engine import rejection
from engine.autograd.mode import mode
from engine.data import made
from engine.drawing import stream_of
from engine.errors import unsupported
from engine.ops.arraylike import zeros_for
from engine.ops.declare import op

__all__ = ["binomial", "poisson"]


@op("_poisson", node="poisson", self=zeros_for)
def _events(self, generator=None):
    if np.any(self < 0):
        raise RuntimeError("poisson() needs rates of at least 0")
    return _each(rejection.poisson, self.dtype, generator, self)


def poisson(input, generator=None):
    """How often something happens, for each element of `input`, its rate."""
    return _events(input, generator)


@op("_binomial", node="binomial", count=zeros_for, prob=zeros_for)
def _successes(count, prob, generator=None):
    return _each(rejection.binomial, count.dtype, generator, count, prob)


def binomial(count, prob, generator=None):
    """Successes of `count` trials, each of which succeeds with probability `prob`."""
    return _successes(count, prob, generator)


def _each(draw, dtype, generator, *of):
    """A draw for each element of arrays of parameters."""
    stream, arrays = stream_of(generator), np.broadcast_arrays(*of)
    rows = zip(*(a.ravel() for a in arrays), strict=True)
    drawn = np.array([draw(*row, stream) for row in rows], np.float64)
    return drawn.reshape(arrays[0].shape).astype(dtype)


def _without_gradient(name, shape):
    if shape.requires_grad and mode.grad:
        raise unsupported(f"gradients of {name}", "draw with sample(), which has no gradient")
    return np.asarray(shape._data)


def standard_gamma(shape):
    """Numbers of the gamma distribution of rate 1, for each element of `shape`."""
    array = _without_gradient("draws of Gamma", shape)
    drawn = _each(rejection.gamma, array.dtype, None, array)
    return made(np.maximum(drawn, np.finfo(array.dtype).tiny))


def standard_dirichlet(shape):
    """Shares of the Dirichlet distribution, along the last dim."""
    array = _without_gradient("draws of Dirichlet", shape)
    drawn = _each(rejection.gamma, np.float64, None, array.astype(np.float64))
    return made((drawn / drawn.sum(-1, keepdims=True)).astype(array.dtype))
