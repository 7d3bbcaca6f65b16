"""Memory formats: in which order the dims of an array lie in memory."""

import numpy as np

from engine.dtype import narrower
from engine.layout import channels_last, channels_last_3d, contiguous_format, preserve_format
from engine.strides import blank_as

_INWARDS = {channels_last: (0, 2, 3, 1), channels_last_3d: (0, 2, 3, 4, 1)}  # outermost first
_LAST = {4: channels_last, 5: channels_last_3d}


def _turned(array, memory_format):
    """The array seen with its dims in the order of the format; raises RuntimeError."""
    if memory_format is contiguous_format:
        return array
    dims = _INWARDS[memory_format]
    if array.ndim != len(dims):
        name = memory_format.name
        raise RuntimeError(f"required rank {len(dims)} tensor to use {name} format")
    return array.transpose(dims)


def suggested(array):
    """The format that copies of the array have, if nobody asks for another."""
    return _LAST[array.ndim] if channels_are_last(array) else contiguous_format


def lies_in(array, memory_format):
    """Whether the elements lie in the order of the format, without gaps."""
    if array.ndim != len(_INWARDS.get(memory_format, array.shape)):
        return False
    return _turned(array, memory_format).flags.c_contiguous


def laid_out(array, memory_format, dtype=None):
    """A copy of the array in the format; its own, made dense, if that is None or to be kept."""
    wanted = array.dtype if dtype is None else dtype
    if memory_format is None or memory_format is preserve_format:
        if array.flags.c_contiguous:
            return narrower(array, wanted).astype(wanted)
        copy = blank_as(array, wanted)
        copy[...] = narrower(array, wanted)
        return copy
    copy = narrower(_turned(array, memory_format), wanted).astype(wanted, order="C")
    dims = _INWARDS.get(memory_format)
    return copy if dims is None else copy.transpose(np.argsort(dims))


def as_images(array, *sources):
    """The array, with its channels last if one of the arrays is that it was made from."""
    if array.ndim in _LAST and any(map(channels_are_last, sources)):
        return laid_out(array, _LAST[array.ndim])
    return array


def channels_are_last(array):
    """Whether the strides are those of images with their channels last.

    What lies in both orders, as images of one pixel may, is told by the strides of dims of size 1.
    """
    if array.ndim not in _LAST or not array.size:
        return False
    inwards, least = _INWARDS[_LAST[array.ndim]], 1
    for dim in reversed(inwards):
        stride = array.strides[dim]
        if stride < least or (dim == 0 and least == array.strides[1]):
            return False
        least = stride * array.shape[dim]
    return True


def dense_strides(shape, dims=None):
    """Strides in elements without gaps; `dims` from the outermost, those of the shape if None."""
    strides, step = [0] * len(shape), 1
    for dim in reversed(range(len(shape)) if dims is None else dims):
        strides[dim] = step
        step *= max(shape[dim], 1)
    return tuple(strides)


def channels_last_strides(shape):
    """Strides in elements of images with their channels last; None of other shapes."""
    last = _LAST.get(len(shape))
    return None if last is None else dense_strides(shape, _INWARDS[last])
