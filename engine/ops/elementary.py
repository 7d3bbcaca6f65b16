"""Roots, exponentials, logarithms, trigonometric and hyperbolic functions and their inverses."""

import math

import numpy as np

from engine.errors import unsupported
from engine.ops import rounded
from engine.ops.arraylike import bare, constant
from engine.ops.compose import overloaded
from engine.ops.declare import ARRAYS, OPS, binary, op, unary
from engine.ops.operands import NEITHER
from engine.ops.pointwise import scaled
from engine.ops.promote import in_single, of_reals, promote_all, refuse, to_float
from engine.ops.selecting import filled_where, nulled
from engine.ops.whole import otherwise
from engine.strides import arranged
from engine.tensor import Tensor

_LN2, _LN10 = math.log(2), math.log(10)

# ---- roots --------------------------------------------------------------------------------------

sqrt = unary("sqrt", np.sqrt, lambda g, result: g / scaled(result, 2))
rsqrt = unary("rsqrt", in_single(lambda x: 1 / np.sqrt(x)), lambda g, result: -0.5 * g * result**3)
reciprocal = unary("reciprocal", lambda x: 1 / x, lambda g, result: -g * (result * result))

# ---- exponentials and logarithms ----------------------------------------------------------------

exp = unary("exp", rounded.exp, lambda g, result: g * result)
exp2 = unary("exp2", np.exp2, lambda g, result: scaled(g * result, _LN2))
expm1 = unary("expm1", rounded.expm1, lambda g, result: g * (result + 1))
log = unary("log", np.log, lambda g, self: g / self)
log2 = unary("log2", np.log2, lambda g, self: g / (self * _LN2))
log10 = unary("log10", rounded.log10, lambda g, self: g / (self * _LN10))
log1p = unary("log1p", np.log1p, lambda g, self: g / (self + 1), node="log1_p")


def _share(g, mine, its, raised):
    """`g` times the share that `mine` has in the sum of two powers."""
    return g / (1 + raised(its - mine))


def _floats_only(name, x, y):
    refuse(name, "iub", x, y)
    if "c" in (x.dtype.kind, y.dtype.kind):
        raise unsupported(f"{name}() of complex numbers")
    return x, y


def _power_of_two(x):
    return exp2(x)


logaddexp = binary(
    "logaddexp",
    lambda x, y: np.logaddexp(*_floats_only("logaddexp", x, y)),
    lambda g, self, other: _share(g, self, other, exp),
    lambda g, self, other: _share(g, other, self, exp),
    numbers=NEITHER,
)
logaddexp2 = binary(
    "logaddexp2",
    lambda x, y: np.logaddexp2(*_floats_only("logaddexp2", x, y)),
    lambda g, self, other: _share(g, self, other, _power_of_two),
    lambda g, self, other: _share(g, other, self, _power_of_two),
    numbers=NEITHER,
)


def _times_log(name, function):
    """`x * function(y)`, 0 where x is 0 unless y is NaN."""

    def forward(self, other):
        x, y = (to_float(v) for v in promote_all(self, other))
        refuse(name, "c", x)
        product = x * function(y)
        nought = np.equal(x, 0) & ~np.isnan(y)
        return arranged(np.where(nought, np.zeros((), product.dtype), product), x, y)

    return forward


def _for_factor(name, function):
    def formula(g, self, other):
        grad = OPS[name](g, other)
        nought = (bare(self) == 0) & ~np.isnan(bare(other))
        if function is log:
            nought &= bare(other) <= 0
        else:
            nought &= bare(other) <= -1
        return filled_where(grad, nought)

    return formula


