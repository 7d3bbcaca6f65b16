"""`torch.nn.init`: initial values of parameters, with PyTorch's own random numbers."""

import functools
import math
import warnings

import numpy as np

from engine.absent import refusing
from engine.autograd.grad_mode import no_grad
from engine.creation import eye as unit_matrix
from engine.drawing import randperm
from engine.tensor import wrap

_GAINS = {
    "linear": 1,
    "sigmoid": 1,
    "tanh": 5.0 / 3,
    "relu": math.sqrt(2.0),
    "selu": 3.0 / 4,
    **{f"conv{n}d": 1 for n in (1, 2, 3)},
    **{f"conv_transpose{n}d": 1 for n in (1, 2, 3)},
}


def calculate_gain(nonlinearity, param=None):
    """The factor that keeps the variance through an activation."""
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        if isinstance(slope, bool) or not isinstance(slope, int | float):
            raise ValueError(f"the slope must be a number, not {slope!r}")
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity not in _GAINS:
        raise ValueError(f"no gain is known for {nonlinearity!r}")
    return _GAINS[nonlinearity]


def _calculate_fan_in_and_fan_out(tensor):
    """Inputs and outputs of one unit (He et al. 2015)."""
    if tensor.ndim < 2:
        raise ValueError("fan in and fan out need a tensor of at least 2 dimensions")
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Uniform between `a` and `b`."""
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Normal with that mean and standard deviation."""
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def constant_(tensor, val):
    """One value everywhere."""
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    """Ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor):
    """Zeros."""
    return constant_(tensor, 0.0)


def eye_(tensor):
    """The identity matrix."""
    if tensor.ndim != 2:
        raise ValueError(f"eye_() takes 2 dimensions, not {tensor.ndim}")
    with no_grad():
        return tensor.copy_(unit_matrix(*tensor.shape, dtype=tensor.dtype))


def dirac_(tensor, groups=1):
    """A convolution that passes each channel on as it is."""
    if tensor.ndim not in (3, 4, 5):
        raise ValueError(f"dirac_() takes 3 to 5 dimensions, not {tensor.ndim}")
    if tensor.shape[0] % groups:
        raise ValueError(f"{tensor.shape[0]} outputs do not divide into {groups} groups")
    count = tensor.shape[0] // groups
    middle = tuple(size // 2 for size in tensor.shape[2:])
    with no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(count, tensor.shape[1])):
                tensor[(group * count + channel, channel, *middle)] = 1
    return tensor


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Normal, but only between `a` and `b`."""
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            "the mean lies more than two standard deviations outside of the bounds, so the "
            "distribution may be off",
            UserWarning,
            stacklevel=2,
        )
    share = (math.erf((b - mean) / std / 2**0.5) - math.erf((a - mean) / std / 2**0.5)) / 2
    draw = _normal_within if share > 0.3 else _uniform_by_density
    with no_grad():
        return tensor.copy_(_until_accepted(tensor, draw(mean, std, a, b, generator)))


def _until_accepted(like, draw):
    """Draw for all elements until each has been accepted once."""
    result, pending = None, None
    while pending is None or pending.any():
        candidates, refused = draw(like)
        if pending is None:
            result, pending = candidates, refused
        else:
            result = np.where(pending, candidates, result)
            pending = pending & refused
    return wrap(result)


def _normal_within(mean, std, a, b, generator):
    """Normal numbers, refused outside of the bounds: quick where the bounds are wide."""

    def draw(like):
        drawn = like.new_empty(like.shape).normal_(mean, std, generator=generator)._data
        return drawn, (drawn < drawn.dtype.type(a)) | (drawn > drawn.dtype.type(b))

    return draw


def _uniform_by_density(mean, std, a, b, generator):
    """Numbers from between the bounds, accepted as often as they are likely."""
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2

    def draw(like):
        drawn = like.new_empty(like.shape).uniform_(a, b, generator=generator)._data
        chance = like.new_empty(like.shape).uniform_(generator=generator)._data
        return drawn, np.log(chance) > ((drawn - mean) / std) ** 2 * -0.5 - peak

    return draw


def orthogonal_(tensor, gain=1, generator=None):
    """Rows or columns, whichever are fewer, that are orthogonal and of length `gain`."""
    if tensor.ndim < 2:
        raise ValueError(f"orthogonal_() takes at least 2 dimensions, not {tensor.ndim}")
    if tensor.numel() == 0:
        return tensor
    with no_grad():
        rows = tensor.shape[0]
        flat = tensor.new_empty((rows, tensor.numel() // rows))
        matrix = flat.normal_(0, 1, generator=generator).numpy()
        wide = matrix.shape[0] < matrix.shape[1]
        q, r = np.linalg.qr(matrix.T if wide else matrix)
        q = q * np.sign(np.diag(r))
        tensor.copy_(wrap(np.ascontiguousarray(q.T if wide else q)).view_as(tensor))
        return tensor.mul_(gain)


def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Normal, with the part `sparsity` of every column set to zero."""
    if tensor.ndim != 2:
        raise ValueError(f"sparse_() takes 2 dimensions, not {tensor.ndim}")
    zeros = math.ceil(sparsity * tensor.shape[0])
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(tensor.shape[1]):
            tensor[randperm(tensor.shape[0])[:zeros], column] = 0
    return tensor


def _fan(tensor, mode):
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"mode must be fan_in or fan_out, not {mode!r}")
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == "fan_in" else fan_out


def _is_empty(tensor):
    if 0 not in tensor.shape:
        return False
    warnings.warn("a tensor without elements has no initial values", UserWarning, stacklevel=3)
    return True


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """He et al. 2015, uniform."""
    if _is_empty(tensor):
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """He et al. 2015, normal."""
    if _is_empty(tensor):
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    return normal_(tensor, 0.0, std, generator)


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Glorot and Bengio 2010, uniform."""
    std = gain * math.sqrt(2.0 / sum(_calculate_fan_in_and_fan_out(tensor)))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """Glorot and Bengio 2010, normal."""
    std = gain * math.sqrt(2.0 / sum(_calculate_fan_in_and_fan_out(tensor)))
    return normal_(tensor, 0.0, std, generator)


def _old_name(function):
    """The function under the name that it had before it ended in an underscore."""

    @functools.wraps(function)
    def renamed(*args, **kwargs):
        warnings.warn(f"use {function.__name__}()", FutureWarning, stacklevel=2)
        return function(*args, **kwargs)

    renamed.__name__ = function.__name__.removesuffix("_")
    return renamed


uniform, normal, constant = map(_old_name, (uniform_, normal_, constant_))
eye, dirac, sparse, orthogonal = map(_old_name, (eye_, dirac_, sparse_, orthogonal_))
kaiming_uniform, kaiming_normal = map(_old_name, (kaiming_uniform_, kaiming_normal_))
xavier_uniform, xavier_normal = map(_old_name, (xavier_uniform_, xavier_normal_))

__getattr__ = refusing(__name__)
