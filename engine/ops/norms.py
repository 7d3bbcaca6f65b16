"""Norms of vectors, distances and what is made of them."""

import math

import numpy as np

from engine import dtype as dtypes
from engine.autograd.grad_mode import no_grad
from engine.ops.arguments import number_of
from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.compose import composed
from engine.ops.declare import OPS, op
from engine.ops.promote import promote, refuse, refuse_half
from engine.ops.reduce import added, axes, restored, sum
from engine.ops.reshaping import broadcast_tensors
from engine.ops.selecting import masked, where
from engine.ops.shape import normal_dim
from engine.ops.signs import abs, sgn
from engine.ops.whole import final
from engine.strides import row_major
from engine.tensor import Tensor

INF = math.inf


def _norm(x, p, axis, keepdims):
    size = np.abs(x)
    if size.dtype == np.float16:  # whose powers would leave the range
        return _norm(size.astype(np.float32), p, axis, keepdims).astype(np.float16)
    if p == 2:
        return np.sqrt(added(size * size, axis, keepdims, np.add.reduce))
    if p == 1:
        return added(size, axis, keepdims, np.add.reduce)
    if p == 0:
        return added((size != 0).astype(size.dtype), axis, keepdims, np.add.reduce)
    if p in (INF, -INF):
        return (np.max if p > 0 else np.min)(size, axis=axis, keepdims=keepdims)
    return added(size**p, axis, keepdims, np.add.reduce) ** (1 / p)


def norm_derivative(g, x, p, norm, dim, keepdim):
    """The gradient of a p-norm; where the norm is 0, and at kinks, it is 0 as PyTorch has it."""
    if p == 0:
        return None
    g, norm = (restored(v, x.shape, dim, keepdim) for v in (g, norm))
    nought = bare(norm) == 0
    if p == 1:
        return g * sgn(x)
    if p == 2:
        return g * masked(x / norm, ~nought)
    if p in (INF, -INF):
        return _largest_share(g, x, norm, dim)
    if p < 1:
        steep = masked(sgn(x) * abs(x) ** (p - 1), bare(x) != 0)
        return steep * (g * norm ** (1 - p))
    scale = masked(g / norm ** (p - 1), ~nought)
    if p < 2:
        return sgn(x) * abs(x) ** (p - 1) * scale
    return x * abs(x) ** (p - 2) * scale


def _largest_share(g, x, norm, dim):
    """Shared evenly among the elements whose size is the norm."""
    size, top = np.abs(bare(x)), bare(norm)
    mask = (size == top) | (np.isnan(size) & np.isnan(top))
    number = mask.sum(axis=axes(dim, size.ndim), keepdims=True)
    share = (mask / number).astype(size.dtype).reshape(size.shape)
    return sgn(x) * (g * constant(share, x))


@op(
    "linalg_vector_norm",
    self=lambda g, self, ord, result, dim, keepdim: norm_derivative(
        g, self, ord, result, dim, keepdim
    ),
)
def _vector_norm(self, ord, dim, keepdim, dtype):
    if dtype is not None:
        self = self.astype(dtypes.as_dtype(dtype).numpy)
    if self.dtype.kind not in "fc":
        raise RuntimeError(f"norm() takes float or complex tensors, not {self.dtype}")
    axis = axes(dim, self.ndim)
    _check_not_empty(self, ord, axis)
    return _norm(self, ord, axis, keepdim)


def _check_not_empty(x, p, axis):
    sizes = x.shape if axis is None else [x.shape[d] for d in axis]
    if (p < 0 or p == INF) and 0 in sizes:
        if axis is None:
            raise RuntimeError(f"the {p}-norm of an empty tensor is not defined")
        raise IndexError(f"the {p}-norm along an empty dimension is not defined")


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    """The `ord`-norm of all elements, or along `dim`."""
    order = float(number_of(ord, "the order of a norm"))
    return OPS["linalg_vector_norm"](x, order, dim, keepdim, dtype, out=out)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """The norm of all elements, or along `dim`; "fro" is the 2-norm, "nuc" that of a matrix."""
    if p == "nuc":
        dims = (-2, -1) if dim is None else dim
        return OPS["linalg_matrix_norm"](input, "nuc", dims, keepdim, out=out)
    order = 2 if p is None or p == "fro" else p
    if isinstance(order, str):
        raise RuntimeError(f"norm(): the order is a number, 'fro' or 'nuc', not {p!r}")
    if dim is None and keepdim:
        dim = tuple(range(input.ndim))
    return vector_norm(input, order, dim, keepdim, dtype=dtype, out=out)


OPS["norm"] = norm


# ---- distances ----------------------------------------------------------------------------------


@op(
    self=lambda g, self, other, p, result: norm_derivative(g, self - other, p, result, None, False),
    other=lambda g, self, other, p, result: (
        -norm_derivative(g, self - other, p, result, None, False)
    ),
)
def dist(self, other, p=2):
    """The p-norm of the difference of two tensors."""
    x, y = promote(self, other)
    refuse("dist", "iub", x, error=RuntimeError)
    return _norm(x - y, p, None, False)


def _pairs(x1, x2):
    """All differences: x1 (..., n, d) and x2 (..., m, d) to (..., n, m, d)."""
    n, m, d = x1.shape[-2], x2.shape[-2], x1.shape[-1]
    return x1.reshape((*x1.shape[:-2], n, 1, d)) - x2.reshape((*x2.shape[:-2], 1, m, d))


