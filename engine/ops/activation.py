"""Activations, and softmax."""

import math

import numpy as np

from engine import dtype as dtypes
from engine import random, sampling
from engine.errors import unsupported
from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.compose import composed
from engine.ops.declare import OPS, op, unary
from engine.ops.elementary import exp, tanh
from engine.ops.inplace import inplace_form
from engine.ops.joining import cat
from engine.ops.parts import narrow
from engine.ops.promote import refuse
from engine.ops.reduce import sum
from engine.ops.selecting import abs, masked, where
from engine.ops.shape import normal_dim
from engine.ops.special import erf, sigmoid
from engine.tensor import Tensor, wrap

# ---- with a kink --------------------------------------------------------------------------------


def _relu(x):
    if x.dtype.kind == "b":
        raise RuntimeError("relu() of bools")
    return np.maximum(x, 0)


@op(
    "_threshold_backward",
    node="threshold_backward",
    g=lambda g, self, threshold: _above(g, self, threshold),
    self=lambda g: zeros_for(g),
)
def _threshold_backward(g, self, threshold):
    return masked(g, ~(self <= threshold))


def _above(g, x, threshold):
    """`g` where x exceeds the threshold, else 0; the derivative by x is 0, but not nothing."""
    if isinstance(g, Tensor):
        return OPS["_threshold_backward"](g, x, threshold)
    return masked(g, ~(x <= threshold))


relu = unary("relu", _relu, lambda g, result: _above(g, result, 0), floats=False)


def _floats(name, x):
    if x.dtype.kind == "c":
        raise unsupported(f"{name}() of complex numbers")
    if x.dtype.kind != "f":
        raise NotImplementedError(f"{name}() of {x.dtype}")
    return x


@op(self=lambda g, self, threshold: _above(g, self, threshold))
def threshold(self, threshold, value):
    """`self` where it exceeds the threshold, else `value`."""
    refuse("threshold", "b", self)
    return np.where(self <= threshold, np.asarray(value, self.dtype), self)


@op(self=lambda g, self, negative_slope: _by_sign(g, self, g * negative_slope))
def leaky_relu(self, negative_slope=0.01):
    """`self` where positive, else `negative_slope * self`."""
    _floats("leaky_relu", self)
    return np.where(self > 0, self, self * negative_slope)


def _by_sign(g, x, other):
    """`g` where x is positive, else `other`."""
    return where(constant(bare(x) > 0, g), g, other)


def prelu(input, weight):
    """`leaky_relu` with a learnt slope, one for all or one for each channel (dimension 1)."""
    channels = input.shape[1] if input.ndim > 1 else 1
    if weight.ndim > 1:
        raise RuntimeError(f"prelu(): the weight must be a vector, not of {weight.ndim} dimensions")
    if weight.numel() not in (1, channels):
        raise RuntimeError(f"prelu(): {weight.numel()} slopes do not fit {channels} channels")
    if not input.ndim and weight.numel() != 1:
        raise RuntimeError("prelu(): a 0-dim input has one slope")
    if input._data.dtype != weight._data.dtype:
        raise RuntimeError("prelu(): the input and the weight must be of one dtype")
    slopes = weight.reshape(()) if not input.ndim else weight
    if weight.ndim == 1 and input.ndim > 1:
        slopes = weight.reshape((1, -1) + (1,) * (input.ndim - 2))
    return _prelu(input, slopes)


@op(
    "prelu",
    node="prelu_kernel",
    self=lambda g, self, weight: _by_sign(g, self, g * weight),
    weight=lambda g, self: masked(g * self, bare(self) <= 0),
)
def _prelu_kernel(self, weight):
    _floats("prelu", self)
    return np.where(self > 0, self, self * weight)


_prelu = OPS["prelu"]
OPS["prelu"] = prelu


@op(self=lambda g, self, min_val, max_val: masked(g, ~_outside(self, min_val, max_val)))
def hardtanh(self, min_val=-1.0, max_val=1.0):
    """`self` with what is outside the bounds moved there; at the bounds the gradient is 0."""
    if self.dtype.kind == "b":
        raise RuntimeError("hardtanh() of bools")
    if self.dtype.kind in "iu":
        min_val, max_val = int(min_val), int(max_val)
    if self.dtype.kind == "u" and min_val < 0:
        raise RuntimeError("hardtanh(): an unsigned tensor needs bounds that are not negative")
    if min_val > max_val:
        raise ValueError(f"hardtanh(): min_val {min_val} exceeds max_val {max_val}")
    return np.clip(self, min_val, max_val).astype(self.dtype)


def _between(x, low, high):
    return (bare(x) > low) & (bare(x) < high)


def _outside(x, low, high):
    return (bare(x) <= low) | (bare(x) >= high)


