"""Variances and standard deviations, alone or together with the mean."""

import math
import warnings

import numpy as np

from engine import dtype as dtypes
from engine.ops.arraylike import bare, constant
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.reduce import added, axes, count, mean, restored, spread
from engine.ops.selecting import masked


def _warn_of_freedom(number, correction):
    warnings.warn(
        f"a variance of {number} elements with a correction of {correction} has no degrees of "
        "freedom left",
        UserWarning,
        stacklevel=6,
    )


def _moments(self, dim, correction, keepdim, root=False):
    """The variance, or its root, and the mean; float16 and float32 are computed in float64."""
    if self.dtype.kind not in "fc":
        name = dtypes.from_numpy(self.dtype)
        raise RuntimeError(f"std and var take float tensors, not {name!r}; convert it first")
    axis, number = axes(dim, self.ndim), count(self.shape, dim)
    given, narrow = self.dtype, self.dtype.char in "ef"
    self = self.astype(np.float64) if narrow else self
    middle = added(self, axis, True) / self.dtype.type(number)
    total = added(_square(self - middle), axis, keepdim)
    freedom = max(number - correction, 0)
    if number <= correction:
        _warn_of_freedom(number, correction)
    variance = total / total.dtype.type(freedom)
    found = np.sqrt(variance) if root else variance, middle.reshape(total.shape)
    return tuple(value.astype(given) for value in found) if narrow else found


def _square(x):
    return x.real**2 + x.imag**2 if x.dtype.kind == "c" else x**2


def _of_variance(g, self, dim, correction, keepdim):
    freedom = count(self.shape, dim) - correction
    if freedom <= 0 and (dim is None or not self.shape):
        x = bare(self)
        middle = x.sum() / x.dtype.type(x.size)
        limits = np.where(x == middle, x.dtype.type(math.nan), x.dtype.type(math.inf))
        return restored(g, self.shape, dim, keepdim) * constant(limits, g)
    factor = 2 / freedom if freedom else math.inf
    return restored(g, self.shape, dim, keepdim) * factor * (self - mean(self, dim, True))


def _of_deviation(g, self, result, dim, correction, keepdim):
    """0 where the deviation is 0."""
    g = masked(g / (result * 2), bare(result) != 0)
    return _of_variance(g, self, dim, correction, keepdim)


def _of_mean(g, self, dim, keepdim):
    return spread(g, self.shape, dim, keepdim) / max(count(self.shape, dim), 1)


@op("var", self=_of_variance)
def _var(self, dim, correction, keepdim):
    return _moments(self, dim, correction, keepdim)[0]


@op("std", self=_of_deviation)
def _std(self, dim, correction, keepdim):
    return _moments(self, dim, correction, keepdim, root=True)[0]


@op(
    "var_mean",
    self=lambda g, self, dim, correction, keepdim: (
        _of_variance(g[0], self, dim, correction, keepdim) + _of_mean(g[1], self, dim, keepdim)
    ),
)
def _var_mean(self, dim, correction, keepdim):
    return _running_moments(self, dim, correction, keepdim)


def _running_moments(self, dim, correction, keepdim, root=False):
    """The same; PyTorch computes both while it goes along, and what comes after an infinity then
    makes NaN of it."""
    variance, middle = _moments(self, dim, correction, keepdim, root)
    if count(self.shape, dim) > 1 and not np.isfinite(middle).all():
        along = axes(dim, self.ndim) or tuple(range(self.ndim))
        end = slice(-1, None) if keepdim else -1
        last = self[tuple([end if d in along else slice(None) for d in range(self.ndim)])]
        found = np.count_nonzero(~np.isfinite(self), axis=along, keepdims=keepdim)
        kept = (found == 0) | ((found == 1) & np.isinf(last))
        middle = np.where(kept, middle, self.dtype.type(math.nan))
    return variance, middle


@op(
    "std_mean",
    self=lambda g, self, result0, dim, correction, keepdim: (
        _of_deviation(g[0], self, result0, dim, correction, keepdim)
        + _of_mean(g[1], self, dim, keepdim)
    ),
)
def _std_mean(self, dim, correction, keepdim):
    return _running_moments(self, dim, correction, keepdim, root=True)


def _with_arguments(name, operation):
    def function(self, dim=None, unbiased=None, keepdim=False, *, correction=None):
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        if correction is None:
            correction = 1 if unbiased is None else int(unbiased)
        return operation(self, dim, correction, keepdim)

    function.__name__ = name
    function.__doc__ = (
        f"{name} over all dimensions or over `dim`; `correction` is taken off the count."
    )
    return composed(function)


var = _with_arguments("var", _var)
std = _with_arguments("std", _std)
var_mean = _with_arguments("var_mean", _var_mean)
std_mean = _with_arguments("std_mean", _std_mean)
