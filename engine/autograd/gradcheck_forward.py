"""The forward-mode checks of `gradcheck`."""

import numpy as np

from engine.autograd import forward_ad
from engine.autograd.jacobians import row
from engine.autograd.reals import count, drawn, reals, units
from engine.tensor import Tensor, wrap


def _is_wanted(value):
    return isinstance(value, Tensor) and value.requires_grad


def _pushed(function, inputs, tangents):
    """The tangents of the float outputs (None if absent), for `tangents` keyed by input index."""
    arguments = [v.detach() if isinstance(v, Tensor) else v for v in inputs]
    with forward_ad.dual_level():
        for place, array in tangents.items():
            tangent = wrap(array.astype(inputs[place]._data.dtype))
            arguments[place] = forward_ad.make_dual(arguments[place], tangent)
        outputs = row(function(*arguments))
        floats = [o for o in outputs if isinstance(o, Tensor) and o._data.dtype.kind in "fc"]
        found = [forward_ad.unpack_dual(o).tangent for o in floats]
    return [None if t is None else np.asarray(t.detach()._data) for t in found]


def _filled(inputs, make):
    """An array for each input that requires grad, keyed by its index."""
    return {i: make(v._data.shape, v._data.dtype) for i, v in enumerate(inputs) if _is_wanted(v)}


def jacobians(function, inputs, place, outputs):
    """For each float output, the Jacobian by the input `place`, one row per input element."""
    array = inputs[place]._data
    blocks = [np.zeros((count(array), count(o._data))) for o in outputs]
    for k, unit in enumerate(units(array)):
        tangents = {**_filled(inputs, np.zeros), place: unit}
        found = _pushed(function, inputs, tangents)
        for block, tangent in zip(blocks, found, strict=True):
            if tangent is not None:
                block[k] = reals(tangent)
    return blocks


def zeros_matter(function, inputs):
    """The index of an input for which zero tangents differ from no tangent; or None."""
    generator = np.random.default_rng(0)
    given = _filled(inputs, lambda shape, dtype: drawn(generator, shape, dtype))
    for place in given:
        others = {i: t for i, t in given.items() if i != place}
        with_zeros = _pushed(function, inputs, {**others, place: np.zeros_like(given[place])})
        without = _pushed(function, inputs, others)
        if not all(map(_same, with_zeros, without)):
            return place
    return None


def not_linear(function, inputs):
    """The index of an input in whose tangent the results are not linear; or None.

    Batching tangents relies on linearity, and on no random numbers being drawn.
    """
    from engine.func.mapping import Draws

    for place in _filled(inputs, np.zeros):
        generator, array = np.random.default_rng(0), inputs[place]._data
        one, other = (drawn(generator, array.shape, array.dtype) for _ in range(2))
        with Draws("error"):
            parts = [_pushed(function, inputs, {place: t}) for t in (one, other, one + other)]
        for first, second, both in zip(*parts, strict=True):
            if both is not None and not np.allclose(first + second, both, equal_nan=True):
                return place
    return None


def _same(one, other):
    one, other = (np.zeros(1) if t is None else t for t in (one, other))
    return np.allclose(one, other, equal_nan=True)
