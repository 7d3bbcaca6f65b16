"""Arrays as rows of real numbers, with complex numbers as pairs."""

import numpy as np


def count(array):
    """How many real numbers an array holds."""
    return array.size * len(directions(array))


def directions(array):
    """The unit steps in the real numbers of an element: 1, and 1j if complex."""
    return (1, 1j) if array.dtype.kind == "c" else (1,)


def reals(array):
    """The real numbers of an array, in float64."""
    if array.dtype.kind == "c":
        array = np.stack([array.real, array.imag], -1)
    return array.astype(np.float64).ravel()


def units(array):
    """Arrays of the same kind in which one real number is 1 and all others are 0."""
    for place in np.ndindex(array.shape):
        for direction in directions(array):
            unit = np.zeros(array.shape, array.dtype)
            unit[place] = direction
            yield unit


def drawn(generator, shape, dtype):
    """Normal numbers."""
    values = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.standard_normal(shape)
    return np.asarray(values, dtype)
