"""Activations."""

from engine.creation import full
from engine.nn import functional
from engine.nn.modules.attention import MultiheadAttention
from engine.nn.modules.layer import REQUIRED, layer
from engine.nn.modules.module import Module
from engine.nn.parameter import Parameter
from engine.ops.activation import relu


def _activation(name, function, shown=(), **options):
    return layer(name, function, "activation", shown=shown, **options)


class _NoOptions(Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return getattr(functional, self._function)(input)


def _no_options(name, function):
    """An activation that takes any arguments and keeps none."""
    body = {"__module__": __name__, "__doc__": f"`{function}`.", "_function": function}
    return type(name, (_NoOptions,), body)


class ReLU(Module):
    """`max(0, x)`."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return input.relu_() if self.inplace else relu(input)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


ELU = _activation("ELU", "elu", ("alpha", "inplace"), alpha=1.0, inplace=False)
CELU = _activation("CELU", "celu", ("alpha", "inplace"), alpha=1.0, inplace=False)
SELU = _activation("SELU", "selu", ("inplace",), inplace=False)
LeakyReLU = _activation(
    "LeakyReLU",
    "leaky_relu",
    ("negative_slope", "inplace"),
    negative_slope=0.01,
    inplace=False,
)
Threshold = _activation(
    "Threshold",
    "threshold",
    ("threshold", "value", "inplace"),
    threshold=REQUIRED,
    value=REQUIRED,
    inplace=False,
)
Hardswish = _activation("Hardswish", "hardswish", inplace=False)
Hardsigmoid = _activation("Hardsigmoid", "hardsigmoid", inplace=False)
SiLU = _activation("SiLU", "silu", ("inplace",), inplace=False)
Mish = _activation("Mish", "mish", ("inplace",), inplace=False)
Softplus = _activation("Softplus", "softplus", ("beta", "threshold"), beta=1.0, threshold=20.0)
GELU = _activation("GELU", "gelu", ("approximate",), approximate="none")
GLU = _activation("GLU", "glu", ("dim",), dim=-1)
Sigmoid = _no_options("Sigmoid", "sigmoid")
Tanh = _no_options("Tanh", "tanh")
LogSigmoid = _no_options("LogSigmoid", "logsigmoid")
Softsign = _no_options("Softsign", "softsign")
Tanhshrink = _no_options("Tanhshrink", "tanhshrink")


class _Shrink(layer("_Shrink", "softshrink", "activation", lambd=0.5)):
    def extra_repr(self):
        return str(self.lambd)


class Softshrink(_Shrink):
    """Towards zero by `lambd`."""


class Hardshrink(_Shrink):
    """Zero within `lambd` of zero."""

    _function = "hardshrink"


class Hardtanh(Module):
    """Bounded to `[min_val, max_val]`."""

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        super().__init__()
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError(
                f"max_val must be above min_val: {self.max_val} and {self.min_val}"
            )

    def forward(self, input):
        return functional.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        inplace = ", inplace=True" if self.inplace else ""
        return f"min_val={self.min_val}, max_val={self.max_val}{inplace}"


class ReLU6(Hardtanh):
    """`min(max(0, x), 6)`."""

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class RReLU(
    layer(
        "RReLU",
        "rrelu",
        "activation",
        shown=("lower", "upper", "inplace"),
        lower=1.0 / 8,
        upper=1.0 / 3,
        inplace=False,
    )
):
    """A leaky ReLU whose slope is drawn anew in training."""

    def forward(self, input):
        return functional.rrelu(input, self.lower, self.upper, self.training, self.inplace)


class _Softmax(layer("_Softmax", "softmax", "activation", shown=("dim",), dim=None)):
    def forward(self, input):
        return getattr(functional, self._function)(input, self.dim, 5)


class Softmax(_Softmax):
    """Exponentials that add up to 1 along `dim`."""


class LogSoftmax(_Softmax):
    """The logarithm of the softmax."""

    _function = "log_softmax"


class Softmin(_Softmax):
    """The softmax of the negative."""

    _function = "softmin"


class Softmax2d(Module):
    """Softmax over the channels of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d takes 3 or 4 dimensions, not {input.dim()}")
        return functional.softmax(input, -3)


class PReLU(Module):
    """`max(0, x) + weight * min(0, x)`, with a weight that is learnt."""

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = Parameter(full((num_parameters,), init, device=device, dtype=dtype))

    def reset_parameters(self):
        """Set the weight to its first value."""
        self.weight.data.fill_(self.init)

    def forward(self, input):
        return functional.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"


__all__ = [
    "CELU",
    "ELU",
    "GELU",
    "GLU",
    "SELU",
    "Hardshrink",
    "Hardsigmoid",
    "Hardswish",
    "Hardtanh",
    "LeakyReLU",
    "LogSigmoid",
    "LogSoftmax",
    "Mish",
    "MultiheadAttention",
    "PReLU",
    "RReLU",
    "ReLU",
    "ReLU6",
    "SiLU",
    "Sigmoid",
    "Softmax",
    "Softmax2d",
    "Softmin",
    "Softplus",
    "Softshrink",
    "Softsign",
    "Tanh",
    "Tanhshrink",
    "Threshold",
]
