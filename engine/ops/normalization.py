"""Normalisation over a batch, over features, and over groups of channels."""

import numpy as np

from engine.ops.declare import op


def _moments(x, dims):
    mean = x.mean(dims, keepdims=True)
    return mean, np.square(x - mean).mean(dims, keepdims=True)


def _batch_dims(ndim):
    return (0, *range(2, ndim))


def _column(vector, ndim):
    """A per-channel vector so that it broadcasts over (N, C, ...)."""
    return vector.reshape((1, -1) + (1,) * (ndim - 2))


def _normalised(x, dims, eps):
    """`x` with mean 0 and variance 1 over `dims`, and 1 / standard deviation; differentiable."""
    count = 1
    for d in dims:
        count *= x.shape[d]
    shape = tuple(1 if d in dims else n for d, n in enumerate(x.shape))
    mean = (x.sum(dims) / count).reshape(shape)
    centred = x - mean
    variance = ((centred * centred).sum(dims) / count).reshape(shape)
    inverse = (variance + eps) ** -0.5
    return centred * inverse, inverse


def _through_normalisation(g, x, dims, eps):
    """The gradient at `x` of normalising it over `dims`, given that of the result."""
    count = 1
    for d in dims:
        count *= x.shape[d]
    shape = tuple(1 if d in dims else n for d, n in enumerate(x.shape))
    normal, inverse = _normalised(x, dims, eps)
    mean = (g.sum(dims) / count).reshape(shape)
    along = ((g * normal).sum(dims) / count).reshape(shape)
    return (g - mean - normal * along) * inverse


def _scaled(g, weight, ndim):
    return g if weight is None else g * _column(weight, ndim)


def _batch_gradient(g, self, weight, running_mean, running_var, training, eps):
    ndim = len(self.shape)
    if not training:
        return _scaled(g, weight, ndim) * _column((running_var + eps) ** -0.5, ndim)
    return _through_normalisation(_scaled(g, weight, ndim), self, _batch_dims(ndim), eps)


def _batch_weight_gradient(g, self, running_mean, running_var, training, eps):
    ndim = len(self.shape)
    if training:
        normal, _ = _normalised(self, _batch_dims(ndim), eps)
    else:
        normal = (self - _column(running_mean, ndim)) * _column((running_var + eps) ** -0.5, ndim)
    return (g * normal).sum(_batch_dims(ndim))


@op(
    "_batch_norm",
    node="native_batch_norm",
    saves=("running_mean", "running_var"),
    self=_batch_gradient,
    weight=_batch_weight_gradient,
    bias=lambda g: g.sum(_batch_dims(len(g.shape))),
)
def batch_norm(self, weight, bias, running_mean, running_var, training, eps):
    """self (N, C, ...), normalised over all but C by its own moments, or by the running ones."""
    if training:
        mean, variance = _moments(self, _batch_dims(self.ndim))
    else:
        mean, variance = _column(running_mean, self.ndim), _column(running_var, self.ndim)
    out = (self - mean) / np.sqrt(variance + self.dtype.type(eps))
    if weight is not None:
        out = out * _column(weight, self.ndim)
    return out if bias is None else out + _column(bias, self.ndim)


def batch_moments(x):
    """Mean and unbiased variance per channel, for the running estimates; arrays."""
    dims = _batch_dims(x.ndim)
    count = x.size / x.shape[1]
    mean = x.mean(dims)
    return mean, x.var(dims) * (count / (count - 1) if count > 1 else 1)


def _last_dims(shape, count):
    return tuple(range(len(shape) - count, len(shape)))


@op(
    "_layer_norm",
    node="native_layer_norm",
    self=lambda g, self, weight, count, eps: _through_normalisation(
        g if weight is None else g * weight, self, _last_dims(self.shape, count), eps
    ),
    weight=lambda g, self, count, eps: _lead_sum(
        g * _normalised(self, _last_dims(self.shape, count), eps)[0], count
    ),
    bias=lambda g, count: _lead_sum(g, count),
)
def layer_norm(self, weight, bias, count, eps):
    """Normalised over the last `count` dimensions."""
    self = np.ascontiguousarray(self)  # so is the result, whose layout later dropouts follow
    mean, variance = _moments(self, _last_dims(self.shape, count))
    out = (self - mean) / np.sqrt(variance + self.dtype.type(eps))
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def _lead_sum(value, count):
    lead = tuple(range(len(value.shape) - count))
    return value.sum(lead) if lead else value


@op(
    "_group_norm",
    node="native_group_norm",
    self=lambda g, self, weight, groups, eps: _through_normalisation(
        _scaled(g, weight, len(self.shape)).reshape(_grouped(self.shape, groups)),
        self.reshape(_grouped(self.shape, groups)),
        (2,),
        eps,
    ).reshape(tuple(self.shape)),
    weight=lambda g, self, groups, eps: (
        g
        * _normalised(self.reshape(_grouped(self.shape, groups)), (2,), eps)[0].reshape(
            tuple(self.shape)
        )
    ).sum(_batch_dims(len(g.shape))),
    bias=lambda g: g.sum(_batch_dims(len(g.shape))),
)
def group_norm(self, weight, bias, groups, eps):
    """self (N, C, ...), normalised over each of `groups` groups of channels."""
    flat = self.reshape(_grouped(self.shape, groups))
    mean, variance = _moments(flat, (2,))
    out = ((flat - mean) / np.sqrt(variance + self.dtype.type(eps))).reshape(self.shape)
    if weight is not None:
        out = out * _column(weight, self.ndim)
    return out if bias is None else out + _column(bias, self.ndim)


def _grouped(shape, groups):
    count = 1
    for n in shape[1:]:
        count *= n
    return (shape[0], groups, count // groups)
