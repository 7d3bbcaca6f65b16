"""Running sums, products, maxima and the like along a dimension."""

import numpy as np

from engine import dtype as dtypes
from engine.autograd.mode import mode
from engine.errors import unsupported
from engine.ops.arraylike import bare, constant, finite_range, zeros_for
from engine.ops.calling import named
from engine.ops.declare import op
from engine.ops.elementary import exp, log
from engine.ops.inplace import inplace
from engine.ops.joining import stack
from engine.ops.picking import gather_backward
from engine.ops.promote import cast, refuse
from engine.ops.rearranging import flip
from engine.ops.selecting import masked, where
from engine.ops.shape import normal_dim
from engine.ops.splitting import unbind
from engine.return_types import struct
from engine.strides import row_major
from engine.tensor import Tensor


def _typed(name, self, dim, dtype):
    """The array in the dtype that it adds up in, with the dimension checked."""
    normal_dim(dim, self.ndim)
    if dtype is not None:
        return cast(self, dtypes.as_dtype(dtype).numpy)
    return self.astype(np.int64) if self.dtype.kind in "iub" else self


_WIDER = {"e": np.float32, "f": np.float64, "F": np.complex128}  # what PyTorch accumulates in


def _accumulated(function, x, dim):
    wide = _WIDER.get(x.dtype.char, x.dtype)
    return function.accumulate(x, axis=dim, dtype=wide).astype(x.dtype, copy=False)


def _reversed(function, x, dim):
    """`function` from the far end."""
    return flip(function(flip(x, (dim,)), dim), (dim,)) if x.shape else x


@op(self=lambda g, dim: _reversed(cumsum, g, dim))
def cumsum(self, dim, *, dtype=None):
    """Running sum along `dim`; integers and bools add up as int64."""
    x = _typed("cumsum", self, dim, dtype)
    if not x.ndim:
        return x.copy()
    return row_major(_from_zero(_accumulated(np.add, x, dim)))


def _from_zero(sums):
    """The sums as they are where one begins to add at 0: no negative zero outlasts that."""
    return sums + sums.dtype.type(0) if sums.dtype.kind in "fc" else sums


# ---- products -----------------------------------------------------------------------------------


def _cumprod_derivative(g, self, result, dim):
    if not self.shape or self.shape[dim] == 1:
        return g
    if not (bare(self) == 0).any():
        return _reversed(cumsum, g * result, dim) / self
    grad = _cumprod_without_division(g, self, dim)
    if isinstance(g, Tensor) and mode.grad:
        return grad
    zeros = (self == 0).any(axis=dim, keepdims=True)
    return where(zeros, grad, _reversed(cumsum, g * result, dim) / self)


def _cumprod_without_division(g, self, dim):
    xs, gs = unbind(self, dim), unbind(g, dim)
    later, before, grads = None, [], []
    for x in xs[:-1]:  # product of all earlier ones
        before.append(x if not before else _product(before[-1], x))
    for i in range(len(xs) - 1, -1, -1):  # sum over what follows, each without this one
        later = gs[i] if later is None else gs[i] + _product(xs[i + 1], later)
        grads.append(_product(before[i - 1], later) if i else later)
    return stack(grads[::-1], dim)


def _product(x, y):
    """`x * y`, where of arrays 0 wins over NaN and infinity."""
    return x * y if isinstance(x, Tensor) else masked(x * y, x != 0)


@op(self=_cumprod_derivative)
def cumprod(self, dim, *, dtype=None):
    """Running product along `dim`; integers and bools multiply as int64."""
    x = _typed("cumprod", self, dim, dtype)
    return row_major(_accumulated(np.multiply, x, dim)) if x.ndim else x.copy()


def _in_place(function, name):
    """The form that writes into its argument, and adds up or multiplies in its dtype."""
    form = inplace(function.op, name)

    def apply(self, dim, *, dtype=None):
        if dtype not in (None, self.dtype):
            raise RuntimeError(f"{name}() of {self.dtype!r} cannot have results of {dtype!r}")
        if self.dtype is dtypes.bool and self.ndim and self.numel():
            raise NotImplementedError(f"{name}() of bools")
        return form(self, dim, dtype=self.dtype)

    return named(apply, name)


cumsum.inplace, cumprod.inplace = _in_place(cumsum, "cumsum_"), _in_place(cumprod, "cumprod_")


# ---- extremes -----------------------------------------------------------------------------------

Cummax = struct("cummax", "values", "indices")
Cummin = struct("cummin", "values", "indices")


def _extremes(name, self, dim, better):
    """Running extremes, NaN once there was one, and where the last of each was seen."""
    if not self.size:
        return self.copy(), np.zeros(self.shape, np.int64)
    dim = normal_dim(dim, self.ndim)
    if not self.ndim:
        return self.copy(), np.int64(0)
    refuse(name, "c", self)
    x = np.moveaxis(self, dim, 0)
    values, indices = x.copy(), np.zeros(x.shape, np.int64)
    for i in range(1, x.shape[0]):
        takes = better(x[i], values[i - 1]) | np.isnan(x[i])
        values[i] = np.where(takes, x[i], values[i - 1])
        indices[i] = np.where(takes, i, indices[i - 1])
    return tuple(np.ascontiguousarray(np.moveaxis(a, 0, dim)) for a in (values, indices))


@op(self=lambda g, self, result1, dim: gather_backward(g[0], self.shape, dim, result1))
def cummax(self, dim):
    """Running maximum along `dim`, and where it was last reached."""
    return Cummax(*_extremes("cummax", self, dim, np.greater_equal))


@op(self=lambda g, self, result1, dim: gather_backward(g[0], self.shape, dim, result1))
def cummin(self, dim):
    """Running minimum along `dim`, and where it was last reached."""
    return Cummin(*_extremes("cummin", self, dim, np.less_equal))


# ---- logarithms of sums -------------------------------------------------------------------------


def _logcumsumexp_derivative(g, self, result, dim):
    """For positive and negative gradients apart, since their logarithms are added up."""
    parts = []
    for sign in (1, -1):
        mask = constant(sign * bare(g) > 0, g)
        nothing = zeros_for(g) + finite_range(bare(g).dtype)[0]
        size = where(mask, log(where(mask, g * sign, zeros_for(g) + 1)), nothing)
        parts.append(exp(_reversed(logcumsumexp, size - result, dim) + self))
    return parts[0] - parts[1]


@op(self=_logcumsumexp_derivative)
def logcumsumexp(self, dim):
    """The logarithm of the running sum of exponentials."""
    if self.dtype.kind == "c":
        raise unsupported("logcumsumexp() of complex numbers")
    normal_dim(dim, self.ndim)
    refuse("logcumsumexp", "iub", self)
    if not self.ndim:
        return self.copy()
    return row_major(_from_zero(_accumulated(np.logaddexp, self, dim)))
