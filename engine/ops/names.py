"""Which operations have an in-place form, and which go by other names too."""

import importlib

from engine.ops.declare import OPS
from engine.ops.inplace import inplace_form

FAMILIES = (
    "pointwise selecting elementary power rounding comparison reduce variance cumulative extremes sorting special activation"
).split()

INPLACE = """
    abs acos acosh add addcdiv addcmul asin asinh atan atan2 atanh bitwise_and
    bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor ceil celu clamp
    clamp_max clamp_min copysign cos cosh cumprod cumsum deg2rad digamma div elu eq erf erfc
    erfinv exp exp2 expm1 float_power floor floor_divide fmod frac gcd ge gt hardsigmoid
    hardswish hardtanh heaviside hypot i0 lcm ldexp le leaky_relu lerp lgamma log log10 log1p
    log2 logical_and logical_not logical_or logical_xor logit lt mish mul mvlgamma nan_to_num ne
    neg polygamma pow rad2deg reciprocal relu remainder round rsqrt selu sgn sigmoid sign silu
    sin sinc sinh sqrt square sub tan tanh threshold trunc xlogy
""".split()

ALIASES = {
    "absolute": "abs",
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctan2": "atan2",
    "arctanh": "atanh",
    "clip": "clamp",
    "divide": "div",
    "fix": "trunc",
    "greater": "gt",
    "greater_equal": "ge",
    "less": "lt",
    "less_equal": "le",
    "multiply": "mul",
    "negative": "neg",
    "not_equal": "ne",
    "subtract": "sub",
    "true_divide": "div",
}


def load():
    """Let every family declare its operations, then add the further names."""
    for family in FAMILIES:
        importlib.import_module(f"engine.ops.{family}")
    for other, name in ALIASES.items():
        OPS[other] = OPS[name]


def inplace_forms():
    """The in-place forms by name, `add_` and so on, those of aliases among them."""
    forms = {name + "_": inplace_form(OPS[name], name + "_") for name in INPLACE}
    for other, name in ALIASES.items():
        if name in INPLACE:
            forms[other + "_"] = forms[name + "_"]
    return forms
