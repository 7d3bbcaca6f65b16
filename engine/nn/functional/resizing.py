"""Padding, resizing and rearranging of `torch.nn.functional`."""

import math
import warnings
from operator import index as as_int

import numpy as np

from engine.creation import number
from engine.errors import unsupported
from engine.nn.functional.pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
)
from engine.ops import resampling, windows
from engine.ops.declare import OPS
from engine.tensor import Tensor

__all__ = [
    "channel_shuffle",
    "interpolate",
    "pad",
    "pixel_shuffle",
    "pixel_unshuffle",
    "upsample",
    "upsample_bilinear",
    "upsample_nearest",
]

channel_shuffle, pixel_shuffle, pixel_unshuffle = (
    OPS[name] for name in ("channel_shuffle", "pixel_shuffle", "pixel_unshuffle")
)

# ---- padding ------------------------------------------------------------------------------------


def pad(input, pad, mode="constant", value=None):
    """Padding given from the last dimension on: (left, right, top, bottom, ...)."""
    if mode == "constant":
        filling = 0.0 if value is None else number(value, "value")
        if isinstance(filling, complex):
            raise TypeError("pad() takes a real value")
        return OPS["constant_pad_nd"](input, tuple(map(as_int, pad)), float(filling))
    if value not in (None, 0):
        raise ValueError(f"padding mode {mode!r} takes no value")
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"padding mode {mode!r} is not known")
    dims = len(pad) // 2
    if len(pad) % 2 or dims not in (1, 2, 3) or input.ndim not in (dims + 1, dims + 2):
        raise NotImplementedError(
            f"padding mode {mode!r} pads the last 1 to 3 dimensions of an input with one or two "
            f"more, not {input.ndim} dimensions by {len(pad)} numbers"
        )
    pairs = [(pad[2 * i], pad[2 * i + 1]) for i in reversed(range(dims))]
    sizes = input.shape[input.ndim - dims :]
    _check_pad(input, sizes, pairs, mode)
    if mode == "circular":
        return _pad_round(input, sizes, pairs)
    tables = tuple(windows.padded(n, *p, mode) for n, p in zip(sizes, pairs, strict=True))
    return resampling.padding[mode, dims](input, tables)


def _check_pad(input, sizes, pairs, mode):
    if 0 in input.shape[1:]:
        raise RuntimeError(f"pad(): only the batch may be empty, not {list(input.shape)}")
    for size, (before, after) in zip(sizes, pairs, strict=True):
        most = size - 1 if mode == "reflect" else size
        if mode != "replicate" and max(before, after) > most:
            raise RuntimeError(f"{mode} padding of a dimension of {size} is at most {most}")
        if size + before + after < (0 if mode == "circular" else 1):
            raise RuntimeError(f"pad(): {before} and {after} leave nothing of {size}")


def _pad_round(input, sizes, pairs):
    """Copies of the other end, written next to the original one dimension after the other."""
    first = input.ndim - len(sizes)
    out = [n + b + a for n, (b, a) in zip(sizes, pairs, strict=True)]
    result = input.new_empty((*input.shape[:first], *out))
    middle, original = result, input
    for dim, (size, wide, (before, after)) in enumerate(zip(sizes, out, pairs, strict=True), first):
        middle = _range(middle, dim, max(before, 0), wide - max(after, 0))
        original = _range(original, dim, max(-before, 0), size - max(-after, 0))
    middle.copy_(original)
    for dim, (wide, (before, after)) in reversed(
        list(enumerate(zip(out, pairs, strict=True), first))
    ):
        end = wide - max(after, 0)
        if before > 0:
            _range(result, dim, 0, before).copy_(_range(result, dim, end - before, end))
        if after > 0:
            start = max(before, 0)
            _range(result, dim, end, wide).copy_(_range(result, dim, start, start + after))
    return result


def _range(x, dim, start, end):
    return OPS["_slice"](x, dim, start, end)


# ---- resizing -----------------------------------------------------------------------------------

_MOST = 1 << 31  # elements along a dimension
_DIMS = {"linear": 1, "bilinear": 2, "bicubic": 2, "trilinear": 3}
_AREA = {1: adaptive_avg_pool1d, 2: adaptive_avg_pool2d, 3: adaptive_avg_pool3d}


def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    """The input (N, C, ...) in another size, by neighbours, lines, cubics or means of areas."""
    dims = input.ndim - 2
    if mode in ("nearest", "nearest-exact", "area"):
        if align_corners is not None:
            raise ValueError(f"align_corners has no meaning for mode {mode!r}")
    elif mode not in _DIMS:
        raise NotImplementedError(f"interpolate() does not know the mode {mode!r}")
    sizes, scales = _wanted(input, dims, size, scale_factor, recompute_scale_factor)
    if antialias:
        raise unsupported("interpolate(antialias=True)")
    if dims not in (1, 2, 3) or _DIMS.get(mode, dims) != dims:
        raise NotImplementedError(f"interpolate() with mode {mode!r} of {input.ndim} dimensions")
    if 0 in input.shape[1:] or not 0 < min(sizes) <= max(sizes) < _MOST:
        raise RuntimeError(f"interpolate(): sizes {list(input.shape)} to {sizes} are not above 0")
    if mode == "area":
        return _AREA[dims](input, sizes)
    make = {"bicubic": windows.cubic}.get(mode, windows.linear)
    each = list(zip(input.shape[2:], sizes, scales, strict=True))
    if mode in ("nearest", "nearest-exact"):
        tables = tuple(windows.nearest(*e, mode != "nearest") for e in each)
    else:
        tables = tuple(make(*e, bool(align_corners)) for e in each)
    return resampling.upsampling[mode, dims](input, tables)


def _wanted(input, dims, size, scale_factor, recompute):
    """The output's sizes, and the factors that are to be taken as they are, or None."""
    if (size is None) == (scale_factor is None):
        raise ValueError("interpolate() takes either a size or a scale_factor")
    given = scale_factor if size is None else size
    each = tuple(given) if isinstance(given, tuple | list) else (given,) * dims
    if isinstance(given, tuple | list) and len(each) != dims:
        raise ValueError(
            f"interpolate() of {dims} dimensions takes as many sizes or factors, not {len(each)}"
        )
    if size is not None:
        if recompute:
            raise ValueError("recompute_scale_factor has no meaning where a size is given")
        if not all(map(_is_integer, each)):
            raise TypeError(f"interpolate(): sizes are integers, not {each}")
        return [int(s) for s in each], [None] * dims
    sizes = [math.floor(n * float(f)) for n, f in zip(input.shape[2:], each, strict=True)]
    return sizes, [None] * dims if recompute else [float(f) for f in each]


def _is_integer(size):
    if isinstance(size, Tensor):
        return size.numel() == 1 and not size.is_floating_point()
    return isinstance(size, int | np.integer)


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """The older name of `interpolate`."""
    warnings.warn("upsample() is out of use; use interpolate()", UserWarning, stacklevel=2)
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """`interpolate` by the nearest neighbour."""
    warnings.warn("upsample_nearest() is out of use; use interpolate()", UserWarning, stacklevel=2)
    return interpolate(input, size, scale_factor, "nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    """`interpolate` along lines, with the corners kept."""
    warnings.warn("upsample_bilinear() is out of use; use interpolate()", UserWarning, stacklevel=2)
    return interpolate(input, size, scale_factor, "bilinear", align_corners=True)