@composed
def relu6(self):
    """`relu` with an upper bound of 6."""
    return hardtanh(self, 0.0, 6.0)


_SIXTH = float(np.float32(1 / 6))  # PyTorch's is no more exact

hardsigmoid = unary(
    "hardsigmoid",
    lambda x: np.clip(_floats("hardsigmoid", x) + 3, 0, 6) / 6,
    lambda g, self: masked(g * _SIXTH, _between(self, -3, 3)),
    floats=False,
)
hardswish = unary(
    "hardswish",
    lambda x: _floats("hardswish", x) * np.clip(x + 3, 0, 6) / 6,
    lambda g, self: where(
        constant(~(bare(self) < 3), g), g, masked(g * (self / 3 + 0.5), bare(self) > -3)
    ),
    floats=False,
)


@op(self=lambda g, self, lambd: masked(g, ~(np.abs(bare(self)) <= lambd)))
def hardshrink(self, lambd=0.5):
    """`self` with what is not farther from 0 than `lambd` set to 0."""
    _floats("hardshrink", self)
    return np.where(np.abs(self) <= lambd, np.zeros((), self.dtype), self)


@op(self=lambda g, self, lambd: masked(g, ~(np.abs(bare(self)) <= lambd)))
def softshrink(self, lambd=0.5):
    """`self` drawn `lambd` nearer to 0."""
    _floats("softshrink", self)
    if lambd < 0:
        raise RuntimeError(f"softshrink(): lambd must not be negative, but is {lambd}")
    return np.where(np.isnan(self), self, np.sign(self) * np.maximum(np.abs(self) - lambd, 0))


# ---- smooth -------------------------------------------------------------------------------------


def _elu(x, alpha, scale, input_scale=1.0):
    return np.where(x > 0, scale * x, alpha * scale * np.expm1(input_scale * np.minimum(x, 0)))


def _elu_slope(g, x, alpha, scale, input_scale=1.0):
    steep = g * (alpha * scale * input_scale) * exp(x * input_scale)
    return where(constant(bare(x) <= 0, g), steep, g * scale)


@op(self=lambda g, self, alpha: _elu_slope(g, self, alpha, 1.0))
def elu(self, alpha=1.0):
    """`self` where positive, else `alpha * (exp(self) - 1)`."""
    return _elu(_floats("elu", self), alpha, 1.0)


_SELU = (1.6732632423543772848170429916717, 1.0507009873554804934193349852946)


@op(node="elu", self=lambda g, self: _elu_slope(g, self, *_SELU))
def selu(self):
    """`elu` with the two constants that keep mean and variance of deep nets."""
    return _elu(_floats("selu", self), *_SELU)


@op(self=lambda g, self, alpha: _elu_slope(g, self, alpha, 1.0, 1 / alpha))
def celu(self, alpha=1.0):
    """`elu` that is smooth for every alpha."""
    if alpha == 0:
        raise RuntimeError("celu(): alpha must not be 0")
    return _elu(_floats("celu", self), alpha, 1.0, 1 / alpha)


def _silu_slope(g, x):
    s = sigmoid(x)
    return g * (s * (1 + x * (1 - s)))


silu = unary(
    "silu",
    lambda x: _floats("silu", x) / (1 + np.exp(-x)),
    lambda g, self: _silu_slope(g, self),
    floats=False,
)


def _softplus(x):
    """log(1 + exp(x)), which does not overflow."""
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def _mish_slope(g, x):
    t = tanh(softplus(x))
    return g * (t + x * sigmoid(x) * (1 - t * t))


mish = unary(
    "mish",
    lambda x: _floats("mish", x) * np.tanh(_softplus(x)),
    lambda g, self: _mish_slope(g, self),
    floats=False,
)


def _softplus_slope(g, x, beta, threshold):
    return where(constant(bare(x) * beta > threshold, g), g, g * sigmoid(x * beta))


@op(self=lambda g, self, beta, threshold: _softplus_slope(g, self, beta, threshold))
def softplus(self, beta=1.0, threshold=20.0):
    """`log(1 + exp(beta * self)) / beta`; above the threshold just `self`."""
    scaled = _floats("softplus", self) * beta
    return np.where(scaled > threshold, self, _softplus(scaled) / beta)


logsigmoid = unary(
    "logsigmoid",
    lambda x: -_softplus(-_floats("logsigmoid", x)),
    lambda g, self: g * sigmoid(-self),
    node="log_sigmoid",
    floats=False,
)

_SQRT_HALF = math.sqrt(0.5)
_SQRT_2_OVER_PI = math.sqrt(2 / math.pi)
_CUBIC = 0.044715


