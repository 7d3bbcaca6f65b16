"""What `gradcheck` asks of forward mode."""

import numpy as np

from engine.autograd import forward_ad
from engine.tensor import Tensor, wrap


def _row(values):
    return tuple(values) if isinstance(values, tuple | list) else (values,)


def _is_wanted(value):
    return isinstance(value, Tensor) and value.requires_grad


def _pushed(function, inputs, tangents):
    """The tangents of the float outputs, None where there is none; `tangents` by place."""
    arguments = [v.detach() if isinstance(v, Tensor) else v for v in inputs]
    with forward_ad.dual_level():
        for place, array in tangents.items():
            tangent = wrap(array.astype(inputs[place]._data.dtype))
            arguments[place] = forward_ad.make_dual(arguments[place], tangent)
        outputs = _row(function(*arguments))
        floats = [o for o in outputs if isinstance(o, Tensor) and o._data.dtype.kind in "fc"]
        found = [forward_ad.unpack_dual(o).tangent for o in floats]
    return [None if t is None else np.asarray(t.detach()._data) for t in found]


def _filled(inputs, make):
    """An array for each input that requires grad, by its place."""
    return {i: make(v._data.shape) for i, v in enumerate(inputs) if _is_wanted(v)}


def jacobians(function, inputs, place, outputs):
    """For each float output a Jacobian by the input at `place`, a row for each of its elements."""
    size = inputs[place]._data.size
    blocks = [np.zeros((size, o._data.size), o._data.dtype) for o in outputs]
    for k in range(size):
        tangents = _filled(inputs, np.zeros)
        tangents[place].reshape(-1)[k] = 1
        found = _pushed(function, inputs, tangents)
        for block, tangent in zip(blocks, found, strict=True):
            if tangent is not None:
                block[k] = tangent.ravel()
    return blocks


def zeros_matter(function, inputs):
    """Place of an input for which a tangent of zeros has another effect than none; or None."""
    drawn = _filled(inputs, np.random.default_rng(0).standard_normal)
    for place in drawn:
        others = {i: t for i, t in drawn.items() if i != place}
        with_zeros = _pushed(function, inputs, {**others, place: np.zeros_like(drawn[place])})
        without = _pushed(function, inputs, others)
        if not all(map(_same, with_zeros, without)):
            return place
    return None


def not_linear(function, inputs):
    """Place of an input in whose tangent the results are not linear; or None.

    On this, and on no random numbers being drawn, rests that tangents may come in batches.
    """
    from engine.func.mapping import Draws

    for place in _filled(inputs, np.zeros):
        draw, shape = np.random.default_rng(0).standard_normal, inputs[place]._data.shape
        one, other = draw(shape), draw(shape)
        with Draws("error"):
            parts = [_pushed(function, inputs, {place: t}) for t in (one, other, one + other)]
        for first, second, both in zip(*parts, strict=True):
            if both is not None and not np.allclose(first + second, both, equal_nan=True):
                return place
    return None


def _same(one, other):
    one, other = (np.zeros(1) if t is None else t for t in (one, other))
    return np.allclose(one, other, equal_nan=True)
