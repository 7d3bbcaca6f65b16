"""Resilient backpropagation."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_range, later, options
from engine.optim.state import count, filled, held, number


class Rprop(Optimizer):
    """Riedmiller and Braun 1993: only the signs of gradients count."""

    _later = later("foreach maximize differentiable capturable")
    _numbers = ("step",)
    _first_options = ("etas", "step_sizes")
    _unread = ("lr",)

    def __init__(
        self,
        params,
        lr=1e-2,
        etas=(0.5, 1.2),
        step_sizes=(1e-6, 50),
        *,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        check_range("lr", lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"etas must lie below and above 1, not {etas[0]} and {etas[1]}")
        names = "lr etas step_sizes foreach maximize differentiable capturable"
        super().__init__(params, options(locals(), names))

    def _kept(self, group):
        return ("step", "prev", "step_size")

    def _first(self, name, like, group):
        if name == "step_size":
            return filled(like, number(group["lr"]))
        return super()._first(name, like, group)

    def _update(self, group):
        (less, more), (least, most) = group["etas"], group["step_sizes"]
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            count(state)
            before = held(state["prev"])
            size = held(state["step_size"])
            same = _sign(grad * before)
            size *= np.where(same > 0, more, np.where(same < 0, less, 1)).astype(size.dtype)
            np.clip(size, least, most, out=size)
            grad = np.where(same < 0, 0, grad)
            array -= _sign(grad) * size
            before[...] = grad


def _sign(x):
    """-1, 0 or 1; 0 for NaN."""
    return np.greater(x, 0).astype(x.dtype) - np.less(x, 0).astype(x.dtype)


__all__ = ["Rprop"]
