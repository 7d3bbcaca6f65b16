"""`torch.nn.init`: initial values of parameters, with PyTorch's own random numbers."""

import math

from engine.autograd.mode import no_grad

_GAINS = {
    "linear": 1.0,
    "sigmoid": 1.0,
    "tanh": 5.0 / 3,
    "relu": math.sqrt(2.0),
    "selu": 3.0 / 4,
    **{f"conv{n}d": 1.0 for n in (1, 2, 3)},
    **{f"conv_transpose{n}d": 1.0 for n in (1, 2, 3)},
}


def calculate_gain(nonlinearity, param=None):
    """The factor that keeps the variance through an activation."""
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in _GAINS:
        raise ValueError(f"no gain is known for {nonlinearity!r}")
    return _GAINS[nonlinearity]


def _fans(tensor):
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
    from engine.creation import eye

    if tensor.ndim != 2:
        raise ValueError("eye_() takes a matrix")
    with no_grad():
        return tensor.copy_(eye(*tensor.shape, dtype=tensor.dtype))


def _fan(tensor, mode):
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"mode must be fan_in or fan_out, not {mode!r}")
    fan_in, fan_out = _fans(tensor)
    return fan_in if mode == "fan_in" else fan_out


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """He et al. 2015, uniform."""
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """He et al. 2015, normal."""
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    return normal_(tensor, 0.0, std, generator)


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Glorot and Bengio 2010, uniform."""
    bound = math.sqrt(3.0) * gain * math.sqrt(2.0 / sum(_fans(tensor)))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """Glorot and Bengio 2010, normal."""
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / sum(_fans(tensor))), generator)
