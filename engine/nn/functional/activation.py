"""Activations of `torch.nn.functional`."""

import warnings

from engine.ops.names import FORMS, OPS
from engine.tensor import Tensor

__all__ = [
    "celu",
    "celu_",
    "elu",
    "elu_",
    "gelu",
    "glu",
    "gumbel_softmax",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "hardtanh_",
    "leaky_relu",
    "leaky_relu_",
    "log_softmax",
    "logsigmoid",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "relu_",
    "rrelu",
    "rrelu_",
    "selu",
    "selu_",
    "sigmoid",
    "silu",
    "softmax",
    "softmin",
    "softplus",
    "softshrink",
    "softsign",
    "tanh",
    "tanhshrink",
    "threshold",
    "threshold_",
]


def _activation(name, *parameters, **defaults):
    """The functional form of an activation that is an operation, with its `inplace` flag."""
    names = [*parameters, *defaults]

    def function(input, *args, inplace=False, out=None, **kwargs):
        values = dict(defaults)
        if args and len(args) == len(names) + 1:
            *args, inplace = args
        values.update(zip(names, args, strict=False))
        values.update(kwargs)
        if not isinstance(input, Tensor):
            raise TypeError(f"{name}(): expected a tensor, not {type(input).__name__}")
        if inplace:
            return FORMS[name + "_"](input, **values)
        if out is not None:
            values["out"] = out
        return OPS[name](input, **values)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`torch.{name}`, elementwise."
    return function


relu = _activation("relu")
elu = _activation("elu", alpha=1.0)
selu = _activation("selu")
celu = _activation("celu", alpha=1.0)
leaky_relu = _activation("leaky_relu", negative_slope=0.01)
threshold = _activation("threshold", "threshold", "value")
hardtanh = _activation("hardtanh", min_val=-1.0, max_val=1.0)
hardswish = _activation("hardswish")
hardsigmoid = _activation("hardsigmoid")
silu = _activation("silu")
mish = _activation("mish")
sigmoid = _activation("sigmoid")
tanh = _activation("tanh")
logsigmoid = _activation("logsigmoid")
softplus = _activation("softplus", beta=1.0, threshold=20.0)
softsign = _activation("softsign")
tanhshrink = _activation("tanhshrink")
softshrink = _activation("softshrink", lambd=0.5)
hardshrink = _activation("hardshrink", lambd=0.5)
prelu = _activation("prelu", "weight")
rrelu = _activation("rrelu", lower=1.0 / 8, upper=1.0 / 3, training=False)
gelu = _activation("gelu", approximate="none")


def relu6(input, inplace=False):
    """`relu` with an upper bound of 6."""
    return hardtanh(input, 0.0, 6.0, inplace)


celu_, elu_, hardtanh_, leaky_relu_ = map(FORMS.get, ("celu_", "elu_", "hardtanh_", "leaky_relu_"))
relu_, rrelu_, selu_, threshold_ = map(FORMS.get, ("relu_", "rrelu_", "selu_", "threshold_"))


def _last_but(ndim):
    """PyTorch's old guess of `dim`, kept with its warning."""
    warnings.warn("pass dim to softmax explicitly", UserWarning, stacklevel=3)
    return 0 if ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Exponentials that add up to 1 along `dim`."""
    return OPS["softmax"](input, _last_but(input.ndim) if dim is None else dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of `softmax`."""
    return OPS["log_softmax"](input, _last_but(input.ndim) if dim is None else dim, dtype=dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """`softmax` of the negative."""
    dim = _last_but(input.ndim) if dim is None else dim
    return (-input).softmax(dim, dtype=dtype)


def glu(input, dim=-1):
    """The first half times the sigmoid of the second."""
    return OPS["glu"](input, dim)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """A draw from categories, softened by `tau`; `hard`: one-hot, with the soft one's gradient."""
    if eps != 1e-10:
        warnings.warn("gumbel_softmax(): eps has no effect", UserWarning, stacklevel=2)
    noise = -OPS["log"](logits.detach().clone().exponential_())
    soft = OPS["softmax"]((logits + noise) / tau, dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    one_hot = (soft.detach() * 0).scatter_(dim, index, 1.0)
    return one_hot - soft.detach() + soft