def _times_log_family(name, node, function, on_arrays, for_other):
    """Three operations: on two tensors, on a number first, on a number second."""
    forward, for_self = _times_log(name, on_arrays), _for_factor(name, function)
    both = op(name, node=node + ":0", self=for_self, other=for_other)(forward)
    number_first = op(name, node=node + ":1", other=for_other)(forward)
    number_second = op(
        name, node=node + ":2", self=lambda g, self, other: for_self(g, self, _as_array(other, g))
    )(forward)

    def choose(self, other, *, out=None):
        if not isinstance(self, (Tensor, *ARRAYS)):
            return number_first
        return both if isinstance(other, (Tensor, *ARRAYS)) else number_second

    return overloaded(name)(choose)


def _as_array(number, like):
    return constant(np.asarray(number, bare(like).dtype), like)


xlogy = _times_log_family("xlogy", "xlogy", log, np.log, lambda g, self, other: g * self / other)
xlog1py = _times_log_family(
    "xlog1py", "special_xlog1_py", log1p, np.log1p, lambda g, self, other: g * self / (other + 1)
)

# ---- trigonometric ------------------------------------------------------------------------------

sin = unary("sin", rounded.sin, lambda g, self: g * cos(self))
cos = unary("cos", rounded.cos, lambda g, self: g * -sin(self))
tan = unary("tan", np.tan, lambda g, result: g * (1 + result * result))
asin = unary("asin", np.arcsin, lambda g, self: g * rsqrt(1 - self * self))
acos = unary("acos", np.arccos, lambda g, self: g * -rsqrt(1 - self * self))
atan = unary("atan", np.arctan, lambda g, self: g / (self * self + 1))


def _inverse_square_distance(x, y):
    """1 / (x² + y²), and 0 where both are 0."""
    square = x * x + y * y
    return filled_where(reciprocal(square), bare(square) == 0)


atan2 = binary(
    "atan2",
    of_reals("atan2", lambda x, y: rounded.arctan2(to_float(x), to_float(y))),
    lambda g, self, other: g * other * _inverse_square_distance(self, other),
    lambda g, self, other: g * -self * _inverse_square_distance(self, other),
    numbers=NEITHER,
)
hypot = binary(
    "hypot",
    lambda x, y: np.hypot(*_floats_only("hypot", x, y)),
    lambda g, self, result: g * self / result,
    lambda g, other, result: g * other / result,
    numbers=NEITHER,
)


def _sinc_derivative(g, self):
    x = self * math.pi
    grad = g * ((cos(x) * x - sin(x)) / (x * self))
    return nulled(grad, bare(self) == 0)


sinc = unary("sinc", lambda x: np.sinc(x).astype(x.dtype), _sinc_derivative)

# ---- hyperbolic ---------------------------------------------------------------------------------

sinh = unary("sinh", rounded.sinh, lambda g, self: g * cosh(self))
cosh = unary("cosh", rounded.cosh, lambda g, self: g * sinh(self))


@op(
    "_tanh_backward",
    node="tanh_backward",
    g=lambda g_, output: tanh_backward(g_, output),
    output=lambda g_, g, output: g_ * g * output * -2,
)
def tanh_backward(g, output):
    """The derivative of `tanh`, from its result."""
    return g * rounded.less_product(1, output, output)


tanh = unary(
    "tanh",
    rounded.tanh,
    otherwise(lambda g, result: g * rounded.less_product(1, result, result), tanh_backward),
)
asinh = unary("asinh", np.arcsinh, lambda g, self: g * rsqrt(self * self + 1))
acosh = unary("acosh", np.arccosh, lambda g, self: g * rsqrt(self * self - 1))
atanh = unary("atanh", np.arctanh, lambda g, self: g / (1 - self * self))

# ---- degrees ------------------------------------------------------------------------------------

_DEGREE = math.pi / 180


def _angle(name, factor):
    """A conversion of angles, for real numbers alone."""

    def forward(x):
        refuse(name, "c", x, error=RuntimeError)
        return x * factor

    node = name.replace("2", "2_")
    return unary(name, forward, lambda g: scaled(g, factor), node=node)


deg2rad, rad2deg = _angle("deg2rad", _DEGREE), _angle("rad2deg", 1 / _DEGREE)
