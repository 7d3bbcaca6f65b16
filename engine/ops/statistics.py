"""Differences, areas, quantiles, covariances and cross products."""

import math

import numpy as np

from engine.autograd.tangents import is_followed
from engine.ops.clamping import clamp
from engine.ops.compose import composed
from engine.ops.declare import OPS, op
from engine.ops.joining import cat
from engine.ops.parts import narrow
from engine.ops.picking import gather, gather_backward
from engine.ops.pointwise import div_scalar, mul_scalar
from engine.ops.promote import promote, refuse
from engine.ops.reduce import sum
from engine.ops.shape import normal_dim
from engine.ops.sorting import sorted_lines
from engine.ops.ternary import on_the_way
from engine.tensor import Tensor, wrap
from engine.warn import warn_once

# ---- differences and areas ----------------------------------------------------------------------


@composed
def diff(self, n=1, dim=-1, prepend=None, append=None):
    """The differences of neighbours along `dim`, `n` times over."""
    if not self.ndim:
        raise RuntimeError("diff() takes at least 1 dimension")
    if n < 0:
        raise RuntimeError(f"diff(): the order must not be negative, but is {n}")
    dim = normal_dim(dim, self.ndim) if n else dim
    ends = [t for t in (prepend, self, append) if t is not None]
    if n == 0:
        return wrap(np.zeros(self._data.shape, self._data.dtype)).copy_(self)
    x = cat(ends, dim) if len(ends) > 1 else self
    n = min(n, x.shape[dim])
    for _ in range(n):
        upper, lower = _upper(x, dim), _lower(x, dim)
        x = upper.logical_xor(lower) if x._data.dtype.kind == "b" else upper - lower
    return x


def _upper(x, dim):
    return narrow(x, dim, min(1, x.shape[dim]), max(x.shape[dim] - 1, 0))


def _lower(x, dim):
    return narrow(x, dim, 0, max(x.shape[dim] - 1, 0))


def _trapezoids(y, x, dim):
    """Twice the area between neighbours, whose distances are those in `x`."""
    if x.ndim == 1 and y.ndim != 1:
        if x.shape[0] != y.shape[dim]:
            raise RuntimeError("trapezoid(): x must have as many elements as y has along dim")
        x = x.reshape([-1 if d == dim else 1 for d in range(y.ndim)])
    axis = dim if x.ndim == y.ndim else dim - y.ndim
    return _heights(y, dim) * (_upper(x, axis) - _lower(x, axis))


def _heights(y, dim):
    """The sums of neighbours."""
    return _upper(y, dim) + _lower(y, dim)


@composed
def trapezoid(y, x=None, *, dx=1, dim=-1):
    """The area under `y` over `x`, or over steps of `dx`, along `dim`."""
    dim = normal_dim(dim, y.ndim)
    if x is not None:
        return div_scalar(sum(_trapezoids(y, x, dim), dim), 2.0)
    total = sum(y, dim)
    if y.shape[dim]:
        total = total - mul_scalar(y.select(dim, 0) + y.select(dim, -1), 0.5)
    return mul_scalar(total, dx)


trapz = trapezoid
OPS["trapz"] = trapezoid


@composed
def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    """The running area under `y` along `dim`."""
    from engine.ops.cumulative import cumsum

    dim = normal_dim(dim, y.ndim)
    if x is not None:
        return div_scalar(cumsum(_trapezoids(y, x, dim), dim), 2.0)
    return cumsum(mul_scalar(_heights(y, dim), dx / 2), dim)


# ---- quantiles ----------------------------------------------------------------------------------

_INTERPOLATIONS = {
    "linear": lambda rank: rank - np.floor(rank),
    "lower": lambda rank: rank * 0,
    "higher": lambda rank: np.ceil(rank) - np.floor(rank),
    "midpoint": lambda rank: np.where(rank == np.floor(rank), 0, 0.5),
    "nearest": lambda rank: np.rint(rank) - np.floor(rank),
}


