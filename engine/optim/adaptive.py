"""Optimizers that scale each element by the gradients it has seen."""

import numpy as np

from engine.optim.optimizer import Optimizer, buffer, check_range, count
from engine.tensor import own, wrap


class RMSprop(Optimizer):
    """Tieleman and Hinton 2012; `centered` after Graves 2013."""

    __module__ = "torch.optim.rmsprop"

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
        for name, value in (("lr", lr), ("eps", eps), ("momentum", momentum), ("alpha", alpha)):
            check_range(name, value)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "alpha": alpha,
            "eps": eps,
            "centered": centered,
            "weight_decay": weight_decay,
            "capturable": capturable,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def update(self, group, parameter, grad, state):
        count(state)
        alpha = group["alpha"]
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * parameter
        square = buffer(state, "square_avg", parameter)
        square *= alpha
        square += (1 - alpha) * grad * grad
        root = square
        if group["centered"]:
            mean = buffer(state, "grad_avg", parameter)
            mean += (1 - alpha) * (grad - mean)
            root = square - mean * mean
        change = grad / (np.sqrt(root) + group["eps"])
        if group["momentum"]:
            average = buffer(state, "momentum_buffer", parameter)
            average *= group["momentum"]
            average += change
            change = average
        parameter -= float(group["lr"]) * change


class Adagrad(Optimizer):
    """Duchi, Hazan and Singer 2011."""

    __module__ = "torch.optim.adagrad"

    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        for name, value in (("lr", lr), ("lr_decay", lr_decay), ("eps", eps)):
            check_range(name, value)
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)
        for group in self.param_groups:
            for parameter in group["params"]:
                self.state[parameter] = {
                    "step": wrap(np.float32(0)),
                    "sum": wrap(np.full_like(own(parameter), initial_accumulator_value)),
                }

    def update(self, group, parameter, grad, state):
        step = count(state)
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * parameter
        total = buffer(state, "sum", parameter)
        total += grad * grad
        rate = float(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        parameter -= rate * grad / (np.sqrt(total) + group["eps"])


class Adadelta(Optimizer):
    """Zeiler 2012."""

    __module__ = "torch.optim.adadelta"

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
        check_range("lr", lr)
        check_range("eps", eps)
        defaults = {
            "lr": lr,
            "rho": rho,
            "eps": eps,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "capturable": capturable,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def update(self, group, parameter, grad, state):
        count(state)
        rho, eps = group["rho"], group["eps"]
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * parameter
        square, moved = buffer(state, "square_avg", parameter), buffer(state, "acc_delta", parameter)
        square *= rho
        square += (1 - rho) * grad * grad
        change = np.sqrt(moved + eps) / np.sqrt(square + eps) * grad
        moved *= rho
        moved += (1 - rho) * change * change
        parameter -= float(group["lr"]) * change
