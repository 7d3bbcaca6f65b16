"""Normalisation over a batch, over features, and over groups of channels."""

from functools import wraps
from math import prod

import numpy as np

from engine.errors import unsupported
from engine.fused import fused
from engine.ops.declare import op
from engine.ops.promote import derived_in_single, in_single, one_dtype, refuse, unconverted
from engine.ops.whole import whole
from engine.ordering import as_images
from engine.strides import row_major

# Each operation also returns the means and 1 / standard deviations, for its derivative.


def _of_one_dtype(function):
    """The function, which refuses arrays of several dtypes: so late that they are saved by then.

    PyTorch alone can normalise float16 by float32.
    """
    name = function.__name__.removeprefix("native_")

    @wraps(function)
    def checked(input, *rest):
        others = [v for v in rest if isinstance(v, np.ndarray)]
        if input.dtype == np.float16 and any(v.dtype == np.float32 for v in others):
            raise unsupported(f"{name}() of float16 with parameters in float32")
        one_dtype(name, input, *others)
        return function(input, *rest)

    return checked


def _mean(x, dims):
    """Mean over `dims`, which keep size 1; of arrays and tensors."""
    count = prod(x.shape[d] for d in dims)
    if isinstance(x, np.ndarray):
        return np.add.reduce(x, axis=dims, keepdims=True) / x.dtype.type(count)
    return x.sum(dims, keepdim=True) / count


def _inverse_root(x):
    return 1 / np.sqrt(x) if isinstance(x, np.ndarray) else x**-0.5


def _normalised(x, dims, eps):
    """`x` with mean 0 and variance 1 over `dims`, and its mean and 1 / standard deviation."""
    mean = _mean(x, dims)
    centred = x - mean
    inverse = _inverse_root(_mean(centred * centred, dims) + eps)
    return centred * inverse, mean, inverse


def _through(g, x, mean, inverse, dims, eps):
    """The gradient at `x` of normalising it over `dims`, given that of the result.

    A derivative of it takes the moments as functions of `x`; else those that were saved will do.
    """
    if isinstance(x, np.ndarray):
        normal = (x - mean) * inverse
    else:
        normal, _, inverse = _normalised(x, dims, eps)
    return (g - _mean(g, dims) - normal * _mean(g * normal, dims)) * inverse


def _normal(x, mean, inverse, dims, eps):
    """`x` normalised, by the moments that were saved unless a derivative needs those of `x`."""
    if isinstance(x, np.ndarray):
        return (x - mean) * inverse
    return _normalised(x, dims, eps)[0]


def _batch_dims(x):
    return (0, *range(2, len(x.shape)))


def _column(vector, like):
    """A vector with an entry for each channel, so that it broadcasts over (N, C, ...)."""
    return vector.reshape((1, -1) + (1,) * (len(like.shape) - 2))


def _scaled(g, weight):
    return g if weight is None else g * _column(weight, g)


def _affine(x, mean, inverse, weight, bias):
    """`x` normalised, scaled and shifted: as a multiple and a constant, like PyTorch's."""
    factor = inverse if weight is None else inverse * _column(weight, x)
    constant = fused(-mean, factor, 0 if bias is None else _column(bias, x))
    return fused(x, factor, constant)


# ---- over the batch -----------------------------------------------------------------------------


def _moments_used(x, running_mean, running_var, mean, inverse, training, eps):
    """The moments of each channel that the batch was normalised by, as columns."""
    if training:
        return _column(mean, x), _column(inverse, x)
    return _column(running_mean, x), _column(_inverse_root(running_var + eps), x)


@derived_in_single
def _batch_gradient(g, input, weight, running_mean, running_var, training, eps, result1, result2):
    g = _scaled(unconverted("batch_norm_backward", g[0], weight), weight)
    moments = running_mean, running_var, result1, result2
    mean, inverse = _moments_used(input, *moments, training, eps)
    if not training:
        return g * inverse
    return _through(g, input, mean, inverse, _batch_dims(input), eps)


@derived_in_single
def _batch_weight_gradient(
    g, input, weight, running_mean, running_var, training, eps, result1, result2
):
    g = unconverted("batch_norm_backward", g[0], weight)
    moments = running_mean, running_var, result1, result2
    mean, inverse = _moments_used(input, *moments, training, eps)
    dims = _batch_dims(input)
    normal = _normal(input, mean, inverse, dims, eps) if training else (input - mean) * inverse
    return (g * normal).sum(dims)


