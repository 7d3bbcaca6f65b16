"""RMSprop."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_ranges, later, options
from engine.optim.state import add_square, count, held, move, moved, number, towards


class RMSprop(Optimizer):
    """Tieleman and Hinton 2012; `centered` after Graves 2013."""

    _later = later("centered foreach maximize differentiable capturable", momentum=0)
    _numbers = ("step",)

    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        check_ranges(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        names = (
            "lr momentum alpha eps centered weight_decay capturable foreach maximize differentiable"
        )
        super().__init__(params, options(locals(), names))

    def _kept(self, group):
        names = ("step", "square_avg")
        names += ("momentum_buffer",) if group["momentum"] > 0 else ()
        return (*names, "grad_avg") if group["centered"] else names

    def _update(self, group):
        lr, alpha, momentum = number(group["lr"]), group["alpha"], group["momentum"]
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            count(state)
            square = held(state["square_avg"])
            average = held(state["momentum_buffer"]) if momentum > 0 else None
            add_square(square, grad, alpha)
            if group["centered"]:
                mean = held(state["grad_avg"])
                towards(mean, grad, 1 - alpha)
                square = moved(square, -mean, mean)
            root = np.sqrt(square)
            root += group["eps"]
            if average is None:
                array -= lr * grad / root
            else:
                average *= momentum
                average += grad / root
                move(array, average, -lr)


__all__ = ["RMSprop"]
