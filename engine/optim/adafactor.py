"""Adafactor."""

import numpy as np

from engine.optim.optimizer import Optimizer
from engine.optim.options import check_range, check_ranges, later, options
from engine.optim.state import count, number
from engine.tensor import own, wrap


class Adafactor(Optimizer):
    """Shazeer and Stern 2018: second moments of a matrix are kept as those of rows and columns."""

    _later = later("foreach")
    _numbers = ("step",)

    def __init__(
        self,
        params,
        lr=1e-2,
        beta2_decay=-0.8,
        eps=(None, 1e-3),
        d=1.0,
        weight_decay=0.0,
        *,
        foreach=None,
        maximize=False,
    ):
        check_ranges(lr=lr, eps2=eps[1], weight_decay=weight_decay, minus_beta2_decay=-beta2_decay)
        if eps[0] is not None:
            check_range("eps1", eps[0])
        check_range("d", d, 1.0)
        names = "lr beta2_decay eps d weight_decay foreach maximize"
        super().__init__(params, options(locals(), names))

    def _kept(self, group):
        return ("step",)

    def _start(self, parameter, group):
        state, like = super()._start(parameter, group), own(parameter)
        if like.dtype.kind == "c":
            raise RuntimeError("Adafactor does not take complex parameters")
        if like.ndim <= 1:
            return {**state, "variance": wrap(np.zeros_like(like))}
        rows, columns = like[..., :1], like[..., :1, :]
        return {
            **state,
            "row_var": wrap(np.zeros(rows.shape, like.dtype)),
            "col_var": wrap(np.zeros(columns.shape, like.dtype)),
        }

    def _update(self, group):
        lr, (least, scale) = number(group["lr"]), group["eps"]
        for parameter, array, grad in self._moving({**group, "weight_decay": 0}):
            if least is None:
                least = np.finfo(array.dtype).eps
            state = self.state[parameter]
            step = count(state)
            rate = min(lr, step**-0.5) * max(scale, _root_mean_square(array))
            if group["weight_decay"]:
                array *= 1 - lr * group["weight_decay"]
            change = _variance(state, grad, step ** group["beta2_decay"], least)
            change = grad / np.sqrt(np.maximum(change, array.dtype.type(least * least)))
            change *= rate / max(1.0, _root_mean_square(change) / group["d"])
            array -= change


def _root_mean_square(array):
    return float(np.linalg.norm(array.reshape(-1))) / array.size**0.5


def _variance(state, grad, share, least):
    """The second moments of the gradient, after they moved by a share towards its squares."""
    square = grad * grad
    if "variance" in state:
        return _moved(state["variance"], square, share)
    rows = _moved(state["row_var"], square.mean(-1, keepdims=True), share)
    columns = _moved(state["col_var"], square.mean(-2, keepdims=True), share)
    return rows @ columns / np.maximum(rows.mean(-2, keepdims=True), rows.dtype.type(least))


def _moved(average, value, share):
    array = own(average)
    array += (value - array) * array.dtype.type(share)
    return array


__all__ = ["Adafactor"]
