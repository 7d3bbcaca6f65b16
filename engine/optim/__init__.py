"""`torch.optim`: what changes parameters by their gradients."""

from engine.optim import lr_scheduler
from engine.optim.adam import Adam, Adamax, AdamW
from engine.optim.adaptive import Adadelta, Adagrad, RMSprop
from engine.optim.optimizer import Optimizer
from engine.optim.sgd import SGD

__all__ = [
    "SGD",
    "Adadelta",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Optimizer",
    "RMSprop",
    "lr_scheduler",
]
