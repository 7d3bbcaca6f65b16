"""Error functions, gamma functions and other special functions, as operations."""

import math

import numpy as np

from engine.ops import bessel, gamma, rounded
from engine.ops import erf as erfs
from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.declare import OPS, Op, op, unary
from engine.ops.elementary import exp, log
from engine.ops.inplace import inplace
from engine.ops.pointwise import scaled
from engine.ops.promote import in_single, promote_all, refuse, refuse_half, to_float
from engine.ops.reduce import sum
from engine.ops.selecting import where
from engine.ops.whole import otherwise
from engine.tensor import Tensor

_SLOPE = 2 / math.sqrt(math.pi)  # of erf at 0


def _of_reals(name, function):
    def checked(x):
        refuse(name, "c", x)
        return function(x)

    return checked


# ---- error functions ----------------------------------------------------------------------------

erf = unary("erf", _of_reals("erf", erfs.erf), lambda g, self: g * (_SLOPE * exp(-self * self)))
erfc = unary(
    "erfc", _of_reals("erfc", erfs.erfc), lambda g, self: g * (-_SLOPE * exp(-self * self))
)


def _no_half(name, function):
    def forward(x):
        refuse_half(name, x)
        return function(x)

    return forward


erfcx = unary(
    "erfcx",
    _no_half("erfcx", erfs.erfcx),
    lambda g, self, result: (2.0 * self * result - _SLOPE) * g,
    node="special_erfcx",
)
erfinv = unary("erfinv", erfs.erfinv, lambda g, self: g * (exp(erfinv(self) ** 2) / _SLOPE))
ndtri = unary(
    "ndtri",
    _no_half("ndtri", erfs.ndtri),
    lambda g, result: g * (math.sqrt(2 * math.pi) * exp(result * result / 2)),
    node="special_ndtri",
)


def _normal_slope(g, self):
    grad = g / erfcx(self * -math.sqrt(0.5)) * math.sqrt(2 / math.pi)
    lowest = bare(self) == -math.inf
    if not lowest.any():
        return grad
    return where(constant(lowest, grad), zeros_for(grad) + math.nan, grad)


log_ndtr = unary(
    "log_ndtr",
    _no_half("log_ndtr", erfs.log_ndtr),
    _normal_slope,
    node="special_log_ndtr",
)


ndtr = unary(
    "ndtr",
    lambda x: (1 + erfs.erf(x * math.sqrt(0.5))) * 0.5,
    lambda g, self: scaled(g * exp(self * self * -0.5), 0.5 * _SLOPE * math.sqrt(0.5)),
    node="mul:1",  # PyTorch composes it, and this is the last step
)


def _entropy(x):
    inside = -x * np.log(x)
    return np.where(x > 0, inside, np.where(x == 0, 0, np.where(np.isnan(x), x, -np.inf)))


entr = unary(
    "entr",
    _of_reals("entr", lambda x: _entropy(x).astype(x.dtype)),
    lambda g, self: g * _entropy_slope(self),
    node="special_entr",
)


def _entropy_slope(x):
    return -log(x) - 1


# ---- gamma functions ----------------------------------------------------------------------------

lgamma = unary("lgamma", gamma.lgamma, lambda g, self: g * digamma(self))
digamma = unary("digamma", gamma.digamma, lambda g, self: g * _polygamma(self, 1))


@op("polygamma", self=lambda g, self, n: g * _polygamma(self, n + 1))
def _polygamma_of(self, n):
    if n < 0:
        raise RuntimeError(f"polygamma(): the order must not be negative, but is {n}")
    return gamma.polygamma(n, to_float(self))


_polygamma = OPS["polygamma"]


def polygamma(n, input, *, out=None):
    """The n-th derivative of digamma."""
    return _polygamma(input, n, out=out)


polygamma.method = _polygamma
_polygamma.inplace = inplace(
    Op("polygamma", _polygamma.op.forward, _polygamma.op.formulas, node="polygamma:1")
)
OPS["polygamma"] = polygamma


