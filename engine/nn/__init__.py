"""`torch.nn`: modules, their parameters, and functions on them."""

from engine.absent import refusing
from engine.nn import attention, functional, init, modules, parallel, parameter, utils
from engine.nn.modules import *
from engine.nn.parallel import DataParallel
from engine.nn.parameter import (
    Buffer,
    Parameter,
    UninitializedBuffer,
    UninitializedParameter,
)

__getattr__ = refusing(__name__)
