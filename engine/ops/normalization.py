"""Normalisation over a batch, over features, and over groups of channels."""

from math import prod

import numpy as np

from engine.ops.declare import op
from engine.ops.promote import refuse
from engine.ops.whole import whole

# Each operation also returns the means and 1 / standard deviations, which have no derivative.
from engine.strides import row_major


def _mean(x, dims):
    """Mean over `dims`, which keep size 1; of arrays and tensors."""
    count = prod(x.shape[d] for d in dims)
    if isinstance(x, np.ndarray):
        return np.add.reduce(x, axis=dims, keepdims=True) / x.dtype.type(count)
    return x.sum(dims, keepdim=True) / count


def _normalised(x, dims, eps):
    """`x` with mean 0 and variance 1 over `dims`, and its mean and 1 / standard deviation."""
    mean = _mean(x, dims)
    centred = x - mean
    inverse = (_mean(centred * centred, dims) + eps) ** -0.5
    return centred * inverse, mean, inverse


def _through(g, x, dims, eps):
    """The gradient at `x` of normalising it over `dims`, given that of the result."""
    normal, _, inverse = _normalised(x, dims, eps)
    return (g - _mean(g, dims) - normal * _mean(g * normal, dims)) * inverse


def _batch_dims(x):
    return (0, *range(2, len(x.shape)))


def _column(vector, like):
    """A vector with an entry for each channel, so that it broadcasts over (N, C, ...)."""
    return vector.reshape((1, -1) + (1,) * (len(like.shape) - 2))


def _scaled(g, weight):
    return g if weight is None else g * _column(weight, g)


def _affine(x, weight, bias):
    x = x if weight is None else x * _column(weight, x)
    return x if bias is None else x + _column(bias, x)


# ---- over the batch -----------------------------------------------------------------------------


def _batch_normal(x, mean, var, training, eps):
    if training:
        return _normalised(x, _batch_dims(x), eps)[0]
    return (x - _column(mean, x)) * _column((var + eps) ** -0.5, x)


def _batch_gradient(g, self, weight, running_mean, running_var, training, eps):
    g = _scaled(g[0], weight)
    if not training:
        return g * _column((running_var + eps) ** -0.5, g)
    return _through(g, self, _batch_dims(self), eps)


@op(
    "_native_batch_norm",
    node="native_batch_norm",
    saves=("running_mean", "running_var"),
    self=whole("native_batch_norm_backward", _batch_gradient),
    weight=whole(
        "native_batch_norm_backward",
        lambda g, self, weight, running_mean, running_var, training, eps: (
            g[0] * _batch_normal(self, running_mean, running_var, training, eps)
        ).sum(_batch_dims(self)),
    ),
    bias=whole(
        "native_batch_norm_backward",
        lambda g, self, weight, running_mean, running_var: g[0].sum(_batch_dims(g[0])),
    ),
)
def native_batch_norm(self, weight, bias, running_mean, running_var, training, eps):
    """self (N, C, ...), normalised over all but C by its own moments, or by the running ones."""
    refuse("batch_norm", "c", self)
    if not training:
        normal = _batch_normal(self, running_mean, running_var, False, self.dtype.type(eps))
        nothing = np.zeros(0, self.dtype)
        return _affine(normal, weight, bias), nothing, nothing
    normal, mean, inverse = _normalised(self, _batch_dims(self), self.dtype.type(eps))
    return _affine(normal, weight, bias), mean.reshape(-1), inverse.reshape(-1)


def batch_moments(x):
    """Mean and unbiased variance of each channel, for the running estimates; arrays."""
    dims = _batch_dims(x)
    count = x.size // max(x.shape[1], 1)
    return x.mean(dims), x.var(dims) * (count / (count - 1) if count > 1 else 1)


# ---- over the last dimensions -------------------------------------------------------------------


def _last_dims(x, count):
    return tuple(range(len(x.shape) - count, len(x.shape)))


def _lead_sum(value, count):
    lead = tuple(range(len(value.shape) - count))
    return value.sum(lead) if lead else value


@op(
    "_native_layer_norm",
    node="native_layer_norm",
    self=whole(
        "native_layer_norm_backward",
        lambda g, self, weight, bias, normalized_shape, eps: _through(
            g[0] if weight is None else g[0] * weight,
            self,
            _last_dims(self, len(normalized_shape)),
            eps,
        ),
    ),
    weight=whole(
        "native_layer_norm_backward",
        lambda g, self, weight, bias, normalized_shape, eps: _lead_sum(
            g[0] * _normalised(self, _last_dims(self, len(normalized_shape)), eps)[0],
            len(normalized_shape),
        ),
    ),
    bias=whole(
        "native_layer_norm_backward",
        lambda g, self, weight, bias, normalized_shape: _lead_sum(g[0], len(normalized_shape)),
    ),
)
def native_layer_norm(self, normalized_shape, weight, bias, eps):
    """Normalised over the last dimensions, whose sizes are `normalized_shape`."""
    if self.dtype.kind != "f":
        refuse("layer_norm", "iubc", self)
    check_last("layer_norm", self, normalized_shape, weight, bias)
    dims = _last_dims(self, len(normalized_shape))
    normal, mean, inverse = _normalised(self, dims, self.dtype.type(eps))
    normal = normal if weight is None else normal * weight
    return row_major(normal if bias is None else normal + bias), mean, inverse


def check_last(name, x, shape, *scales):
    if not len(shape):
        raise RuntimeError(f"{name}() takes at least one size as normalized_shape")
    if x.shape[len(x.shape) - len(shape) :] != tuple(shape):
        raise RuntimeError(f"{name}() over {list(shape)} does not fit an input of {list(x.shape)}")
    for scale in scales:
        if scale is not None and scale.shape != tuple(shape):
            raise RuntimeError(
                f"{name}(): weight and bias have the shape {list(shape)}, not {list(scale.shape)}"
            )


# ---- over groups of channels --------------------------------------------------------------------


def _grouped(x, groups):
    shape = x.shape
    return x.reshape((shape[0], groups, prod(shape[1:]) // groups))


def _group_normal(x, groups, eps):
    return _normalised(_grouped(x, groups), (2,), eps)[0].reshape(tuple(x.shape))


@op(
    "_native_group_norm",
    node="native_group_norm",
    self=lambda g, self, weight, group, eps: _through(
        _grouped(_scaled(g[0], weight), group), _grouped(self, group), (2,), eps
    ).reshape(tuple(self.shape)),
    weight=lambda g, self, weight, group, eps: (g[0] * _group_normal(self, group, eps)).sum(
        _batch_dims(self)
    ),
    bias=lambda g, self, weight: g[0].sum(_batch_dims(g[0])),
)
def native_group_norm(self, weight, bias, N, C, HxW, group, eps):
    """self (N, C, ...), normalised over each of `group` groups of channels."""
    if self.dtype.kind != "f":
        refuse("group_norm", "iubc", self)
    normal, mean, inverse = _normalised(_grouped(self, group), (2,), self.dtype.type(eps))
    out = _affine(normal.reshape(self.shape), weight, bias)
    return out, mean.reshape(N, group), inverse.reshape(N, group)


for _operation in (native_batch_norm, native_group_norm, native_layer_norm):
    _operation.op.differentiable_outputs = (0,)
