"""`torch.nn`: modules, their parameters, and functions on them."""

from engine.nn import functional, init
from engine.nn.containers import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from engine.nn.linear import Identity, Linear
from engine.nn.loss import MSELoss
from engine.nn.module import Module
from engine.nn.parameter import Buffer, Parameter

__all__ = [
    "Buffer",
    "Identity",
    "Linear",
    "MSELoss",
    "Module",
    "ModuleDict",
    "ModuleList",
    "Parameter",
    "ParameterDict",
    "ParameterList",
    "Sequential",
    "functional",
    "init",
]
