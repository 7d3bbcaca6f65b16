"""Adagrad."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_ranges, options
from engine.optim.state import buffer, count, number, scalar
from engine.tensor import own, wrap


class Adagrad(Optimizer):
    """Duchi, Hazan and Singer 2011."""

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
        check_ranges(
            lr=lr,
            lr_decay=lr_decay,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
            eps=eps,
        )
        names = (
            "lr lr_decay eps weight_decay initial_accumulator_value foreach maximize "
            "differentiable fused"
        )
        super().__init__(params, options(locals(), names))
        for group in self.param_groups:
            for parameter in group["params"]:
                self._start(parameter, group["initial_accumulator_value"])

    def _start(self, parameter, value):
        """This optimizer has its state from the beginning."""
        self.state[parameter] = {
            "step": scalar(0.0),
            "sum": wrap(np.full_like(own(parameter), value)),
        }

    def share_memory(self):
        """Nothing: memory is not shared between processes."""

    def _update(self, group):
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            rate = number(group["lr"]) / (1 + (count(state) - 1) * group["lr_decay"])
            total = buffer(state, "sum", array)
            total += grad * grad
            array -= rate * grad / (np.sqrt(total) + group["eps"])


__all__ = ["Adagrad"]
