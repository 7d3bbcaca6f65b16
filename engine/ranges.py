"""Tensors of numbers in steps, and of the indices of triangles."""

import math

import numpy as np

from engine.creation import maker, number, or_default, sizes
from engine.dtype import from_numpy as dtype_of
from engine.fused import fused

__all__ = ["arange", "linspace", "logspace", "tril_indices", "triu_indices"]


@maker
def arange(start=None, end=None, step=None, *, dtype):
    """Numbers from `start` (0 if there is one bound alone) up to, without, `end`."""
    if start is None or end is None:
        if step is not None:
            raise TypeError("arange() takes steps between two bounds, not with one alone")
        start, end = 0, start if end is None else end
    step = 1 if step is None else step
    start, end, step = (number(v, "a bound of arange()") for v in (start, end, step))
    if any(isinstance(v, complex) for v in (start, end, step)):
        raise RuntimeError("arange() does not count in complex numbers")
    whole = not any(isinstance(v, float | np.floating) for v in (start, end, step))
    wanted = (np.dtype(np.int64) if whole else or_default(None)) if dtype is None else dtype
    return _steps(start, end, step, wanted)


def _steps(start, end, step, wanted):
    if wanted.kind not in "iuf":
        raise NotImplementedError(f"arange() cannot make {dtype_of(wanted)!r} tensors")
    if not all(map(math.isfinite, (start, end, step))):
        raise RuntimeError(f"arange() needs finite bounds, not {start} and {end}")
    if step == 0:
        raise RuntimeError("the step of arange() must not be zero")
    if (end - start) * step < 0:
        raise RuntimeError(f"arange() cannot go from {start} to {end} in steps of {step}")
    if wanted.kind in "iu":
        if not int(step):
            raise ValueError(f"arange() of integers cannot count in steps of {step}")
        return np.arange(int(start), int(end), int(step), dtype=np.int64).astype(wanted)
    return _float_steps(start, step, math.ceil((end - start) / step), wanted)


def _float_steps(start, step, count, wanted):
    """As PyTorch's vector code: each vector counts from its rounded first element."""
    values = fused(np.arange(count, dtype=np.float64), float(step), float(start))
    values = values.astype(wanted)
    width = 32 // wanted.itemsize
    vectors = values[: count - count % (2 * width)].reshape(-1, width)
    steps = np.broadcast_to(np.arange(width, dtype=np.float64), vectors.shape)
    vectors[...] = fused(steps, float(step), vectors[:, :1].astype(np.float64))
    return values


@maker
def linspace(start, end, steps, *, dtype):
    """`steps` numbers at equal distances from `start` to `end` inclusive."""
    start, end = (number(v, "a bound", RuntimeError) for v in (start, end))
    if isinstance(steps, bool | float):
        raise TypeError(f"steps must be an int, not {type(steps).__name__}")
    if steps < 0:
        raise RuntimeError(f"linspace() cannot make {steps} steps")
    if dtype is None:
        parts = complex in (type(start), type(end))
        dtype = or_default(None)
        dtype = dtype_of(dtype).to_complex().numpy if parts else dtype
    if complex in (type(start), type(end)) and dtype.kind != "c":
        raise RuntimeError(f"linspace() between complex numbers cannot be {dtype_of(dtype)!r}")
    if dtype.kind == "b":
        raise NotImplementedError("linspace() cannot make torch.bool tensors")
    if dtype.kind == "c":
        real = or_default(dtype_of(dtype).to_real().numpy)
        parts = [_even(getattr(start, p), getattr(end, p), steps, real) for p in ("real", "imag")]
        return (parts[0] + 1j * parts[1]).astype(dtype)
    return _even(start, end, steps, dtype)


def _even(start, end, steps, wanted):
    """Counted from both ends to the middle, as PyTorch does."""
    work = np.dtype(np.float64) if wanted.kind in "iu" else wanted
    if steps == 1:
        return np.array([start], wanted)
    if work == np.float16:
        return _even_halves(start, end, steps)
    first, last = work.type(start), work.type(end)
    step = (last - first) / work.type(max(steps - 1, 1))
    forth = np.arange(steps // 2, dtype=work)
    back = np.arange(steps - steps // 2 - 1, -1, -1, dtype=work)
    values = np.concatenate((fused(forth, step, first), fused(back, -step, last)))
    return values.astype(wanted)


def _even_halves(start, end, steps):
    half = np.float16
    first, last = half(np.float32(start)), half(np.float32(end))
    step = half(np.float32(last - first) / np.float32(max(steps - 1, 1)))
    forth = np.arange(steps // 2, dtype=np.float32) * step
    back = np.arange(steps - steps // 2 - 1, -1, -1, dtype=np.float32) * step
    return np.concatenate((first + forth.astype(half), last - back.astype(half)))


@maker
def logspace(start, end, steps, base=10.0, *, dtype):
    """Powers of `base` whose exponents lie at equal distances."""
    if steps < 0:
        raise RuntimeError(f"logspace() cannot make {steps} steps")
    dtype = or_default(dtype)
    start, end = (float(number(v, "a bound", RuntimeError)) for v in (start, end))
    step = (end - start) / max(steps - 1, 1)
    exponents = [start + step * i for i in range(steps // 2)]
    exponents += [end - step * i for i in reversed(range(steps - steps // 2))]
    if steps == 1:
        exponents = [start]
    return np.array([math.pow(base, exponent) for exponent in exponents]).astype(dtype)


def _triangle(row, col, offset, dtype, keeps):
    if dtype is not None and dtype.kind not in "iu":
        raise NotImplementedError(f"indices cannot be of {dtype_of(dtype)!r}")
    rows, columns = np.indices(sizes((row, col)))
    kept = keeps(columns - rows, offset)
    return np.stack((rows[kept], columns[kept])).astype(np.int64 if dtype is None else dtype)


@maker
def tril_indices(row, col, offset=0, *, dtype):
    """Rows and columns of the elements on and below a diagonal."""
    return _triangle(row, col, offset, dtype, np.less_equal)


@maker
def triu_indices(row, col, offset=0, *, dtype):
    """Rows and columns of the elements on and above a diagonal."""
    return _triangle(row, col, offset, dtype, np.greater_equal)
