"""Adam with the maximum norm."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_betas, check_ranges, later, options
from engine.optim.state import count, held, number, towards


class Adamax(Optimizer):
    """Kingma and Ba 2014, section 7."""

    _later = later("foreach maximize differentiable capturable")
    _numbers = ("step",)
    _first_options = ("betas", "eps", "lr", "weight_decay")

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        check_ranges(lr=lr, eps=eps, weight_decay=weight_decay)
        check_betas(betas)
        names = "lr betas eps weight_decay foreach maximize differentiable capturable"
        super().__init__(params, options(locals(), names))

    def _kept(self, group):
        return ("step", "exp_avg", "exp_inf")

    def _update(self, group):
        beta1, beta2 = map(number, group["betas"])
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            step = count(state)
            mean, norm = held(state["exp_avg"]), held(state["exp_inf"])
            towards(mean, grad, 1 - beta1)
            np.maximum(norm * beta2, np.abs(grad) + group["eps"], out=norm)
            array -= number(group["lr"]) / (1 - beta1**step) * mean / norm


__all__ = ["Adamax"]
