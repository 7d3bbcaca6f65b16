"""Adadelta."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_ranges, later, options
from engine.optim.state import add_square, count, held, move, number


class Adadelta(Optimizer):
    """Zeiler 2012."""

    _later = later("foreach maximize differentiable capturable")
    _numbers = ("step",)
    _first_options = ("lr", "rho", "eps", "weight_decay")

    def __init__(
        self,
        params,
        lr=1.0,
        rho=0.9,
        eps=1e-6,
        weight_decay=0,
        foreach=None,
        *,
        capturable=False,
        maximize=False,
        differentiable=False,
    ):
        check_ranges(lr=lr, eps=eps, weight_decay=weight_decay)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"rho must be between 0 and 1, not {rho}")
        names = "lr rho eps weight_decay maximize capturable foreach differentiable"
        super().__init__(params, options(locals(), names))

    def _kept(self, group):
        return ("step", "square_avg", "acc_delta")

    def _update(self, group):
        rho, eps = group["rho"], group["eps"]
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            count(state)
            square, moved = held(state["square_avg"]), held(state["acc_delta"])
            add_square(square, grad, rho)
            change = np.sqrt(moved + eps) / np.sqrt(square + eps) * grad
            add_square(moved, change, rho)
            move(array, change, -number(group["lr"]))


__all__ = ["Adadelta"]
