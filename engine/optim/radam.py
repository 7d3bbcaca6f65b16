"""Adam with a rectified variance."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_betas, check_ranges, later, options
from engine.optim.state import add_square, count, held, number, towards


class RAdam(Optimizer):
    """Liu et al. 2020."""

    _later = later("foreach maximize differentiable decoupled_weight_decay capturable")
    _numbers = ("step",)
    _first_options = ("betas",)

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        check_ranges(lr=lr, eps=eps, weight_decay=weight_decay)
        check_betas(betas)
        names = (
            "lr betas eps weight_decay maximize foreach capturable decoupled_weight_decay "
            "differentiable"
        )
        super().__init__(params, options(locals(), names))

    def _kept(self, group):
        return ("step", "exp_avg", "exp_avg_sq")

    def _update(self, group):
        lr = number(group["lr"])
        beta1, beta2 = map(number, group["betas"])
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            step = count(state)
            mean, square = held(state["exp_avg"]), held(state["exp_avg_sq"])
            if group["weight_decay"] and group["decoupled_weight_decay"]:
                array *= 1 - lr * group["weight_decay"]
            towards(mean, grad, 1 - beta1)
            add_square(square, grad, beta2)
            change = mean / (1 - beta1**step) * lr
            rectified = _rectification(step, beta2)
            if rectified is not None:
                root = np.sqrt(square) + group["eps"]
                change = change * ((1 - beta2**step) ** 0.5 / root) * rectified
            array -= change


def _rectification(step, beta2):
    """The factor for the variance, or None while there were too few steps to know it."""
    longest = 2 / (1 - beta2) - 1
    length = longest - 2 * step * beta2**step / (1 - beta2**step)
    if length <= 5.0:
        return None
    now = (length - 4) * (length - 2) * longest
    return (now / ((longest - 4) * (longest - 2) * length)) ** 0.5


__all__ = ["RAdam"]
