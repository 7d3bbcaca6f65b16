"""Elementwise arithmetic and functions."""

import operator

import numpy as np

from engine.ops.declare import ARRAYS, binary, op, unary
from engine.ops.promote import to_float


def _divide(x, y):
    if getattr(x, "dtype", y).kind in "iub" if hasattr(x, "dtype") else False:
        x = to_float(x)
    return x / y


add = binary("add", operator.add, lambda g: g, lambda g: g)
sub = binary("sub", operator.sub, lambda g: g, lambda g: -g)
mul = binary("mul", operator.mul, lambda g, other: g * other, lambda g, self: g * self)
clone = unary("clone", lambda x: x.copy(), lambda g: g, floats=False)
neg = unary("neg", operator.neg, lambda g: -g, floats=False)
exp = unary("exp", np.exp, lambda g, result: g * result)
log = unary("log", np.log, lambda g, self: g / self)
sqrt = unary("sqrt", np.sqrt, lambda g, result: g / (2 * result))
tanh = unary("tanh", np.tanh, lambda g, result: g * (1 - result * result))
sin = unary("sin", np.sin, lambda g, self: g * cos(self))
cos = unary("cos", np.cos, lambda g, self: g * -sin(self))
