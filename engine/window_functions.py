"""Windows, by which the ends of a signal are faded out before a Fourier transform."""

import math

import numpy as np

from engine.creation import maker, or_default

__all__ = ["bartlett_window", "blackman_window", "hamming_window", "hann_window"]


def _places(name, length, periodic, dtype):
    """The numbers of the places, and how many steps there are from the first end to the last."""
    wanted = or_default(dtype)
    if wanted.kind not in "f":
        raise RuntimeError(f"{name}() makes floats, not {wanted}")
    if length < 0:
        raise RuntimeError(f"{name}() cannot be of length {length}")
    if length == 1:
        return np.zeros(1, wanted), 0
    return np.arange(length).astype(wanted), length if periodic else length - 1


def _of_cosines(name, length, periodic, dtype, *factors):
    """The sum of cosines of 0, 1, 2, ... turns, each times its factor."""
    places, steps = _places(name, length, periodic, dtype)
    if not steps:
        return np.ones_like(places)
    angle = places * places.dtype.type(2 * math.pi / steps)
    turns = (np.cos(angle * number) * factor for number, factor in enumerate(factors) if number)
    return (sum(turns) + factors[0]).astype(places.dtype)


@maker
def hann_window(window_length, periodic=True, *, dtype):
    """A raised cosine, 0 at its ends."""
    return _of_cosines("hann_window", window_length, periodic, dtype, 0.5, -0.5)


@maker
def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype):
    """A raised cosine that is not quite 0 at its ends."""
    return _of_cosines("hamming_window", window_length, periodic, dtype, alpha, -beta)


@maker
def blackman_window(window_length, periodic=True, *, dtype):
    """Two cosines, flatter at the ends."""
    return _of_cosines("blackman_window", window_length, periodic, dtype, 0.42, -0.5, 0.08)


@maker
def bartlett_window(window_length, periodic=True, *, dtype):
    """A triangle."""
    places, steps = _places("bartlett_window", window_length, periodic, dtype)
    if not steps:
        return np.ones_like(places)
    return (1 - np.abs(places * places.dtype.type(2 / steps) - 1)).astype(places.dtype)
