"""Activations with a kink."""

import numpy as np

from engine import random, sampling
from engine.errors import unsupported
from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.declare import OPS, op, unary
from engine.ops.inplace import inplace_form
from engine.ops.promote import in_single, one_dtype, refuse, refuse_half
from engine.ops.selecting import masked, where
from engine.ops.whole import final, whole
from engine.tensor import Tensor, wrap


def floats_only(name, x):
    """The array, refused unless it is of real floats."""
    if x.dtype.kind == "c":
        raise unsupported(f"{name}() of complex numbers")
    if x.dtype.kind != "f":
        raise NotImplementedError(f"{name}() of {x.dtype}")
    return x


_ZEROS = {char: np.zeros((), char) for char in "fd"}  # numbers take NumPy longer than arrays


def _relu(x):
    zero = _ZEROS.get(x.dtype.char)
    if zero is not None:
        return np.maximum(zero, x)  # of equals `x`, since a zero keeps its sign
    if x.dtype.kind == "b":
        raise RuntimeError("relu() of bools")
    refuse("relu", "c", x)
    return np.maximum(x, 0)


@op(
    "_threshold_backward",
    node="threshold_backward",
    g=lambda g, self, threshold: _above(g, self, threshold),
    self=zeros_for,
)
def _threshold_backward(g, self, threshold):
    return masked(g, ~(self <= threshold))


def _above(g, x, threshold):
    """`g` where x exceeds the threshold, else 0; the derivative by x is 0, but not nothing."""
    if isinstance(g, Tensor):
        return OPS["_threshold_backward"](g, x, threshold)
    least = threshold or _ZEROS.get(x.dtype.char, 0)
    return masked(g, ~(x <= least))


relu = unary("relu", _relu, lambda g, result: _above(g, result, 0), floats=False)


@op(self=lambda g, self, threshold: _above(g, self, threshold))
def threshold(self, threshold: float, value: float):
    """`self` where it exceeds the threshold, else `value`."""
    refuse("threshold", "b", self)
    return np.where(self <= threshold, np.asarray(value, self.dtype), self)


@op(
    self=whole(
        "leaky_relu_backward", lambda g, self, negative_slope: _by_sign(g, self, g * negative_slope)
    )
)
@in_single
def leaky_relu(self, negative_slope=0.01):
    """`self` where positive, else `negative_slope * self`."""
    floats_only("leaky_relu", self)
    return np.where(self > 0, self, self * negative_slope)


def _leaky_of_result(g, result, negative_slope):
    if negative_slope < 0:
        raise RuntimeError("leaky_relu_() has no derivative with a negative slope")
    return _by_sign(g, result, g * negative_slope)


leaky_relu.of_result = whole("leaky_relu_backward", _leaky_of_result)


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
    one_dtype("prelu", input, weight)
    slopes = weight.reshape(()) if not input.ndim else weight
    if weight.ndim == 1 and input.ndim > 1:
        slopes = weight.reshape((1, -1) + (1,) * (input.ndim - 2))
    return _prelu(input, slopes)


@op(
    "prelu",
    node="prelu_kernel",
    self=whole("prelu_kernel_backward", lambda g, self, weight: _by_sign(g, self, g * weight)),
    weight=whole(
        "prelu_kernel_backward", lambda g, self, weight: masked(g * self, bare(self) <= 0)
    ),
)
def _prelu_kernel(self, weight):
    floats_only("prelu", self)
    return np.where(self > 0, self, self * weight)


_prelu = OPS["prelu"]
OPS["prelu"] = prelu


@op(
    self=whole(
        "hardtanh_backward",
        lambda g, self, min_val, max_val: masked(g, ~_outside(self, min_val, max_val)),
    )
)
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
    refuse("hardtanh", "c", self)
    return np.clip(self, min_val, max_val).astype(self.dtype)


def _between(x, low, high):
    return (bare(x) > low) & (bare(x) < high)


def _outside(x, low, high):
    return (bare(x) <= low) | (bare(x) >= high)


_SIXTH = float(np.float32(1 / 6))  # PyTorch's is no more exact

hardsigmoid = unary(
    "hardsigmoid",
    in_single(lambda x: np.clip(floats_only("hardsigmoid", x) + 3, 0, 6) / 6),
    final(
        "hardsigmoid_backward",
        lambda g, self: masked(g * _SIXTH, _between(self, -3, 3)),
        forward=True,
    ),
    floats=False,
)


@in_single
def _hardswish_slope(g, self):
    sloping = masked(g * (self / 3 + 0.5), bare(self) > -3)
    return where(constant(~(bare(self) < 3), g), g, sloping)


hardswish = unary(
    "hardswish",
    in_single(lambda x: floats_only("hardswish", x) * np.clip(x + 3, 0, 6) / 6),
    whole("hardswish_backward", _hardswish_slope),
    floats=False,
)


@op(
    self=whole(
        "hardshrink_backward", lambda g, self, lambd: masked(g, ~(np.abs(bare(self)) <= lambd))
    )
)
def hardshrink(self, lambd=0.5):
    """`self` with what is not farther from 0 than `lambd` set to 0."""
    floats_only("hardshrink", self)
    return np.where(np.abs(self) <= lambd, np.zeros((), self.dtype), self)


@op(
    self=whole(
        "softshrink_backward", lambda g, self, lambd: masked(g, ~(np.abs(bare(self)) <= lambd))
    )
)
def softshrink(self, lambd=0.5):
    """`self` drawn `lambd` nearer to 0."""
    floats_only("softshrink", self)
    if lambd < 0:
        raise RuntimeError(f"softshrink(): lambd must not be negative, but is {lambd}")
    return np.where(self > lambd, self - lambd, np.where(self < -lambd, self + lambd, self * 0))


@op(
    "_rrelu",
    node="rrelu_with_noise",
    saves=("noise",),
    self=whole("rrelu_with_noise_backward", lambda g, self, noise: g * noise),
)
def _rrelu_with_noise(self, noise, slope=0.0):
    """`slope` is the one that was used for negative elements, or 0 where it was drawn."""
    return self * noise


def _rrelu_of_result(g, result, noise, slope):
    if slope < 0:
        raise RuntimeError("rrelu_() has no derivative with a negative slope")
    return g * noise


OPS["_rrelu"].of_result = whole("rrelu_with_noise_backward", _rrelu_of_result)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, generator=None):
    """`leaky_relu` with a slope drawn for each negative element; outside training the mean one."""
    return OPS["_rrelu"](input, _slopes(input, lower, upper, training, generator))


def _slopes(input, lower, upper, training, generator):
    if lower > upper:
        raise RuntimeError(f"rrelu(): lower {lower} exceeds upper {upper}")
    x = floats_only("rrelu", input._data)
    if training:
        refuse_half("rrelu", x)
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
    slopes = _slopes(input, lower, upper, training, generator)
    return _rrelu_inplace(input, slopes, 0.0 if training else (lower + upper) / 2)


rrelu.inplace = _rrelu_
