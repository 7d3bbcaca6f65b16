"""Normalisations of `torch.nn.functional`."""

import math

import numpy as np

from engine.autograd.mapped import refuse_write
from engine.nn.functional.pooling import avg_pool2d, avg_pool3d
from engine.nn.functional.resizing import pad
from engine.ops import normalization as ops
from engine.ops.declare import OPS
from engine.ops.promote import refuse
from engine.tensor import own

__all__ = [
    "batch_norm",
    "group_norm",
    "instance_norm",
    "layer_norm",
    "local_response_norm",
    "normalize",
    "rms_norm",
]


def batch_norm(
    input,
    running_mean,
    running_var,
    weight=None,
    bias=None,
    training=False,
    momentum=0.1,
    eps=1e-5,
):
    """Normalise each channel over the batch, or, outside training, by the running moments."""
    if training and input.numel() and input.numel() == input.shape[1]:
        raise ValueError(
            f"batch_norm() in training needs several values per channel, not {list(input.shape)}"
        )
    if training and eps <= 0:
        raise ValueError(f"batch_norm() in training needs an eps above 0, not {eps}")
    refuse("batch_norm", "iub", input._data)
    return _batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def _batch_norm(input, mean, var, weight, bias, training, momentum, eps):
    refuse("batch_norm", "iub", input._data)
    _check_channels(input, training, running_mean=mean, running_var=var, weight=weight, bias=bias)
    if not input.numel():  # nothing to normalise by: PyTorch scales and shifts what is not there
        result = input.clone() if weight is None else input * weight[0]
        return result if bias is None else result + bias[0]
    try:
        return ops.native_batch_norm(input, weight, bias, mean, var, training, eps)[0]
    except RuntimeError:  # refused: there is nothing to update by
        training = False
        raise
    finally:  # also where a recomputation ends, as soon as everything is saved
        if training and mean is not None:
            _update(input, mean, var, momentum)


def _check_channels(input, training, **vectors):
    if not input.ndim or (input.ndim < 2 and input.numel()):
        raise RuntimeError(f"batch_norm() takes at least 2 dimensions, not {input.ndim}")
    channels = input.shape[1] if input.ndim > 1 else 0
    for name, vector in vectors.items():
        if vector is None:
            if not training and name.startswith("running"):
                raise RuntimeError(f"batch_norm() outside training needs a {name}")
        elif vector.numel() != channels:
            raise RuntimeError(
                f"batch_norm(): {name} has {vector.numel()} elements, for {channels} channels"
            )


def _update(input, mean, var, momentum):
    """The running moments, whose versions PyTorch leaves as they are."""
    for running, new in zip((mean, var), ops.batch_moments(input._data), strict=True):
        refuse_write(running, (input,))
        data = own(running)
        data *= 1 - momentum
        data += (momentum * new).astype(data.dtype)


def instance_norm(
    input,
    running_mean=None,
    running_var=None,
    weight=None,
    bias=None,
    use_input_stats=True,
    momentum=0.1,
    eps=1e-5,
):
    """Normalise each channel of each sample."""
    if use_input_stats and math.prod(input.shape[2:]) == 1:
        raise ValueError(f"instance_norm() needs more than one value per channel: {input.shape}")
    batch, channels = input.shape[:2]
    repeated = [
        None if v is None else v.repeat(batch) for v in (running_mean, running_var, weight, bias)
    ]
    repeated[:2] = [None if v is None else v.to(input.dtype) for v in repeated[:2]]
    flat = input.contiguous().view(1, batch * channels, *input.shape[2:])
    result = _batch_norm(flat, *repeated, use_input_stats, momentum, eps)
    if use_input_stats:
        for running, new in ((running_mean, repeated[0]), (running_var, repeated[1])):
            if running is not None:
                own(running)[...] = new._data.reshape(batch, channels).mean(0)
    return result.view(input.shape)


def _shape(name, normalized_shape):
    if not isinstance(normalized_shape, tuple | list):
        raise TypeError(f"{name}() takes a tuple of sizes, not {type(normalized_shape).__name__}")
    return tuple(normalized_shape)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalise over the last dimensions, whose sizes are `normalized_shape`."""
    return ops.native_layer_norm(input, _shape("layer_norm", normalized_shape), weight, bias, eps)[
        0
    ]


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalise over groups of channels."""
    if input.ndim < 2:
        raise RuntimeError(f"group_norm() takes at least 2 dimensions, not {input.ndim}")
    batch, channels = input.shape[:2]
    if num_groups and math.prod((batch * channels // num_groups, *input.shape[2:])) == 1:
        raise ValueError(
            f"group_norm() needs more than one value per channel, not {list(input.shape)}"
        )
    if num_groups <= 0 or channels % num_groups:
        raise RuntimeError(f"{channels} channels do not divide into {num_groups} groups")
    for scale in (weight, bias):
        if scale is not None and scale.numel() != channels:
            raise RuntimeError(f"group_norm(): {scale.numel()} weights for {channels} channels")
    places = input.numel() // (batch * channels) if input.numel() else 0
    return ops.native_group_norm(input, weight, bias, batch, channels, places, num_groups, eps)[0]


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Divide by the root of the mean square over the last dimensions."""
    shape = _shape("rms_norm", normalized_shape)
    ops.check_last("rms_norm", input._data, shape, None if weight is None else weight._data)
    refuse("rms_norm", "iub", input._data)
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    half = input._data.dtype == np.float16
    wide = input.float() if half else input  # whose squares would leave the range
    eps = float(np.finfo(wide._data.dtype).eps) if eps is None else eps
    result = wide * (wide.pow(2).mean(dims, keepdim=True) + eps).rsqrt()
    result = (result if weight is None else result * weight).contiguous()
    return result if result._data.dtype == input._data.dtype else result.to(input.dtype)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Divide by the norm along `dim`."""
    size = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return OPS["div"](input, size, out=out)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Divide by a power of the sum of squares over neighbouring channels."""
    if input.ndim < 3:
        raise ValueError(f"local_response_norm() takes at least 3 dimensions, not {input.ndim}")
    if not input.numel():
        return input
    squares = (input * input).unsqueeze(1)
    sides = [size // 2, (size - 1) // 2]
    if input.ndim == 3:
        means = avg_pool2d(pad(squares, [0, 0, *sides]), (size, 1), 1).squeeze(1)
    else:
        batch, channels, height = input.shape[:3]
        flat = squares.view(batch, 1, channels, height, -1)
        means = avg_pool3d(pad(flat, [0, 0, 0, 0, *sides]), (size, 1, 1), 1).squeeze(1)
        means = means.view(input.shape)
    return input / (means * alpha + k).pow(beta)
