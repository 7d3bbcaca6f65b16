"""`torch.nn`: modules, their parameters, and functions on them."""

from engine.nn import functional, init, parameter, utils
from engine.nn.activation import *
from engine.nn.containers import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from engine.nn.convolution import *
from engine.nn.dropout import *
from engine.nn.linear import Bilinear, Identity, Linear
from engine.nn.loss import *
from engine.nn.module import Module
from engine.nn.normalization import *
from engine.nn.parameter import Buffer, Parameter
