"""`torch.optim`: what changes parameters by their gradients."""

from engine.absent import refusing
from engine.optim import lr_scheduler, swa_utils
from engine.optim.adadelta import Adadelta
from engine.optim.adafactor import Adafactor
from engine.optim.adagrad import Adagrad
from engine.optim.adam import Adam
from engine.optim.adamax import Adamax
from engine.optim.adamw import AdamW
from engine.optim.asgd import ASGD
from engine.optim.lbfgs import LBFGS
from engine.optim.nadam import NAdam
from engine.optim.optimizer import Optimizer
from engine.optim.radam import RAdam
from engine.optim.rmsprop import RMSprop
from engine.optim.rprop import Rprop
from engine.optim.sgd import SGD

__all__ = [
    "ASGD",
    "LBFGS",
    "SGD",
    "Adadelta",
    "Adafactor",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "NAdam",
    "Optimizer",
    "RAdam",
    "RMSprop",
    "Rprop",
    "lr_scheduler",
    "swa_utils",
]

__getattr__ = refusing(__name__)
