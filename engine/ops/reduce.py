"""Sums, products, means and variances over dimensions."""

import math

import numpy as np

from engine import dtype as dtypes
from engine.errors import unsupported
from engine.ops import rounded
from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.elementary import exp
from engine.ops.joining import cat
from engine.ops.parts import narrow
from engine.ops.pointwise import shrunk
from engine.ops.promote import cast, fit_for, refuse, to_float
from engine.ops.rearranging import flip
from engine.ops.selecting import kept_by
from engine.ops.shape import expand, normal_dim
from engine.ops.summing import summed
from engine.strides import row_major
from engine.tensor import Tensor


def axes(dim, ndim):
    """NumPy's `axis` for PyTorch's `dim`: a tuple of dimensions, or None for all."""
    if dim is None or (isinstance(dim, tuple | list) and not dim):
        return None
    dims = tuple(dim) if isinstance(dim, tuple | list) else (dim,)
    normal = tuple([normal_dim(d, ndim) for d in dims])
    if len(normal) > 1 and len(set(normal)) != len(normal):
        raise RuntimeError(f"a dimension appears twice in {list(dims)}")
    return normal if ndim else None


def spread(g, shape, dim, keepdim):
    """The adjoint of a sum: `g` repeated along the dimensions that were summed."""
    if isinstance(g, Tensor):
        return restored(g, shape, dim, keepdim).expand(shape)
    if not g.ndim and shape:  # one number everywhere, without a longer way round
        return np.ndarray(shape, g.dtype, np.asarray(g), strides=(0,) * len(shape))
    value = restored(g, shape, dim, keepdim)  # which hooks may write to, if it is not repeated
    return value.view() if value.shape == tuple(shape) else expand(value, shape)


def restored(value, shape, dim, keepdim):
    """A reduced value with the dimensions that were summed away, of size 1.

    A tensor that all were summed to stays as it is: it broadcasts to anything.
    """
    if keepdim or not shape:
        return value
    kept = axes(dim, len(shape))
    if isinstance(value, Tensor):
        for d in sorted(kept or ()):
            value = value.unsqueeze(d)
        return value
    full = [1] * len(shape) if kept is None else list(shape)
    for d in kept or ():
        full[d] = 1
    return value.reshape(full)


def count(shape, dim):
    """How many elements are reduced to one."""
    kept = axes(dim, len(shape))
    return math.prod(shape if kept is None else [shape[d] for d in kept])


def _typed(self, dtype, whole=None):
    """The array in the wanted dtype; integers and bools in `whole`, if that is given."""
    if dtype is not None:
        wanted = dtypes.as_dtype(dtype).numpy
        return cast(fit_for(self, wanted), wanted)
    return self.astype(whole) if whole is not None and self.dtype.kind in "iub" else self


def _by_dim(dim, keepdim):
    return dim is not None or keepdim


# ---- sums and means -----------------------------------------------------------------------------


def added(array, axis, keepdims, total_of=summed):
    """The sum in the array's dtype; half precision adds up in single."""
    char = array.dtype.char
    if char in "fd":
        total = total_of(array, axis=axis, keepdims=keepdims)
    elif char == "e":
        total = np.add.reduce(array, axis=axis, keepdims=keepdims, dtype=np.float32)
        total = total.astype(np.float16)
    else:
        total = np.add.reduce(array, axis=axis, keepdims=keepdims, dtype=array.dtype)
    return total if axis is None else row_major(total)


@op(overload=_by_dim, self=lambda g, self_shape, dim, keepdim: spread(g, self_shape, dim, keepdim))
def sum(self, dim=None, keepdim=False, *, dtype=None):
    """Sum over all dimensions, or over `dim`; integers and bools add up as int64."""
    return added(_typed(self, dtype, np.int64), axes(dim, self.ndim), keepdim)


