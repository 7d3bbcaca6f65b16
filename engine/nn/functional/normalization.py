"""Normalisations of `torch.nn.functional`."""

import numpy as np

from engine.nn.functional.resizing import pad
from engine.ops import normalization
from engine.tensor import bump_version, own

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
    if training and input.numel() // max(input.shape[1], 1) == 1:
        raise ValueError(
            f"batch_norm() in training needs more than one value per channel, not {list(input.shape)}"
        )
    output = normalization.batch_norm(
        input, weight, bias, running_mean, running_var, training, eps
    )
    if training and running_mean is not None:
        mean, variance = normalization.batch_moments(input._data)
        for running, new in ((running_mean, mean), (running_var, variance)):
            data = own(running)
            data *= 1 - momentum
            data += momentum * new  # PyTorch raises no version here either
    return output


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
    batch, channels = input.shape[:2]
    flat = input.reshape(1, batch * channels, *input.shape[2:])
    output = normalization.batch_norm(flat, None, None, None, None, True, eps).reshape(input.shape)
    shape = (1, -1) + (1,) * (input.ndim - 2)
    output = output if weight is None else output * weight.reshape(shape)
    return output if bias is None else output + bias.reshape(shape)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalise over the last dimensions, whose sizes are `normalized_shape`."""
    wanted = tuple(normalized_shape)
    if tuple(input.shape[input.ndim - len(wanted) :]) != wanted:
        raise RuntimeError(
            f"layer_norm() over {list(wanted)} does not fit an input of {list(input.shape)}"
        )
    return normalization.layer_norm(input, weight, bias, len(wanted), eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalise over groups of channels."""
    if input.shape[1] % num_groups:
        raise RuntimeError(f"{input.shape[1]} channels do not divide into {num_groups} groups")
    return normalization.group_norm(input, weight, bias, num_groups, eps)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Divide by the root of the mean square over the last dimensions."""
    dims = tuple(range(input.ndim - len(normalized_shape), input.ndim))
    eps = float(np.finfo(input._data.dtype).eps) if eps is None else eps
    output = input * ((input * input).mean(dims, keepdim=True) + eps).rsqrt()
    return output if weight is None else output * weight


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Divide by the norm along `dim`."""
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Divide by a power of the sum of squares over neighbouring channels."""
    square = input.pow(2).unsqueeze(1)
    pads = [0, 0] * (input.ndim - 2) + [size // 2, (size - 1) // 2]
    windows = pad(square, pads).unfold(2, size, 1).mean(-1)
    return input / (windows.squeeze(1) * alpha + k).pow(beta)
