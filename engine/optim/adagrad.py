"""Adagrad."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_ranges, later, options
from engine.optim.state import count, filled, held, move, number


class Adagrad(Optimizer):
    """Duchi, Hazan and Singer 2011."""

    _later = later("foreach maximize differentiable fused")
    _numbers = ("step",)
    _unread = ("initial_accumulator_value",)

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
                self.state[parameter] = self._start(parameter, group)

    def share_memory(self):
        """Nothing: memory is not shared between processes."""

    def _kept(self, group):
        return ("step", "sum")

    def _first(self, name, like, group):
        if name == "sum":
            return filled(like, self.defaults["initial_accumulator_value"])
        return super()._first(name, like, group)

    def _update(self, group):
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            rate = number(group["lr"]) / (1 + (count(state) - 1) * group["lr_decay"])
            total = held(state["sum"])
            move(total, grad, grad)
            array -= rate * grad / (np.sqrt(total) + group["eps"])


__all__ = ["Adagrad"]