def _quantile_derivative(g, self_shape, below, above, weight):
    """To the two elements that the quantile lies between, by their distance."""
    size = (math.prod(self_shape),)
    low, high = ((g * w).reshape((-1,)) for w in (1 - weight, weight))
    parts = ((low, below), (high, above))
    low, high = (gather_backward(part, size, 0, at.reshape((-1,))) for part, at in parts)
    return (low + high).reshape(self_shape)


@op(
    "_between",
    node="=SqueezeBackward4",  # PyTorch composes quantile, and this is the last step
    saves=("below", "above"),
    self=_quantile_derivative,
    weight=lambda g, self, below, above: g * _steps(self.reshape((-1,)), below, above),
)
def _between(self, below, above, weight):
    flat = self.reshape(-1)
    return on_the_way(flat[below], flat[above], weight)


def _steps(flat, below, above):
    """How far apart the two neighbours of each quantile are."""
    low, high = (gather(flat, 0, places.reshape((-1,))) for places in (below, above))
    return (high - low).reshape(below.shape)


def _quantile(name, self, q, dim, keepdim, interpolation, ignore_nan):
    if self._data.dtype not in (np.float32, np.float64):
        raise RuntimeError(f"{name}() takes float32 or float64 tensors, not {self.dtype!r}")
    if interpolation not in _INTERPOLATIONS:
        raise RuntimeError(f"{name}(): there is no interpolation {interpolation!r}")
    q = _shares(name, q, self)
    if not self._data.size:
        raise RuntimeError(f"{name}(): an empty tensor has no quantiles")
    at = None if dim is None or not self.ndim else normal_dim(dim, self.ndim)
    flat = np.arange(self._data.size).reshape(self._data.shape)
    lines, flat = (
        v.reshape(-1) if at is None else np.moveaxis(v, at, -1) for v in (self._data, flat)
    )
    last = _last_ranks(lines, ignore_nan)
    shares = q.reshape(-1)
    ranks = np.maximum(shares._data * last, 0)
    below, above = _neighbours(lines, flat, ranks, ignore_nan)
    weight = wrap(_INTERPOLATIONS[interpolation](ranks).astype(lines.dtype))
    if interpolation == "linear" and is_followed(q):  # the weight moves as the share does
        moving = shares * wrap(last)
        weight = moving - (moving.detach() - weight)
    gone = range(self.ndim) if at is None else (at,)
    rest = [1 if d in gone else n for d, n in enumerate(self.shape) if keepdim or d not in gone]
    shape = (*q.shape, *rest)
    arranged = (v.movedim(-1, 0).reshape(shape) for v in (wrap(below), wrap(above), weight))
    return _between(self, *arranged)


def _shares(name, q, self):
    """The shares as a tensor, checked."""
    if not isinstance(q, Tensor):
        if not isinstance(q, int | float):
            raise TypeError(f"{name}(): q must be a tensor or a number, not {type(q).__name__}")
        q = wrap(np.asarray(q, self._data.dtype))
    if q.ndim > 1:
        raise RuntimeError(f"{name}(): q must be a number or a vector")
    if q._data.dtype != self._data.dtype:
        raise RuntimeError(f"{name}(): q must be of the dtype of the input, {self.dtype!r}")
    if not ((q._data >= 0) & (q._data <= 1)).all():
        raise RuntimeError(f"{name}(): q must be between 0 and 1")
    return q


def _last_ranks(lines, ignore_nan):
    """The rank of the largest element of each line."""
    nans = np.isnan(lines).sum(axis=-1, keepdims=True) if ignore_nan else 0
    return np.full((*lines.shape[:-1], 1), lines.shape[-1] - 1 - nans, lines.dtype)


def _neighbours(lines, flat, ranks, ignore_nan):
    """Which elements lie around each rank; in a line with NaN both are one, unless ignored."""
    order = sorted_lines(lines)[1]
    if not ignore_nan:
        spoilt = np.isnan(lines).any(axis=-1, keepdims=True)
        ranks = np.where(spoilt, lines.dtype.type(lines.shape[-1] - 1), ranks)
    for rounded in (np.floor(ranks), np.ceil(ranks)):
        places = np.take_along_axis(order, rounded.astype(np.int64), -1)
        yield np.take_along_axis(flat, places, -1)


