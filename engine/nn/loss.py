"""Modules of losses."""

from engine.nn import functional
from engine.nn.module import Module


class MSELoss(Module):
    """Mean squared error."""

    __module__ = "torch.nn.modules.loss"

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input, target):
        return functional.mse_loss(input, target, reduction=self.reduction)


__all__ = ["MSELoss"]
