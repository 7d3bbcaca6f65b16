"""Adam."""

import math

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_betas, check_ranges, later, options
from engine.optim.state import add_square, count, held, number, pieces, towards
from engine.tensor import Tensor


class Adam(Optimizer):
    """Kingma and Ba 2014; `amsgrad` after Reddi et al. 2018."""

    _later = later(
        "amsgrad maximize foreach capturable differentiable decoupled_weight_decay fused"
    )
    _numbers = ("step",)
    _first_options = ("betas",)

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
        check_ranges(lr=lr, eps=eps, weight_decay=weight_decay)
        if isinstance(lr, Tensor) and foreach and not capturable:
            raise ValueError("a learning rate that is a tensor excludes foreach=True")
        check_betas(betas)
        _check_kinds(betas, foreach and not capturable)
        names = (
            "lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused "
            "decoupled_weight_decay"
        )
        super().__init__(params, options(locals(), names))

    def _kept(self, group):
        names = ("step", "exp_avg", "exp_avg_sq")
        return (*names, "max_exp_avg_sq") if group["amsgrad"] else names

    def _update(self, group):
        lr, eps, amsgrad = number(group["lr"]), group["eps"], group["amsgrad"]
        beta1, beta2 = map(number, group["betas"])
        decay = group["weight_decay"] if group["decoupled_weight_decay"] else 0
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            step = count(state)
            size, correction = lr / (1 - beta1**step), math.sqrt(1 - beta2**step)
            averages = [held(state[name]) for name in self._kept(group)[1:]]
            for x, g, mean, square, *largest in pieces(array, grad, *averages):
                if decay:
                    x *= 1 - lr * decay
                towards(mean, g, 1 - beta1)
                add_square(square, g, beta2)
                if amsgrad:
                    square = np.maximum(largest[0], square, out=largest[0])
                root = np.sqrt(square)
                root /= correction
                root += eps
                change = mean * size
                change /= root
                x -= change


def _check_kinds(betas, together):
    """Refuse a float beside a tensor, and tensors where the parameters are moved `together`."""
    kinds = {Tensor if isinstance(beta, Tensor) else type(beta) for beta in betas}
    if kinds != {float} and kinds != {Tensor}:
        raise ValueError(f"betas are two floats or two tensors, not {betas!r}")
    if together and Tensor in kinds:
        raise ValueError("betas that are tensors exclude foreach=True")


__all__ = ["Adam"]
