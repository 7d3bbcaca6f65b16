"""`torch.nn`: modules, their parameters, and functions on them."""

from engine.nn import functional, init, modules, parameter, utils
from engine.nn.modules import *
from engine.nn.parameter import Buffer, Parameter