def _half_steps(x, p):
    """x, x - 1/2, x - 1 and so on, `p` of them, along a new last dimension."""
    steps = np.arange(0, -p, -1) / 2
    return x.reshape((*x.shape, 1)) + constant(steps.astype(bare(x).dtype), x)


@op(self=lambda g, self, p: g * sum(digamma(_half_steps(self, p)), -1))
def mvlgamma(self, p):
    """The logarithm of the multivariate gamma function of dimension `p`."""
    if p < 1:
        raise RuntimeError(f"mvlgamma(): the dimension must be positive, but is {p}")
    refuse("mvlgamma", "b", self, error=RuntimeError)
    x = to_float(self)
    return gamma.lgamma(_half_steps(x, p)).sum(-1) + p * (p - 1) / 4 * math.log(math.pi)


@op("zeta", node="special_zeta")
def zeta(self, other):
    """The sum of `(other + k) ** -self` over all k from 0."""
    refuse("zeta", "c", self, other)
    refuse_half("zeta", np.asarray(self))
    return gamma.zeta(*map(to_float, promote_all(self, other)))


# ---- Bessel functions ---------------------------------------------------------------------------

i0 = unary("i0", bessel.i0, lambda g, self: g * i1(self))
i0e = unary(
    "i0e",
    bessel.i0e,
    lambda g, self, result: g * (i1e(self) - signs(self) * result),
    node="special_i0_e",
)
i1 = unary(
    "i1",
    bessel.i1,
    lambda g, self, result: g * _or_half(self, lambda x: i0(x) - result / x),
    node="special_i1",
)
i1e = unary(
    "i1e",
    bessel.i1e,
    lambda g, self, result: g * _or_half(self, lambda x: i0e(x) - result / x - signs(x) * result),
    node="special_i1_e",
)


def signs(x):
    """1 and -1, a constant."""
    return constant(np.sign(bare(x)), x)


def _or_half(x, slope):
    """`slope(x)`, which is a half at 0, where it cannot be computed so."""
    apart = np.abs(bare(x)) > 0
    if apart.all():
        return slope(x)
    apart, zeros = constant(apart, x), zeros_for(x)
    return where(apart, slope(where(apart, x, zeros + 1)), zeros + 0.5)


# ---- sigmoids -----------------------------------------------------------------------------------


@in_single
def _sigmoid(x):
    return 1 / (1 + rounded.exp(-x))


@op(
    "_sigmoid_backward",
    node="sigmoid_backward",
    g=lambda g_, output: sigmoid_backward(g_, output),
    output=lambda g_, g, output: g_ * g * (1 - output * 2),
)
def sigmoid_backward(g, output):
    """The derivative of `sigmoid`, from its result."""
    return g * ((1 - output) * output)


sigmoid = unary(
    "sigmoid",
    _sigmoid,
    otherwise(lambda g, result: g * ((1 - result) * result), sigmoid_backward),
)


def _logit_derivative(g, self, eps):
    x = bare(self)
    low, high = (0.0, 1.0) if eps is None else (eps, 1 - eps)
    grad = g / (self * (1.0 - self))
    outside = (x < low) | (x > high)
    if not outside.any() and not isinstance(grad, Tensor):
        return grad
    filling = zeros_for(grad) if eps is not None else zeros_for(grad) + float("nan")
    if eps is None and not isinstance(grad, Tensor):
        grad = np.where((x == 0) | (x == 1), g * np.inf, grad)  # whatever the sign of the zero
    return where(constant(outside, grad), filling, grad)


@op(self=_logit_derivative)
def logit(self, eps: float | None = None):
    """The inverse of sigmoid; `eps` keeps its argument that far from 0 and 1."""
    refuse("logit", "c", self)
    x = to_float(self)
    if eps is not None:
        x = np.clip(x, eps, 1 - eps)
    return np.log(x / (1 - x))
