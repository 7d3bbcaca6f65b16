"""Stochastic gradient descent."""

import numpy as np

from engine.optim.optimizer import Optimizer, check_range
from engine.tensor import own, wrap


class SGD(Optimizer):
    """Gradient descent with momentum (PyTorch's form: the learning rate scales the buffer)."""

    __module__ = "torch.optim.sgd"

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
        check_range("lr", lr)
        check_range("momentum", momentum)
        check_range("weight_decay", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("nesterov needs a momentum and no dampening")
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            "foreach": foreach,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)

    def update(self, group, parameter, grad, state):
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * parameter
        momentum = group["momentum"]
        if momentum:
            if state.get("momentum_buffer") is None:
                state["momentum_buffer"] = wrap(np.array(grad))
                average = own(state["momentum_buffer"])
            else:
                average = own(state["momentum_buffer"])
                average *= momentum
                average += (1 - group["dampening"]) * grad
            grad = grad + momentum * average if group["nesterov"] else average
        parameter -= float(group["lr"]) * grad
