"""Averaged stochastic gradient descent."""

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_ranges, later, options
from engine.optim.state import count, held, move, number, scalar
from engine.tensor import own


class ASGD(Optimizer):
    """Polyak and Juditsky 1992."""

    _later = later("foreach maximize differentiable capturable")
    _numbers = ("step", "eta", "mu")
    _writes = 2

    def __init__(
        self,
        params,
        lr=1e-2,
        lambd=1e-4,
        alpha=0.75,
        t0=1e6,
        weight_decay=0,
        foreach=None,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        check_ranges(lr=lr, weight_decay=weight_decay)
        names = "lr lambd alpha t0 weight_decay foreach maximize differentiable capturable"
        super().__init__(params, options(locals(), names))

    def _kept(self, group):
        return ("step", "eta", "mu", "ax")

    def _first(self, name, like, group):
        if name in ("eta", "mu"):
            return scalar(number(group["lr"]) if name == "eta" else 1.0)
        return super()._first(name, like, group)

    def _update(self, group):
        lr, lambd = number(group["lr"]), group["lambd"]
        for parameter, array, grad in self._moving(group):
            state = self.state[parameter]
            step = count(state)
            eta, share = own(state["eta"]), own(state["mu"])
            average = held(state["ax"])
            array *= 1 - lambd * eta.item()
            move(array, grad, -eta.item())
            if share == 1:
                average[...] = array
            else:
                average += (array - average) * share
            eta[...] = lr / (1 + lambd * lr * step) ** group["alpha"]
            share[...] = 1 / max(1, step - group["t0"])


__all__ = ["ASGD"]
