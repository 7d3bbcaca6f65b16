"""Activations that are smooth, or nearly so."""

import math

import numpy as np

from engine.ops import rounded
from engine.ops.activation import floats_only
from engine.ops.arraylike import bare, constant
from engine.ops.compose import composed
from engine.ops.declare import op, unary
from engine.ops.elementary import exp, tanh
from engine.ops.joining import cat
from engine.ops.parts import narrow
from engine.ops.promote import derived_in_single, in_single
from engine.ops.selecting import masked, where
from engine.ops.shape import normal_dim
from engine.ops.signs import abs
from engine.ops.special import erf, sigmoid
from engine.ops.whole import whole


def _elu(x, alpha, scale, input_scale=1.0):
    return np.where(x > 0, scale * x, alpha * scale * rounded.expm1(input_scale * np.minimum(0, x)))


@in_single
def _elu_slope(g, x, alpha, scale, input_scale=1.0):
    steep = g * (alpha * scale * input_scale) * exp(masked(x, bare(x) < 0) * input_scale)
    return where(constant(bare(x) <= 0, g), steep, g * scale)


def _elu_of_result(g, result, alpha, scale, input_scale=1.0):
    if alpha < 0:
        raise RuntimeError("elu_() has no derivative with a negative alpha")
    steep = g * input_scale * (masked(result, bare(result) < 0) + alpha * scale)
    return where(constant(bare(result) <= 0, g), steep, g * scale)


@op(self=whole("elu_backward", lambda g, self, alpha: _elu_slope(g, self, alpha, 1.0)))
def elu(self, alpha=1.0):
    """`self` where positive, else `alpha * (exp(self) - 1)`."""
    return _elu(floats_only("elu", self), alpha, 1.0)


elu.of_result = whole(
    "elu_backward", lambda g, result, alpha: _elu_of_result(g, result, alpha, 1.0)
)


_SELU = (1.6732632423543772848170429916717, 1.0507009873554804934193349852946)


@op(node="elu", self=whole("elu_backward", lambda g, self: _elu_slope(g, self, *_SELU)))
@in_single
def selu(self):
    """`elu` with the two constants that keep mean and variance of deep nets."""
    return _elu(floats_only("selu", self), *_SELU)


selu.of_result = whole("elu_backward", lambda g, result: _elu_of_result(g, result, *_SELU))


@op(self=whole("elu_backward", lambda g, self, alpha: _elu_slope(g, self, alpha, 1.0, 1 / alpha)))
def celu(self, alpha=1.0):
    """`elu` that is smooth for every alpha."""
    if alpha == 0:
        raise RuntimeError("celu(): alpha must not be 0")
    return _elu(floats_only("celu", self), alpha, 1.0, 1 / alpha)


celu.of_result = whole(
    "elu_backward", lambda g, result, alpha: _elu_of_result(g, result, alpha, 1.0, 1 / alpha)
)


@in_single
def _silu_slope(g, self):
    s = sigmoid(self)
    return g * s * (1 + self * (1 - s))


silu = unary(
    "silu",
    in_single(lambda x: floats_only("silu", x) / (1 + rounded.exp(-x))),
    _silu_slope,
    floats=False,
)


def _softplus(x):
    """log(1 + exp(x))."""
    return rounded.log1p(rounded.exp(x))


@in_single
def _mish_slope(g, self):
    t = tanh(softplus(self))
    return g * (t + self * sigmoid(self) * (1 - t * t))


mish = unary(
    "mish",
    in_single(lambda x: floats_only("mish", x) * rounded.tanh(_softplus(x))),
    _mish_slope,
    floats=False,
)


@in_single
def _softplus_slope(g, self, beta, threshold):
    return where(constant(bare(self) * beta > threshold, g), g, g * sigmoid(self * beta))


@op(self=whole("softplus_backward", _softplus_slope))
@in_single
def softplus(self, beta=1.0, threshold=20.0):
    """`log(1 + exp(beta * self)) / beta`; above the threshold just `self`."""
    scaled = floats_only("softplus", self) * beta
    return np.where(scaled > threshold, self, _softplus(scaled) / beta)


@derived_in_single
def _log_sigmoid_slope(g, self, result1):
    """`result1` is `exp(-|self|)`, which does for a derivative that has none of its own."""
    if not isinstance(self, np.ndarray):
        return g[0] * sigmoid(-self)
    part = result1 / (1 + result1)
    return g[0] * np.where(self < 0, 1 - part, part)


@op("_log_sigmoid", node="log_sigmoid", self=whole("log_sigmoid_backward", _log_sigmoid_slope))
@in_single
def log_sigmoid(self):
    """`log(sigmoid(self))`, and `exp(-|self|)`."""
    small = rounded.exp(-np.abs(floats_only("logsigmoid", self)))
    return np.minimum(self, 0) - rounded.log1p(small), small


log_sigmoid.op.differentiable_outputs = (0,)


@composed
def logsigmoid(self):
    """`log(sigmoid(self))` without overflow."""
    return log_sigmoid(self)[0]


_SQRT_HALF = math.sqrt(0.5)
_SQRT_2_OVER_PI = math.sqrt(2 / math.pi)
_CUBIC = 0.044715


@in_single
def _gelu_slope(g, self, approximate):
    if approximate == "none":
        density = exp(self * self * -0.5) * (0.5 * _SQRT_2_OVER_PI)
        return g * ((erf(self * _SQRT_HALF) + 1) * 0.5 + self * density)
    t = tanh((self + self * self * self * _CUBIC) * _SQRT_2_OVER_PI)
    inner = (self * self * (3 * _CUBIC) + 1) * _SQRT_2_OVER_PI
    return g * ((t + 1) * 0.5 + self * (1 - t * t) * inner * 0.5)


@op(self=whole("gelu_backward", _gelu_slope))
def gelu(self, *, approximate="none"):
    """`self` times the share of the normal distribution below it, or its "tanh" approximation."""
    result = _gelu(self, approximate)
    by_onednn = self.dtype == np.float32 and self.size > 1 and self.flags.c_contiguous
    if by_onednn and approximate == "none":
        result += self - self  # NaN where it was infinite
    return result


@in_single
def _gelu(self, approximate):
    floats_only("gelu", self)
    if approximate == "none":
        return self * ((erf(self * _SQRT_HALF) + 1) * 0.5)
    if approximate != "tanh":
        raise RuntimeError(f"gelu(): approximate is 'none' or 'tanh', not {approximate!r}")
    inner = (self + self * self * self * _CUBIC) * _SQRT_2_OVER_PI
    return self * ((rounded.tanh(inner) + 1) * 0.5)


@composed
def softsign(self):
    """`self / (1 + abs(self))`."""
    return self / (abs(self) + 1)


@composed
def tanhshrink(self):
    """`self - tanh(self)`."""
    return self - tanh(self)


def _glu_derivative(g, self, dim):
    half = self.shape[dim] // 2
    first, gate = narrow(self, dim, 0, half), sigmoid(narrow(self, dim, half, half))
    return cat([g * gate, g * first * gate * (1 - gate)], dim)


@op(self=whole("glu_backward", _glu_derivative))
@in_single
def glu(self, dim=-1):
    """The first half along `dim` times the sigmoid of the second."""
    if not self.ndim:
        raise RuntimeError("glu() has nothing to halve in a 0-dim tensor")
    if self.shape[normal_dim(dim, self.ndim)] % 2:
        raise RuntimeError("glu() halves a dimension, whose size must be even")
    first, second = np.split(floats_only("glu", self), 2, axis=dim)
    return first * sigmoid(second)
