"""Activations as modules."""

from engine.nn import functional
from engine.nn.module import Module
from engine.nn.parameter import Parameter

_INPLACE = {"inplace": False}


def _activation(name, function, shown=(), **defaults):
    """A module that calls `function(input, **options)`.

    `shown` are the options that it prints; `inplace` only where it is set.
    """

    class Activation(Module):
        def __init__(self, *args, **kwargs):
            super().__init__()
            options = {**defaults, **dict(zip(defaults, args, strict=False)), **kwargs}
            if len(args) > len(defaults) or options.keys() - defaults.keys():
                raise TypeError(f"{name} takes {', '.join(defaults) or 'no options'}")
            for key, value in options.items():
                setattr(self, key, value)

        def forward(self, input):
            return function(input, **{key: getattr(self, key) for key in defaults})

        def extra_repr(self):
            parts = []
            for key in shown:
                value = getattr(self, key)
                if key == "inplace" and not value:
                    continue
                text = repr(value) if isinstance(value, str) else value
                parts.append(f"{key}={text}")
            return ", ".join(parts)

    Activation.__name__ = Activation.__qualname__ = name
    Activation.__module__ = "torch.nn.modules.activation"
    Activation.__doc__ = function.__doc__
    return Activation


ReLU = _activation("ReLU", functional.relu, ("inplace",), **_INPLACE)
ReLU6 = _activation("ReLU6", functional.relu6, ("inplace",), **_INPLACE)
ELU = _activation("ELU", functional.elu, ("alpha", "inplace"), alpha=1.0, **_INPLACE)
SELU = _activation("SELU", functional.selu, ("inplace",), **_INPLACE)
CELU = _activation("CELU", functional.celu, ("alpha", "inplace"), alpha=1.0, **_INPLACE)
LeakyReLU = _activation(
    "LeakyReLU",
    functional.leaky_relu,
    ("negative_slope", "inplace"),
    negative_slope=0.01,
    **_INPLACE,
)
Threshold = _activation(
    "Threshold",
    functional.threshold,
    ("threshold", "value", "inplace"),
    threshold=0.0,
    value=0.0,
    **_INPLACE,
)
Hardtanh = _activation(
    "Hardtanh",
    functional.hardtanh,
    ("min_val", "max_val", "inplace"),
    min_val=-1.0,
    max_val=1.0,
    **_INPLACE,
)
Hardswish = _activation("Hardswish", functional.hardswish, **_INPLACE)
Hardsigmoid = _activation("Hardsigmoid", functional.hardsigmoid, **_INPLACE)
SiLU = _activation("SiLU", functional.silu, ("inplace",), **_INPLACE)
Mish = _activation("Mish", functional.mish, ("inplace",), **_INPLACE)
Sigmoid = _activation("Sigmoid", functional.sigmoid)
Tanh = _activation("Tanh", functional.tanh)
LogSigmoid = _activation("LogSigmoid", functional.logsigmoid)
Softplus = _activation(
    "Softplus", functional.softplus, ("beta", "threshold"), beta=1.0, threshold=20.0
)
Softsign = _activation("Softsign", functional.softsign)
Tanhshrink = _activation("Tanhshrink", functional.tanhshrink)
Softshrink = _activation("Softshrink", functional.softshrink, ("lambd",), lambd=0.5)
Hardshrink = _activation("Hardshrink", functional.hardshrink, ("lambd",), lambd=0.5)
GELU = _activation("GELU", functional.gelu, ("approximate",), approximate="none")
GLU = _activation("GLU", functional.glu, ("dim",), dim=-1)
Softmax = _activation("Softmax", functional.softmax, ("dim",), dim=None)
LogSoftmax = _activation("LogSoftmax", functional.log_softmax, ("dim",), dim=None)
Softmin = _activation("Softmin", functional.softmin, ("dim",), dim=None)


class PReLU(Module):
    """`max(0, x) + weight * min(0, x)`, with a weight that is learnt."""

    __module__ = "torch.nn.modules.activation"

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        from engine.creation import full

        self.num_parameters = num_parameters
        self.weight = Parameter(full((num_parameters,), init, dtype=dtype))

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
    "PReLU",
    "ReLU",
    "ReLU6",
    "SiLU",
    "Sigmoid",
    "Softmax",
    "Softmin",
    "Softplus",
    "Softshrink",
    "Softsign",
    "Tanh",
    "Tanhshrink",
    "Threshold",
]
