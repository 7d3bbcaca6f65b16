"""Adam with Nesterov's momentum."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_betas, check_ranges, later, options
from engine.optim.state import add_square, count, held, number, scalar, towards
from engine.tensor import own


class NAdam(Optimizer):
    """Dozat 2016."""

    _later = later("maximize foreach capturable differentiable decoupled_weight_decay")
    _numbers = ("step", "mu_product")
    _writes = 2
    _first_options = ("betas",)

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        momentum_decay=4e-3,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        check_ranges(lr=lr, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay)
        check_betas(betas)
        names = (
            "lr betas eps weight_decay momentum_decay decoupled_weight_decay maximize foreach "
            "capturable differentiable"
        )
        super().__init__(params, options(locals(), names))

    def _kept(self, group):
        return ("step", "mu_product", "exp_avg", "exp_avg_sq")

    def _first(self, name, like, group):
        return scalar(1.0) if name == "mu_product" else super()._first(name, like, group)

    def _update(self, group):
        lr, decay = number(group["lr"]), group["momentum_decay"]
        beta1, beta2 = map(number, group["betas"])
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            step = count(state)
            mean, square = held(state["exp_avg"]), held(state["exp_avg_sq"])
            if group["weight_decay"] and group["decoupled_weight_decay"]:
                array *= 1 - lr * group["weight_decay"]
            momentum = beta1 * (1.0 - 0.5 * 0.96 ** (step * decay))
            following = beta1 * (1.0 - 0.5 * 0.96 ** ((step + 1) * decay))
            so_far = own(state["mu_product"])
            so_far *= momentum
            towards(mean, grad, 1 - beta1)
            add_square(square, grad, beta2)
            root = np.sqrt(square / (1 - beta2**step)) + group["eps"]
            array -= lr * (1.0 - momentum) / (1.0 - so_far.item()) * grad / root
            array -= lr * following / (1.0 - so_far.item() * following) * mean / root


__all__ = ["NAdam"]