@op(
    overload=_by_dim,
    self=lambda g, self_shape, dim, keepdim: shrunk(
        spread(g, self_shape, dim, keepdim), max(count(self_shape, dim), 1)
    ),
)
def mean(self, dim=None, keepdim=False, *, dtype=None):
    """Mean over all dimensions, or over `dim`; of float tensors only."""
    self = _typed(self, dtype)
    if self.dtype.kind not in "fc":
        name = dtypes.from_numpy(self.dtype)
        raise RuntimeError(f"mean() takes float or complex tensors, not {name!r}; convert it first")
    half = self.dtype.char == "e"  # which is rounded once
    total = added(self.astype(np.float32) if half else self, axes(dim, self.ndim), keepdim)
    found = total / total.dtype.type(count(self.shape, dim))
    return found.astype(np.float16) if half else found


@op(
    self=lambda g, self, dim, keepdim: kept_by(
        spread(g, self.shape, dim, keepdim), ~np.isnan(bare(self))
    )
)
def nansum(self, dim=None, keepdim=False, *, dtype=None):
    """Sum that counts NaN as 0."""
    self = _typed(self, dtype, np.int64)
    refuse("nansum", "c", self, error=RuntimeError)
    if self.dtype.kind == "f":
        self = np.where(np.isnan(self), self.dtype.type(0), self)
    return added(self, axes(dim, self.ndim), keepdim)


@composed
def nanmean(self, dim=None, keepdim=False, *, dtype=None):
    """Mean of what is not NaN."""
    if self._data.dtype.kind not in "fc":
        raise RuntimeError(f"nanmean() takes float tensors, not {self.dtype!r}")
    number = sum(~(self != self).detach(), dim, keepdim)
    return nansum(self, dim, keepdim, dtype=dtype) / number


def _logsumexp_derivative(g, self, result, dim, keepdim):
    g, result = (restored(v, self.shape, dim, keepdim) for v in (g, result))
    return g * exp(self - result)


@op(self=_logsumexp_derivative)
def logsumexp(self, dim, keepdim=False):
    """The logarithm of the sum of exponentials, computed without leaving its range."""
    if dim is None:
        raise TypeError("logsumexp() takes a dim, or several")
    self = to_float(self)
    if self.dtype.kind == "c":
        raise unsupported("logsumexp() of complex numbers")
    axis = axes(dim, self.ndim)
    if not self.size:
        return np.log(np.sum(np.exp(self), axis=axis, keepdims=keepdim))
    top = np.maximum.reduce(self, axis=axis, keepdims=True)
    top = np.where(np.isinf(top), self.dtype.type(0), top)
    total = np.add.reduce(rounded.exp(self - top), axis=axis, keepdims=keepdim)
    total = rounded.log(row_major(total))
    return total + (top if keepdim else top.reshape(total.shape))


# ---- products -----------------------------------------------------------------------------------


def _prod_derivative(g, self, result, dim, keepdim):
    if not self.shape:
        return g
    zeros = bare(self) == 0
    if not zeros.any():
        g, result = (restored(v, self.shape, dim, keepdim) for v in (g, result))
        return g * (result / self)
    if dim is not None:
        return _times_others(restored(g, self.shape, dim, keepdim), self, dim)
    if zeros.sum() > 1 and not isinstance(g, Tensor):
        return zeros_for(self)
    return _times_others(g, self.reshape((-1,)), 0).reshape(self.shape)


def _times_others(g, x, dim):
    """`g` times the product of all other elements along `dim`, without dividing."""
    from engine.ops.cumulative import cumprod

    size, dim = x.shape[dim], normal_dim(dim, len(x.shape))
    if size == 1:
        return g
    one = constant(np.ones_like(bare(narrow(x, dim, 0, 1))), x)
    before = cumprod(cat([one, narrow(x, dim, 0, size - 1)], dim), dim)
    turned = flip(narrow(x, dim, 1, size - 1), (dim,))
    after = flip(cumprod(cat([one, turned], dim), dim), (dim,))
    return g * (before * after)


@op(overload=_by_dim, self=_prod_derivative)
def prod(self, dim=None, keepdim=False, *, dtype=None):
    """Product over all dimensions, or over one; integers and bools multiply as int64."""
    if isinstance(dim, tuple | list):
        raise TypeError("prod() takes one dim, not several")
    array = _typed(self, dtype, np.int64)
    axis = axes(dim, self.ndim)
    return row_major(np.multiply.reduce(array, axis=axis, keepdims=keepdim, dtype=array.dtype))
