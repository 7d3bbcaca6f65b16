"""Adam and its relatives."""

import math

import numpy as np

from engine.optim.optimizer import Optimizer, buffer, check_range, count


class Adam(Optimizer):
    """Kingma and Ba 2014; `amsgrad` after Reddi et al. 2018."""

    __module__ = "torch.optim.adam"
    decoupled = False

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=None,
        decoupled_weight_decay=False,
    ):
        check_range("lr", lr)
        check_range("eps", eps)
        check_range("beta 0", betas[0], 0.0, 1.0)
        check_range("beta 1", betas[1], 0.0, 1.0)
        check_range("weight_decay", weight_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
            "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        }
        super().__init__(params, defaults)

    def update(self, group, parameter, grad, state):
        step = count(state)
        lr, (beta1, beta2) = float(group["lr"]), group["betas"]
        if group["weight_decay"]:
            if group["decoupled_weight_decay"]:
                parameter *= 1 - lr * group["weight_decay"]
            else:
                grad = grad + group["weight_decay"] * parameter
        mean, square = buffer(state, "exp_avg", parameter), buffer(state, "exp_avg_sq", parameter)
        mean += (1 - beta1) * (grad - mean)
        square *= beta2
        square += (1 - beta2) * (grad * grad)
        if group["amsgrad"]:
            largest = buffer(state, "max_exp_avg_sq", parameter)
            square = np.maximum(largest, square, out=largest)
        denominator = np.sqrt(square)
        denominator /= math.sqrt(1 - beta2**step)
        denominator += group["eps"]
        np.divide(mean, denominator, out=denominator)
        denominator *= lr / (1 - beta1**step)
        parameter -= denominator


class AdamW(Adam):
    """Adam with the weight decay applied to the weights (Loshchilov and Hutter 2019)."""

    __module__ = "torch.optim.adamw"

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=1e-2,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        capturable=False,
        differentiable=False,
        fused=None,
    ):
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )


class Adamax(Optimizer):
    """Adam with the maximum norm (Kingma and Ba 2014, section 7)."""

    __module__ = "torch.optim.adamax"

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
        check_range("lr", lr)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def update(self, group, parameter, grad, state):
        step = count(state)
        beta1, beta2 = group["betas"]
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * parameter
        mean, norm = buffer(state, "exp_avg", parameter), buffer(state, "exp_inf", parameter)
        mean += (1 - beta1) * (grad - mean)
        np.maximum(norm * beta2, np.abs(grad) + group["eps"], out=norm)
        parameter -= float(group["lr"]) / (1 - beta1**step) * mean / norm
