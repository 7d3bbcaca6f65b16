"""`torch.nn.modules`: layers, losses and what holds them."""

from engine.absent import refusing
from engine.nn.modules import (
    activation,
    adaptive,
    batchnorm,
    channelshuffle,
    container,
    conv,
    distance,
    dropout,
    flatten,
    fold,
    instancenorm,
    lazy,
    linear,
    loss,
    module,
    normalization,
    padding,
    pixelshuffle,
    pooling,
    rnn,
    sparse,
    transformer,
    upsampling,
    utils,
)
from engine.nn.modules.activation import *
from engine.nn.modules.adaptive import *
from engine.nn.modules.batchnorm import *
from engine.nn.modules.channelshuffle import *
from engine.nn.modules.container import *
from engine.nn.modules.conv import *
from engine.nn.modules.distance import *
from engine.nn.modules.dropout import *
from engine.nn.modules.flatten import *
from engine.nn.modules.fold import *
from engine.nn.modules.instancenorm import *
from engine.nn.modules.lazy import *
from engine.nn.modules.linear import *
from engine.nn.modules.loss import *
from engine.nn.modules.module import Module
from engine.nn.modules.normalization import *
from engine.nn.modules.padding import *
from engine.nn.modules.pixelshuffle import *
from engine.nn.modules.pooling import *
from engine.nn.modules.rnn import *
from engine.nn.modules.sparse import *
from engine.nn.modules.transformer import *
from engine.nn.modules.upsampling import *

_FILES = (
    activation,
    adaptive,
    batchnorm,
    channelshuffle,
    container,
    conv,
    distance,
    dropout,
    flatten,
    fold,
    instancenorm,
    lazy,
    linear,
    loss,
    normalization,
    padding,
    pixelshuffle,
    pooling,
    rnn,
    sparse,
    transformer,
    upsampling,
)
__all__ = ["Module", *(name for file in _FILES for name in file.__all__)]

__getattr__ = refusing(__name__)
