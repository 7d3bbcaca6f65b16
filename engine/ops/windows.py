"""Which elements meet along one dimension, in pooling, resizing and padding.

A Table says for each place of the output which places of the input it is made of. The place after
the last stands for nothing, that is for 0.
"""

from functools import lru_cache

import numpy as np


class Table:
    """For each output the places (out, taps) of the input and their weights, or None: all 1."""

    def __init__(self, size, places, weights=None):
        self.size, self.places, self.weights = size, places, weights
        self._turned = None

    @property
    def out(self):
        """The size of the output."""
        return len(self.places)

    def turned(self):
        """The table of the adjoint: for each input the outputs it is used for."""
        if self._turned is None:
            outs, taps = np.nonzero(self.places < self.size)
            inputs = self.places[outs, taps]
            weights = None if self.weights is None else self.weights[outs, taps]
            self._turned = _grouped(inputs, outs, weights, self.size, self.out)
            self._turned._turned = self
        return self._turned

    def apply(self, array, axis):
        """The weighted sums along a dimension."""
        if self.places.size and self.places.max() >= self.size:
            array = _with_zero(array, axis)
        total = None
        for tap in range(self.places.shape[1]):
            part = array.take(self.places[:, tap], axis=axis)
            if self.weights is not None:
                shape = (-1,) + (1,) * (part.ndim - axis - 1)
                part *= self.weights[:, tap].astype(array.dtype).reshape(shape)
            total = part if total is None else np.add(total, part, out=total)
        if total is None:
            shape = (*array.shape[:axis], self.out, *array.shape[axis + 1 :])
            return np.zeros(shape, array.dtype)
        return total


def _with_zero(array, axis):
    shape = list(array.shape)
    shape[axis] = 1
    return np.concatenate([array, np.zeros(shape, array.dtype)], axis)


def _grouped(rows, columns, weights, count, size):
    """A table with `count` rows: what lies in each row of a list of entries."""
    order = np.argsort(rows, kind="stable")
    rows, columns = rows[order], columns[order]
    lengths = np.bincount(rows, minlength=count)
    position = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    places = np.full((count, lengths.max(initial=0)), size)
    places[rows, position] = columns
    if weights is None:
        return Table(size, places)
    full = np.zeros(places.shape)
    full[rows, position] = weights[order]
    return Table(size, places, full)


# ---- sliding windows ----------------------------------------------------------------------------


@lru_cache(256)
def sliding(size, kernel, stride, padding, dilation, out):
    """Windows of a pooling."""
    starts = np.arange(out) * stride - padding
    places = starts[:, None] + np.arange(kernel) * dilation
    return Table(size, np.where((places < 0) | (places >= size), size, places))


@lru_cache(256)
def adaptive(size, out):
    """As many windows as asked for, of nearly one size."""
    number = np.arange(out)
    starts, ends = number * size // out, -(-(number + 1) * size // out)
    return _from_ranges(size, starts, ends)


def _from_ranges(size, starts, ends):
    widest = int((ends - starts).max(initial=0))
    places = starts[:, None] + np.arange(widest)
    return Table(size, np.where(places < ends[:, None], places, size))


@lru_cache(256)
def widths(size, kernel, stride, padding, out, padded):
    """How many elements the windows of an average pooling have, those in padding counted or not."""
    starts = np.arange(out) * stride - padding
    ends = np.minimum(starts + kernel, size + padding)
    if not padded:
        starts, ends = np.maximum(starts, 0), np.minimum(ends, size)
    return ends - starts


# ---- padding ------------------------------------------------------------------------------------


@lru_cache(256)
def padded(size, before, after, mode):
    """One place each: mirrored or repeated outside."""
    place = np.arange(-before, size + after)
    if mode == "replicate":
        place = place.clip(0, size - 1)
    else:
        place = np.abs(place)
        place = np.where(place >= size, 2 * (size - 1) - place, place)
    return Table(size, place[:, None])


# ---- resizing -----------------------------------------------------------------------------------


def _source(size, out, scale, align_corners, cubic=False):
    """Where the outputs lie among the inputs."""
    if align_corners:
        step = (size - 1) / (out - 1) if out > 1 else 0.0
        return np.arange(out) * step
    step = 1 / scale if scale else size / out
    place = (np.arange(out) + 0.5) * step - 0.5
    return place if cubic else np.maximum(place, 0)


@lru_cache(256)
def nearest(size, out, scale, exact):
    """The nearest element to the left, or of the middle if `exact`."""
    step = 1 / scale if scale else size / out
    middle = np.float32(0.5 if exact else 0)
    place = np.floor((np.arange(out, dtype=np.float32) + middle) * np.float32(step))
    return Table(size, np.minimum(place.astype(np.int64), size - 1)[:, None])


@lru_cache(256)
def linear(size, out, scale, align_corners):
    """Between the two nearest elements."""
    place = _source(size, out, scale, align_corners)
    left = np.minimum(place.astype(np.int64), size - 1)
    right = np.minimum(left + 1, size - 1)
    part = np.clip(place - left, 0, 1)
    return Table(size, np.stack([left, right], 1), np.stack([1 - part, part], 1))


@lru_cache(256)
def cubic(size, out, scale, align_corners):
    """Among the four nearest elements, by cubic convolution (Keys 1981, a = -0.75)."""
    place = _source(size, out, scale, align_corners, cubic=True)
    left = np.floor(place)
    part = place - left
    weights = [weight for weight, _ in keys(part)]
    places = left[:, None].astype(np.int64) + np.arange(-1, 3)
    return Table(size, places.clip(0, size - 1), np.stack(weights, 1))


def keys(part):
    """Weights of the four nearest elements, and how fast these grow with the distance.

    `part` is the distance to the second of them.
    """
    a = -0.75

    def near(d):
        return ((a + 2) * d - (a + 3)) * d * d + 1, (3 * (a + 2) * d - 2 * (a + 3)) * d

    def far(d):
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a, (3 * a * d - 10 * a) * d + 8 * a

    return [far(part + 1), near(part), near(1 - part), far(2 - part)]
