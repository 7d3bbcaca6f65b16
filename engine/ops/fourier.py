"""Discrete Fourier transforms: of complex numbers, of real ones, and back to real ones."""

import numpy as np

from engine.ops.arraylike import bare, constant
from engine.ops.declare import op
from engine.ops.padding import constant_pad_nd
from engine.ops.parts import narrow

NONE, ROOT, WHOLE = 0, 1, 2  # what sums are divided by: nothing, the root of their length, it

_NORMS = {True: ("backward", "ortho", "forward"), False: ("forward", "ortho", "backward")}


def _transformed(x, dim, scale, forward):
    function = np.fft.fftn if forward else np.fft.ifftn
    return function(x, axes=dim, norm=_NORMS[forward][scale]).astype(x.dtype, copy=False)


@op(
    "_fft_c2c",
    node="=FftC2CBackward0",
    self=lambda g, dim, scale, onwards: fft_c2c(g, dim, scale, not onwards),
)
def fft_c2c(self, dim, scale, onwards):
    """The transform of complex numbers over the dimensions `dim`."""
    return _transformed(self, dim, scale, onwards)


def _real_gradient(g, dim, scale, onesided, length):
    if onesided:
        missing = length - g.shape[dim[-1]]
        pad = [0] * (2 * len(g.shape))
        pad[2 * (len(g.shape) - 1 - dim[-1]) + 1] = missing
        g = constant_pad_nd(g, tuple(pad))
    return fft_c2c(g, dim, scale, False).real


@op(
    "_fft_r2c",
    node="=FftR2CBackward0",
    self=lambda g, self, dim, scale, onesided: _real_gradient(
        g, dim, scale, onesided, self.shape[dim[-1]]
    ),
)
def fft_r2c(self, dim, scale, onesided):
    """The transform of real numbers; `onesided` leaves out what the rest is the conjugate of."""
    wide = self.astype(np.result_type(self.dtype, np.complex64))
    result = _transformed(wide, dim, scale, True)
    if onesided:
        half = self.shape[dim[-1]] // 2 + 1
        result = np.moveaxis(np.moveaxis(result, dim[-1], 0)[:half], 0, dim[-1])
    return np.ascontiguousarray(result)


def _half_gradient(g, dim, scale):
    """Twice that of all but the first and, of an even length, the last, which stand for two."""
    length = g.shape[dim[-1]]
    found = fft_r2c(g, dim, scale, True)
    places = np.arange(found.shape[dim[-1]])
    twice = np.where((places > 0) & (2 * places < length), 2, 1).astype(bare(g).dtype)
    factor = twice.reshape([-1 if d == dim[-1] else 1 for d in range(len(g.shape))])
    return found * constant(factor, found)


@op(
    "_fft_c2r",
    node="=FftC2RBackward0",
    self=lambda g, dim, scale, length: _half_gradient(g, dim, scale),
)
def fft_c2r(self, dim, scale, length):
    """Back to `length` real numbers from the half that `fft_r2c` keeps."""
    *others, last = dim
    if others:
        self = _transformed(self, tuple(others), scale, False)
    norm = _NORMS[False][scale]
    result = np.fft.irfft(self, length, axis=last, norm=norm)
    return result.astype(self.real.dtype, copy=False)


def resized(x, sizes, dim):
    """The tensor cut, or padded by zeros, to those sizes along the dimensions."""
    for size, d in zip(sizes, dim, strict=True):
        if size is None or size == x.shape[d]:
            continue
        if size < x.shape[d]:
            x = narrow(x, d, 0, size)
        else:
            pad = [0] * (2 * (len(x.shape) - d))
            pad[-1] = size - x.shape[d]
            x = constant_pad_nd(x, tuple(pad))
    return x
