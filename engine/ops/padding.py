"""Padding by a constant; the other kinds of padding pick elements."""

import numpy as np

from engine.limits import checked
from engine.ops.declare import op
from engine.ordering import as_images


@op(
    "constant_pad_nd",
    self=lambda g, pad: constant_pad_nd(g, tuple(-p for p in pad), 0),
)
def constant_pad_nd(self, pad, value=0):
    """Padding by a value, or cropping where negative; from the last dimension on."""
    if len(pad) % 2 or len(pad) > 2 * self.ndim:
        raise RuntimeError(f"pad() of {self.ndim} dimensions cannot use {len(pad)} numbers")
    widths = [(0, 0)] * self.ndim
    for i in range(0, len(pad), 2):
        widths[self.ndim - 1 - i // 2] = (int(pad[i]), int(pad[i + 1]))
    if any(n + b + a < 0 for n, (b, a) in zip(self.shape, widths, strict=True)):
        raise RuntimeError(f"pad(): {list(pad)} takes more than there is in {list(self.shape)}")
    result = np.full(
        [n + b + a for n, (b, a) in zip(self.shape, widths, strict=True)],
        checked(value, self.dtype),
        self.dtype,
    )
    inner = tuple(
        slice(max(0, b), max(0, b) + n - max(0, -b) - max(0, -a))
        for n, (b, a) in zip(self.shape, widths, strict=True)
    )
    crop = tuple(
        slice(max(0, -b), n - max(0, -a)) for n, (b, a) in zip(self.shape, widths, strict=True)
    )
    result[inner] = self[crop]
    return as_images(result, self)