@composed
def quantile(self, q, dim=None, keepdim=False, *, interpolation="linear"):
    """The values below which the shares `q` of the elements lie."""
    return _quantile("quantile", self, q, dim, keepdim, interpolation, False)


@composed
def nanquantile(self, q, dim=None, keepdim=False, *, interpolation="linear"):
    """`quantile` of what is not NaN."""
    return _quantile("nanquantile", self, q, dim, keepdim, interpolation, True)


# ---- covariances --------------------------------------------------------------------------------


def _weights(fweights, aweights, like):
    """The product of both kinds of weights, checked; None if there are none."""
    weight = None
    for name, kinds, given in (("fweights", "iu", fweights), ("aweights", "f", aweights)):
        if given is None:
            continue
        if given.ndim > 1 or given._data.dtype.kind not in kinds:
            wanted = "integers" if kinds == "iu" else "floats"
            raise RuntimeError(f"cov(): {name} must be a vector of {wanted}")
        if given.numel() != like.shape[1]:
            raise RuntimeError(f"cov(): {name} must be as many as there are observations")
        if (given._data < 0).any():
            raise RuntimeError(f"cov(): {name} must not be negative")
        weight = given if weight is None else weight * given
    return weight


@composed
def cov(self, *, correction=1, fweights=None, aweights=None):
    """The covariances of variables (rows) over observations (columns)."""
    if self.ndim > 2:
        raise RuntimeError("cov() takes at most 2 dimensions")
    if self._data.dtype.kind == "b":
        raise RuntimeError("cov() of bools")
    x = self.reshape(1, -1) if self.ndim < 2 else self
    weight = _weights(fweights, aweights, x)
    if weight is None:
        total = x.shape[1]
        middle = sum(x, 1, True) / total
    else:
        total = sum(weight)
        middle = sum(x * weight, 1, True) / total
    freedom = total - correction
    if aweights is not None and correction:
        freedom = total - correction * sum(weight * aweights) / total
    if not isinstance(freedom, Tensor) and freedom <= 0:
        warn_once("cov(): there are not enough observations for this correction")
    centred = x - middle
    product = centred @ (centred if weight is None else centred * weight).t().conj()
    freedom = clamp(freedom, min=0) if isinstance(freedom, Tensor) else max(freedom, 0)
    return (product / freedom).squeeze()


@composed
def corrcoef(self):
    """The correlations of variables (rows) over observations (columns)."""
    if self.ndim > 2:
        raise RuntimeError("corrcoef() takes at most 2 dimensions")
    c = cov(self)
    if not c.ndim:
        return c / c
    is_complex, variances = c._data.dtype.kind == "c", c.diagonal()
    deviation = (variances.real if is_complex else variances).sqrt()
    c = c / deviation.unsqueeze(1) / deviation.unsqueeze(0)
    if is_complex:
        return OPS["complex"](clamp(c.real, -1, 1), clamp(c.imag, -1, 1))
    return clamp(c, -1, 1)


# ---- cross products -----------------------------------------------------------------------------


@op(
    "linalg_cross",
    self=lambda g, other, dim: cross_product(other, g, dim),
    other=lambda g, self, dim: cross_product(g, self, dim),
)
def _cross(self, other, dim):
    if self.ndim != other.ndim:
        raise RuntimeError("cross() takes tensors of equally many dimensions")
    dim = normal_dim(dim, self.ndim)
    if self.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(f"cross(): dimension {dim} must have size 3 in both")
    refuse("cross", "b", self, other)
    x, y = (np.moveaxis(v, dim, 0) for v in promote(self, other))
    parts = (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])
    return np.stack(parts, dim)


cross_product = OPS["linalg_cross"]


@composed
def cross(self, other, dim=None):
    """The cross product along `dim`, by default the first of size 3."""
    if dim is None:
        warn_once("pass dim to cross(), which is the first dimension of size 3 without it")
        threes = [d for d, size in enumerate(self.shape) if size == 3]
        if not threes:
            raise RuntimeError("cross() needs a dimension of size 3")
        dim = threes[0]
    return cross_product(self, other, dim)
