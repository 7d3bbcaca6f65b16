"""Stochastic gradient descent."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_ranges, later, options
from engine.optim.state import move, moved, number, pieces
from engine.tensor import own, wrap


class SGD(Optimizer):
    """Gradient descent with momentum (PyTorch's form: the learning rate scales the buffer)."""

    _by_parts = False  # of linear steps, which are the same
    _later = later("nesterov maximize foreach differentiable") | {"fused": False}

    def __init__(
        self,
        params,
        lr=1e-3,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        check_ranges(lr=lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("nesterov needs a momentum and no dampening")
        names = "lr momentum dampening weight_decay nesterov maximize foreach differentiable fused"
        super().__init__(params, options(locals(), names))

    def _update(self, group):
        lr, momentum = number(group["lr"]), number(group["momentum"])
        for parameter, array, grad in self._moving(group):
            if momentum:
                average = self._averaged(parameter, grad, momentum, group["dampening"])
                grad = moved(grad, average, momentum) if group["nesterov"] else average
            for x, g in pieces(array, grad):
                move(x, g, -lr)

    def _averaged(self, parameter, grad, momentum, dampening):
        state = self.state[parameter]
        if state.get("momentum_buffer") is None:
            state["momentum_buffer"] = wrap(np.array(grad))
            return own(state["momentum_buffer"])
        average = own(state["momentum_buffer"])
        average *= momentum
        move(average, grad, 1 - dampening)
        return average


__all__ = ["SGD"]
