"""`torch.special`: special functions, under the names that they have there."""

from engine.absent import refusing
from engine.ops.names import OPS

_SAME = [
    "digamma",
    "entr",
    "erf",
    "erfc",
    "erfcx",
    "erfinv",
    "exp2",
    "expm1",
    "i0",
    "i0e",
    "i1",
    "i1e",
    "log1p",
    "log_ndtr",
    "log_softmax",
    "logit",
    "logsumexp",
    "ndtr",
    "ndtri",
    "polygamma",
    "round",
    "sinc",
    "softmax",
    "xlog1py",
    "xlogy",
    "zeta",
]
_OTHER = {
    "expit": "sigmoid",
    "gammainc": "igamma",
    "gammaincc": "igammac",
    "gammaln": "lgamma",
    "multigammaln": "mvlgamma",
    "psi": "digamma",
}

globals().update({name: OPS[name] for name in _SAME})
globals().update({name: OPS[other] for name, other in _OTHER.items()})

__getattr__ = refusing(__name__)
