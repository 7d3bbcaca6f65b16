"""PyTorch's random numbers: how it makes each distribution from its stream.

A function named after a distribution overwrites an ndarray, in the order of its memory as PyTorch
does, which refuses a wrong parameter by RuntimeError and a wrong dtype by NotImplementedError.
"""

import math
import warnings

import numpy as np
from numpy.lib.stride_tricks import as_strided

from engine import gaussian
from engine.dtype import from_numpy
from engine.fused import fused

WIDE_RANGE = 1 << 28  # of integers, from which on PyTorch draws 64 bits for one
WIDE_SHUFFLE = ((1 << 32) - 1) // 20  # of items, from which on it does so for a permutation


def _axes_in_memory(array):
    return sorted(range(array.ndim), key=lambda axis: -array.strides[axis])


def parts(array):
    """The parts of complex numbers along a new last axis; other arrays as they are."""
    if array.dtype.kind != "c":
        return array
    strides = (*array.strides, array.itemsize // 2)
    return as_strided(array.real, (*array.shape, 2), strides)


def _fill(array, values):
    """Write the values, which are in the order of the array's memory."""
    if array.dtype == np.float16:
        values = values.astype(np.float32)  # PyTorch rounds to float32 on the way
    target = array if array.flags.c_contiguous else array.transpose(_axes_in_memory(array))
    target[...] = values.reshape(target.shape)


def _check_dtype(array, kinds, name):
    if array.dtype.kind not in kinds:
        raise NotImplementedError(f"{name} does not work on {from_numpy(array.dtype)!r} tensors")


def _check(true, what):
    if not true:
        raise RuntimeError(what)


def _function(name, values, array):
    """The function of float64 values, to the last bit where the array can hold that."""
    if array.dtype == np.float64:
        return gaussian.exactly(getattr(math, name), values)
    return getattr(np, name)(values)


def uniform(array, low, high, stream):
    """Numbers in [low, high)."""
    array = parts(array)
    _check_dtype(array, "f", "uniform_")
    largest = float(np.finfo(array.dtype).max)
    for bound in (low, high, high - low):
        _check(-largest <= bound <= largest, f"uniform_: {bound} is out of the dtype's bounds")
    _check(low <= high, f"uniform_ needs from <= to, but from is {low} and to is {high}")
    unit = stream.unit64 if array.dtype == np.float64 else stream.unit32
    values = unit(array.size)
    if (low, high) != (0, 1):
        first, last = values.dtype.type(low), values.dtype.type(high)
        values = fused(values, last - first, first)
    values = values.astype(array.dtype, copy=False)
    if (low, high) != (0, 1) or array.dtype == np.float16:
        values[values == array.dtype.type(high)] = low  # rounding reached what is excluded
    _fill(array, values)


def normal(array, mean, std, stream):
    """Numbers of that mean and standard deviation."""
    _check(std >= 0, f"normal_ needs std >= 0, but std is {std}")
    if array.dtype.kind == "c":
        array, std = parts(array), std / math.sqrt(2)
    _check_dtype(array, "f", "normal_")
    in_blocks = array.size >= gaussian.BLOCK and array.flags.c_contiguous
    values = _normal_blocks(array, stream) if in_blocks else stream.normals(array.size)
    if (mean, std) != (0, 1):
        values = fused(values, values.dtype.type(std), values.dtype.type(mean))
    _fill(array, values)


def _normal_blocks(array, stream):
    """As many as the array has; what would be left over is overwritten by a last block of its own.

    The draws for the rest are made all the same, but for float16.
    """
    unit = stream.unit64 if array.dtype == np.float64 else stream.unit32
    size, rest = array.size, array.size % gaussian.BLOCK
    if rest and array.dtype != np.float16:
        drawn = unit(size + gaussian.BLOCK)
        drawn = np.concatenate((drawn[: size - rest], drawn[size:]))
    else:
        drawn = unit(size - rest + gaussian.BLOCK if rest else size)
    values = gaussian.blocks(drawn.reshape(-1, gaussian.BLOCK)).reshape(-1)
    if not rest:
        return values
    return np.concatenate((values[: size - gaussian.BLOCK], values[-gaussian.BLOCK :]))


def log_normal(array, mean, std, stream):
    """Numbers whose logarithms have that mean and standard deviation."""
    _check(std > 0, f"log_normal_ needs std > 0, but std is {std}")
    _check_dtype(array, "f", "log_normal_")
    exponents = fused(stream.normals(array.size), np.float64(std), np.float64(mean))
    _fill(array, _function("exp", exponents, array))


def cauchy(array, median, sigma, stream):
    """Numbers of the Cauchy distribution."""
    _check(sigma > 0, f"cauchy_ needs sigma > 0, but sigma is {sigma}")
    _check(array.dtype.kind == "f", f"cauchy_ needs a float dtype, not {from_numpy(array.dtype)!r}")
    angles = math.pi * (stream.unit64(array.size) - 0.5)
    tangents = _function("tan", angles, array)
    _fill(array, fused(tangents, np.float64(sigma), np.float64(median)))


def exponential(array, rate, stream):
    """Numbers of the exponential distribution, of mean `1 / rate`."""
    _check(rate > 0, f"exponential_ needs lambd > 0, but lambd is {rate}")
    kind = from_numpy(array.dtype)
    _check(array.dtype.kind == "f", f"exponential_ needs a float dtype, not {kind!r}")
    logarithms = _function("log1p", -stream.unit64(array.size), array)
    _fill(array, (-1 / rate) * logarithms)


def geometric(array, p, stream):
    """Numbers of trials up to the first success of probability `p`."""
    _check(0 < p < 1, f"geometric_ needs 0 < p < 1, but p is {p}")
    _check_dtype(array, "fiu", "geometric_")
    logarithms = np.log(stream.unit64(array.size))
    _fill(array, np.ceil(logarithms / math.log1p(-p)))


def bernoulli(array, p, stream):
    """Ones of probability `p`, which may be an array of probabilities, and zeros."""
    _check_dtype(array, "biuf", "bernoulli_")
    if isinstance(p, np.ndarray):
        _check_dtype(p, "f", "bernoulli_ with probabilities")
        unit = stream.unit64 if p.dtype == np.float64 else stream.unit32
        p = np.broadcast_to(p, array.shape).transpose(_axes_in_memory(array)).reshape(-1)
    else:
        unit = stream.unit64
    _check(np.all((p >= 0) & (p <= 1)), "bernoulli_ needs probabilities from 0 to 1")
    _fill(array, unit(array.size) < p)


def random(array, low, high, stream):
    """Integers in [low, high); without bounds, all that the dtype holds exactly from 0 on.

    `low` alone means from there to the largest.
    """
    if low is None:
        _check_dtype(array, "biuf" if array.dtype.name not in _BOUNDED else "", "random_")
        wide = array.dtype in (np.int64, np.float64)
        count = largest_integer(array.dtype) + 1
    else:
        _check_dtype(array, "biuf", "random_")
        low, high = _bounds(array.dtype, low, high)
        count = high - low
        wide = count >= WIDE_RANGE
    bits = stream.bits64(array.size) if wide else stream.bits32(array.size)
    if count == 1 << 64:
        return _fill(array, bits.view(np.int64))
    values = (bits % np.uint64(count)).view(np.int64)
    return _fill(array, values + low if low else values)


_BOUNDED = {"uint16", "uint32", "uint64"}  # the types that PyTorch only fills between bounds


def largest_integer(dtype):
    """The largest up to which a dtype holds every integer."""
    if dtype.kind == "b":
        return 1
    return 1 << np.finfo(dtype).nmant + 1 if dtype.kind == "f" else int(np.iinfo(dtype).max)


def _bounds(dtype, low, high):
    """The bounds as a dtype can hold them; raises if they are wrong."""
    exact = largest_integer(dtype)
    end = exact + 1 if high is None else high
    _check(low < end, f"random_ needs from < to, but from is {low} and to is {end}")
    if dtype.kind == "f":
        smallest, largest = int(np.finfo(dtype).min), int(np.finfo(dtype).max)
    else:
        smallest, largest = (0, 1) if dtype.kind == "b" else (int(np.iinfo(dtype).min), exact)
    for bound in (low, end - 1):
        _check(smallest <= bound <= largest, f"random_: {bound} is out of the dtype's bounds")
        if abs(bound) > exact and dtype.kind == "f":
            what = f"random_: {dtype} does not hold every integer up to {bound}"
            warnings.warn(what, UserWarning, stacklevel=4)
    if dtype.kind == "f":
        low = _moved(dtype, low, exact, 1)
        end = end if high is None else _moved(dtype, end, exact, -1)
        _check(low < end, f"random_: the dtype holds no number from {low} to {end}")
    return low, end


def _moved(dtype, bound, exact, inwards):
    """The bound as PyTorch moves it where a float dtype would round what is inside to outside."""
    inside = bound + inwards
    rounded = int(dtype.type(inside))
    if rounded < bound if inwards > 0 else rounded >= bound:
        return rounded + inwards * (2 << abs(inside).bit_length() - exact.bit_length())
    return bound


def randperm(count, stream):
    """The integers below `count` in random order."""
    order = list(range(count))
    bits = (stream.bits32 if count < WIDE_SHUFFLE else stream.bits64)(max(count - 1, 0))
    places = np.arange(bits.size, dtype=np.uint64)
    others = places + bits % (np.uint64(count) - places)
    for place, other in enumerate(others.tolist()):
        order[place], order[other] = order[other], order[place]
    return np.array(order, np.int64)


def multinomial(weights, count, replacement, stream):
    """Indices drawn by weight along the last of one or two axes."""
    _check(weights.dtype.kind == "f", "multinomial needs weights of a float dtype")
    _check(weights.ndim in (1, 2), "multinomial needs weights of one or two dimensions")
    _check(count > 0, f"multinomial cannot draw {count} samples")
    _check(
        replacement or count <= weights.shape[-1],
        f"multinomial cannot draw {count} of {weights.shape[-1]} without replacement",
    )
    _check(
        np.all(np.isfinite(weights) & (weights >= 0)),
        "multinomial needs weights that are finite and not negative",
    )
    _check(np.all(weights.sum(-1) > 0), "multinomial needs a positive weight in every row")
    if replacement and count > 1:
        return _with_replacement(weights, count, stream)
    waits = np.empty(weights.shape, weights.dtype)
    exponential(waits, 1, stream)
    ranks = weights / waits
    if count == 1:
        return ranks.argmax(-1, keepdims=True)
    return (-ranks).argsort(-1, kind="stable")[..., :count].copy()


def _with_replacement(weights, count, stream):
    exact = np.float64 if weights.dtype == np.float64 else np.float32
    rows = np.cumsum(weights.reshape(-1, weights.shape[-1]), -1, dtype=exact)
    rows /= rows[:, -1:]
    samples = [np.searchsorted(row, stream.unit64(count)) for row in rows]
    return np.array(samples, np.int64).reshape(*weights.shape[:-1], count)