@op(
    "_native_batch_norm",
    node="native_batch_norm",
    saves=("running_mean", "running_var"),
    input=whole("native_batch_norm_backward", _batch_gradient),
    weight=whole("native_batch_norm_backward", _batch_weight_gradient),
    bias=whole(
        "native_batch_norm_backward",
        lambda g, input, weight, running_mean, running_var, result1, result2: unconverted(
            "batch_norm_backward", g[0], weight
        ).sum(_batch_dims(g[0])),
    ),
)
@_of_one_dtype
@in_single
def native_batch_norm(input, weight, bias, running_mean, running_var, training, eps):
    """input (N, C, ...), normalised over all but C by its own moments, or by the running ones."""
    refuse("batch_norm", "c", input)
    if not training:
        eps = input.dtype.type(eps)
        mean, inverse = _moments_used(input, running_mean, running_var, None, None, False, eps)
        nothing = np.zeros(0, input.dtype)
        return _affine(input, mean, inverse, weight, bias), nothing, nothing
    mean = _mean(input, _batch_dims(input))
    variance = _mean((input - mean) ** 2, _batch_dims(input)).astype(np.float64)
    inverse = _inverse_root(variance + eps).astype(input.dtype)
    out = _affine(input, mean, inverse, weight, bias)
    return out, mean.reshape(-1), inverse.reshape(-1)


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


@derived_in_single
def _layer_gradient(g, input, weight, bias, normalized_shape, eps, result1, result2):
    g = unconverted("layer_norm_backward", g[0], weight, bias)
    dims = _last_dims(input, len(normalized_shape))
    return _through(g if weight is None else g * weight, input, result1, result2, dims, eps)


@derived_in_single
def _layer_weight_gradient(g, input, weight, bias, normalized_shape, eps, result1, result2):
    g = unconverted("layer_norm_backward", g[0], weight, bias)
    dims = _last_dims(input, len(normalized_shape))
    return _lead_sum(g * _normal(input, result1, result2, dims, eps), len(normalized_shape))


@op(
    "_native_layer_norm",
    node="native_layer_norm",
    input=whole("native_layer_norm_backward", _layer_gradient),
    weight=whole("native_layer_norm_backward", _layer_weight_gradient),
    bias=whole(
        "native_layer_norm_backward",
        lambda g, input, weight, bias, normalized_shape, result1, result2: _lead_sum(
            unconverted("layer_norm_backward", g[0], weight, bias), len(normalized_shape)
        ),
    ),
)
@_of_one_dtype
@in_single
def native_layer_norm(input, normalized_shape, weight, bias, eps):
    """Normalised over the last dimensions, whose sizes are `normalized_shape`."""
    if input.dtype.kind != "f":
        refuse("layer_norm", "iubc", input)
    check_last("layer_norm", input, normalized_shape, weight, bias)
    dims = _last_dims(input, len(normalized_shape))
    normal, mean, inverse = _normalised(input, dims, input.dtype.type(eps))
    normal = normal if weight is None else normal * weight
    return row_major(normal if bias is None else normal + bias), mean, inverse


def check_last(name, x, shape, *scales):
    """Refuse an input, or scales of it, whose last dimensions are not of that shape."""
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


@derived_in_single
def _group_gradient(g, input, weight, group, eps, result1, result2):
    return _through(
        _grouped(_scaled(unconverted("group_norm_backward", g[0], weight), weight), group),
        _grouped(input, group),
        _of_groups(result1),
        _of_groups(result2),
        (2,),
        eps,
    ).reshape(tuple(input.shape))


@derived_in_single
def _group_weight_gradient(g, input, weight, group, eps, result1, result2):
    g = unconverted("group_norm_backward", g[0], weight)
    moments = _of_groups(result1), _of_groups(result2)
    normal = _normal(_grouped(input, group), *moments, (2,), eps).reshape(tuple(input.shape))
    return (g * normal).sum(_batch_dims(input))


def _of_groups(moments):
    """Moments of the groups, to broadcast over what is in each."""
    return moments.reshape((*moments.shape, 1))


@op(
    "_native_group_norm",
    node="native_group_norm",
    input=_group_gradient,
    weight=_group_weight_gradient,
    bias=lambda g, input, weight, result1, result2: unconverted(
        "group_norm_backward", g[0], weight
    ).sum(_batch_dims(g[0])),
)
@_of_one_dtype
@in_single
def native_group_norm(input, weight, bias, N, C, HxW, group, eps):
    """input (N, C, ...), normalised over each of `group` groups of channels."""
    if input.dtype.kind != "f":
        refuse("group_norm", "iubc", input)
    normal, mean, inverse = _normalised(_grouped(input, group), (2,), input.dtype.type(eps))
    mean, inverse = mean.reshape(N, group), inverse.reshape(N, group)
    out = normal.reshape(input.shape)
    if weight is not None or bias is not None:
        shape = (N, C) + (1,) * (input.ndim - 2)
        moments = (v.repeat(C // group, 1).reshape(shape) for v in (mean, inverse))
        out = _affine(input, *moments, weight, bias)
    return as_images(out, input), mean, inverse


for _operation in (native_batch_norm, native_layer_norm):
    _operation.op.differentiable_outputs = (0,)
