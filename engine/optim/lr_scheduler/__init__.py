"""`torch.optim.lr_scheduler`: learning rates that change over the steps."""

from engine.absent import refusing
from engine.optim.lr_scheduler.base import LRScheduler
from engine.optim.lr_scheduler.cosine import CosineAnnealingLR, CosineAnnealingWarmRestarts
from engine.optim.lr_scheduler.cyclic import CyclicLR, OneCycleLR
from engine.optim.lr_scheduler.factors import (
    ConstantLR,
    ExponentialLR,
    LambdaLR,
    LinearLR,
    MultiplicativeLR,
    MultiStepLR,
    PolynomialLR,
    StepLR,
)
from engine.optim.lr_scheduler.joined import ChainedScheduler, SequentialLR
from engine.optim.lr_scheduler.plateau import ReduceLROnPlateau


class _LRScheduler(LRScheduler):
    """The base by its old name, of which no scheduler here is one."""


__all__ = [
    "ChainedScheduler",
    "ConstantLR",
    "CosineAnnealingLR",
    "CosineAnnealingWarmRestarts",
    "CyclicLR",
    "ExponentialLR",
    "LRScheduler",
    "LambdaLR",
    "LinearLR",
    "MultiStepLR",
    "MultiplicativeLR",
    "OneCycleLR",
    "PolynomialLR",
    "ReduceLROnPlateau",
    "SequentialLR",
    "StepLR",
]

__getattr__ = refusing(__name__)