def _gelu_slope(g, x, approximate):
    if approximate == "none":
        density = exp(x * x * -0.5) * (0.5 * _SQRT_2_OVER_PI)
        return g * ((erf(x * _SQRT_HALF) + 1) * 0.5 + x * density)
    t = tanh((x + x * x * x * _CUBIC) * _SQRT_2_OVER_PI)
    inner = (x * x * (3 * _CUBIC) + 1) * _SQRT_2_OVER_PI
    return g * ((t + 1) * 0.5 + x * (1 - t * t) * inner * 0.5)


@op(self=lambda g, self, approximate: _gelu_slope(g, self, approximate))
def gelu(self, *, approximate="none"):
    """`self` times the share of the normal distribution below it, or its "tanh" approximation."""
    _floats("gelu", self)
    if approximate == "none":
        return self * ((erf(self * _SQRT_HALF) + 1) * 0.5)
    if approximate != "tanh":
        raise RuntimeError(f"gelu(): approximate is 'none' or 'tanh', not {approximate!r}")
    inner = (self + self * self * self * _CUBIC) * _SQRT_2_OVER_PI
    return self * ((np.tanh(inner) + 1) * 0.5)


@composed
def softsign(self):
    """`self / (1 + abs(self))`."""
    return self / (abs(self) + 1)


@composed
def tanhshrink(self):
    """`self - tanh(self)`."""
    return self - tanh(self)


def _glu_derivative(g, x, dim):
    half = x.shape[dim] // 2
    first, gate = narrow(x, dim, 0, half), sigmoid(narrow(x, dim, half, half))
    return cat([g * gate, g * first * gate * (1 - gate)], dim)


@op(self=lambda g, self, dim: _glu_derivative(g, self, dim))
def glu(self, dim=-1):
    """The first half along `dim` times the sigmoid of the second."""
    if not self.ndim:
        raise RuntimeError("glu() has nothing to halve in a 0-dim tensor")
    if self.shape[normal_dim(dim, self.ndim)] % 2:
        raise RuntimeError("glu() halves a dimension, whose size must be even")
    first, second = np.split(_floats("glu", self), 2, axis=dim)
    return first * sigmoid(second)


# ---- softmax ------------------------------------------------------------------------------------


def _prepared(name, x, dim, dtype):
    """The array in the wanted dtype, its dimension checked."""
    if dtype is not None:
        x = x.astype(dtypes.as_dtype(dtype).numpy)
    if x.dtype.kind != "f":
        raise NotImplementedError(f"{name}() of {x.dtype}")
    normal_dim(dim, x.ndim)
    return x


def _less_maximum(x, dim):
    return x - np.maximum.reduce(x, axis=dim, keepdims=True) if x.size and x.ndim else x - x


def _total(g, dim):
    """The sum along a dimension, which is kept."""
    if type(g) is np.ndarray and g.ndim:
        return np.add.reduce(g, axis=dim, keepdims=True)
    return sum(g, dim, True)


@op(self=lambda g, result, dim: result * (g - _total(g * result, dim)))
def softmax(self, dim, dtype=None):
    """Exponentials that add up to 1 along `dim`."""
    x = _less_maximum(_prepared("softmax", self, dim, dtype), dim)
    e = np.exp(x)
    return e / np.add.reduce(e, axis=dim if x.ndim else None, keepdims=True)


@op(self=lambda g, result, dim: g - exp(result) * _total(g, dim))
def log_softmax(self, dim, dtype=None):
    """The logarithm of `softmax`, computed without leaving its range."""
    x = _less_maximum(_prepared("log_softmax", self, dim, dtype), dim)
    total = np.add.reduce(np.exp(x), axis=dim if x.ndim else None, keepdims=True)
    return x - np.log(total)


@op("_rrelu", node="rrelu_with_noise", saves=("noise",), self=lambda g, noise: g * noise)
def _rrelu_with_noise(self, noise):
    return self * noise


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, generator=None):
    """`leaky_relu` with a slope drawn for each negative element; outside training the mean one."""
    return OPS["_rrelu"](input, _slopes(input, lower, upper, training, generator))


def _slopes(input, lower, upper, training, generator):
    if lower > upper:
        raise RuntimeError(f"rrelu(): lower {lower} exceeds upper {upper}")
    x = _floats("rrelu", input._data)
    slopes = np.ones(x.shape, x.dtype)
    negative = np.asarray(x <= 0 if training else ~(x > 0))
    drawn = np.full(np.count_nonzero(negative), (lower + upper) / 2)  # in float64 for any dtype
    if training:
        sampling.uniform(drawn, lower, upper, generator or random.default_generator)
    slopes[negative] = drawn
    return wrap(slopes)


OPS["rrelu"] = rrelu
_rrelu_inplace = inplace_form(OPS["_rrelu"], "rrelu_")


def _rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False, generator=None):
    return _rrelu_inplace(input, _slopes(input, lower, upper, training, generator))


rrelu.inplace = _rrelu_
