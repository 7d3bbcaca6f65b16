"""Padding and rearranging of `torch.nn.functional`."""

import numpy as np

from engine.ops.declare import OPS
from engine.tensor import wrap

__all__ = [
    "pad",
    "pixel_shuffle",
]



def pad(input, pad, mode="constant", value=None):
    """Padding given from the last dimension on: (left, right, top, bottom, ...)."""
    pairs = [(pad[i], pad[i + 1]) for i in range(0, len(pad), 2)]
    if mode == "constant":
        return OPS["constant_pad_nd"](input, tuple(pad), 0 if value is None else value)
    output = input
    for i, (before, after) in enumerate(pairs):
        dim = input.ndim - 1 - i
        size = input.shape[dim]
        place = np.arange(-before, size + after)
        if mode == "replicate":
            place = place.clip(0, size - 1)
        elif mode == "circular":
            place = place % size
        elif mode == "reflect":
            if before >= size or after >= size:
                raise RuntimeError("reflect padding must be smaller than the dimension")
            place = np.abs(place)
            place = np.where(place >= size, 2 * (size - 1) - place, place)
        else:
            raise NotImplementedError(f"padding mode {mode!r} is not known")
        output = output.index_select(dim, wrap(place))
    return output


def pixel_shuffle(input, upscale_factor):
    """(..., C r², H, W) to (..., C, H r, W r)."""
    r = upscale_factor
    *lead, c, h, w = input.shape
    parts = input.reshape(*lead, c // (r * r), r, r, h, w)
    n = len(lead)
    order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)
    return parts.permute(order).reshape(*lead, c // (r * r), h * r, w * r)