def distance_derivative(g, difference, p, distance):
    """As `norm_derivative`, but each of several largest differences has all of the gradient."""
    if p != INF:
        return norm_derivative(g, difference, p, distance, -1, False)
    g, distance = (restored(v, difference.shape, -1, False) for v in (g, distance))
    return masked(g * sgn(difference), np.abs(bare(difference)) == bare(distance))


def _cdist_derivative(g, x1, x2, p, result, over):
    if p == 0:
        return zeros_for(x1 if over == -2 else x2)
    return sum(distance_derivative(g, _pairs(x1, x2), p, result), over)


@op(
    "_cdist",
    node="cdist",
    x1=final(
        "_cdist_backward",
        lambda g, x1, x2, p, result: _cdist_derivative(g, x1, x2, p, result, -2),
        named=True,
    ),
    x2=final(
        "_cdist_backward",
        lambda g, x1, x2, p, result: _cdist_derivative(-g, x1, x2, p, result, -3),
        named=True,
    ),
)
def _cdist(x1, x2, p: float):
    refuse("cdist", "iub", x1, x2, error=RuntimeError)
    refuse_half("cdist", x1)
    if x1.ndim < 2 or x2.ndim < 2:
        raise RuntimeError("cdist() takes matrices or batches of them")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError("cdist(): the rows of both must be of one length")
    if p < 0:
        raise RuntimeError(f"cdist(): the order must not be negative, but is {p}")
    return _norm(_pairs(x1, x2), p, -1, False)


_MODES = {
    "use_mm_for_euclid_dist": 1,
    "use_mm_for_euclid_dist_if_necessary": 26,
    "donot_use_mm_for_euclid_dist": math.inf,
}  # from which number of rows on PyTorch goes by way of a matrix product, which shows in the node


@composed
def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The p-norm of the difference of each row of `x1` and each of `x2`."""
    if compute_mode not in _MODES:
        raise ValueError(f"cdist(): there is no compute_mode {compute_mode!r}")
    distances = OPS["_cdist"](x1, x2, float(number_of(p, "the order of a distance")))
    rows = max(x1.shape[-2], x2.shape[-2])
    if p == 2 and rows >= _MODES[compute_mode] and distances.numel() and x1.shape[-1]:
        return distances.view(distances.shape)
    return distances


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of `x1 - x2 + eps` along the last dimension."""
    return OPS["_row_norm"](x1 - x2 + eps, float(p), keepdim)


@op(
    "_row_norm",
    node="norm:1",
    self=lambda g, self, p, result, keepdim: norm_derivative(g, self, p, result, -1, keepdim),
)
def _row_norm(self, p, keepdim):
    return _norm(self, p, -1, keepdim)


OPS["pairwise_distance"] = pairwise_distance


def _length(x, dim, eps):
    length = vector_norm(x, 2, dim, True).clone()
    with no_grad():  # in PyTorch, too, a bounded length has the gradient of the length
        return length.clamp_min_(eps)


@composed
def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between `x1` and `x2` along `dim`."""
    wanted = dtypes.promote_types(x1.dtype, x2.dtype)
    if not wanted.is_floating_point:
        raise RuntimeError(f"cosine_similarity() takes float tensors, not {wanted!r}")
    x1, x2 = broadcast_tensors(x1.to(wanted), x2.to(wanted))
    return sum((x1 / _length(x1, dim, eps)) * (x2 / _length(x2, dim, eps)), dim)


# ---- rescaling ----------------------------------------------------------------------------------


def _others(shape, dim):
    dim = normal_dim(dim, len(shape))
    return tuple(d for d in range(len(shape)) if d != dim)


def _renorm_derivative(g, self, p, dim, maxnorm):
    """Of slices that were scaled down; the others pass `g` on."""
    others = _others(self.shape, dim)
    length = vector_norm_of(self, p, others)
    inner = sum(self * g, others, True)
    through = norm_derivative(inner, self, p, length, others, True)
    inverse = 1 / (length + 1e-7)
    scaled = (g - through * inverse) * (maxnorm * inverse)
    return where(constant(bare(length) > maxnorm, g), scaled, g)


def vector_norm_of(x, p, dims):
    """The p-norm, of arrays or tensors, with the dimensions kept."""
    if isinstance(x, Tensor):
        return vector_norm(x, p, dims, True)
    return _norm(x, p, dims, True)


@op(self=_renorm_derivative)
def renorm(self, p: float, dim, maxnorm: float):
    """Slices along `dim` whose p-norm exceeds `maxnorm` scaled down to it."""
    refuse("renorm", "iub", self, error=RuntimeError)
    if p <= 0:
        raise RuntimeError(f"renorm(): the order must be positive, but is {p}")
    if self.ndim < 2:
        raise RuntimeError("renorm() takes at least 2 dimensions")
    if maxnorm < 0:
        raise RuntimeError(f"renorm(): maxnorm must not be negative, but is {maxnorm}")
    wide = self.astype(np.float32) if self.dtype == np.float16 else self  # not rounded on the way
    length = _norm(wide, p, _others(self.shape, dim), True)
    scale = np.where(length > maxnorm, maxnorm / (length + 1e-7), 1)
    return row_major(self * scale.astype(self.dtype))
