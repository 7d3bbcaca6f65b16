"""L-BFGS."""

import numpy as np

from engine.autograd.grad_mode import enable_grad
from engine.optim.line_search import Point, strong_wolfe
from engine.optim.optimizer import Optimizer
from engine.optim.options import check_range
from engine.optim.state import held, move, number
from engine.shared import bump_version
from engine.tensor import Tensor, own, wrap


class LBFGS(Optimizer):
    """Quasi-Newton steps with limited memory; `step` needs a closure and calls it several times."""

    def __init__(
        self,
        params,
        lr=1,
        max_iter=20,
        max_eval=None,
        tolerance_grad=1e-7,
        tolerance_change=1e-9,
        history_size=100,
        line_search_fn=None,
    ):
        check_range("lr", lr)
        defaults = {
            "lr": lr,
            "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad,
            "tolerance_change": tolerance_change,
            "history_size": history_size,
            "line_search_fn": line_search_fn,
        }
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS takes one parameter group")
        self._params = self.param_groups[0]["params"]

    def step(self, closure):
        """Iterate until converged or `max_iter`; the first loss."""
        if len(self.param_groups) != 1:
            raise AssertionError("LBFGS takes one parameter group")
        group = self.param_groups[0]
        for name in self.defaults:
            group[name]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first, loss, grad = self._evaluate(closure, state)
        if not np.abs(grad).max() <= group["tolerance_grad"]:
            memory = {name: _arrays(state[name]) for name in _REMEMBERED if name in state}
            try:
                self._iterate(closure, memory, loss, grad)
            except Exception:  # what PyTorch changes in place stays changed
                state.update({n: _tensors(memory[n]) for n in _CHANGED if n in state})
                raise
            state.update({n: _tensors(memory[n]) for n in _REMEMBERED if n in memory})
        return first

    def _iterate(self, closure, memory, loss, grad):
        group, state = self.param_groups[0], self.state[self._params[0]]
        evaluated = 1
        for iteration in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            first = state["n_iter"] == 1
            _choose_direction(memory, grad, group["history_size"], first)
            direction, before = memory["d"], loss
            memory["prev_flat_grad"], memory["prev_loss"] = grad, loss
            lr = number(group["lr"])
            memory["t"] = min(1.0, 1.0 / np.abs(grad).sum()) * lr if first else lr
            slope = grad @ direction
            if slope > -group["tolerance_change"]:
                break
            if group["line_search_fn"] is None:
                self._move(memory["t"], direction)
                if iteration == group["max_iter"]:
                    break
                _, loss, grad = self._evaluate(closure, state)
                evaluated += 1
            else:
                counted, start = state["func_evals"], Point(0, loss, grad, slope)
                found = self._search(closure, memory, start, group["max_eval"] - evaluated)
                memory["t"], loss, grad = found.at, found.loss, found.grad
                evaluated += state["func_evals"] - counted
                if iteration == group["max_iter"]:
                    break
            moved = np.abs(direction * memory["t"]).max()
            if (
                evaluated >= group["max_eval"]
                or np.abs(grad).max() <= group["tolerance_grad"]
                or moved <= group["tolerance_change"]
                or abs(loss - before) < group["tolerance_change"]
            ):
                break

    def _search(self, closure, memory, start, most):
        """Move along the direction to where a line search ends."""
        group, direction = self.param_groups[0], memory["d"]
        state = self.state[self._params[0]]
        if group["line_search_fn"] != "strong_wolfe":
            raise RuntimeError(f"a line search is 'strong_wolfe', not {group['line_search_fn']!r}")
        origin = [own(p).copy() for p in self._params]

        def evaluate(step):
            self._move(step, direction)
            _, loss, grad = self._evaluate(closure, state)
            self._restore(origin)
            return Point(step, loss, grad, grad @ direction)

        reach = np.abs(direction).max()
        found = strong_wolfe(evaluate, memory["t"], start, reach, group["tolerance_change"], most)
        self._move(found.at, direction)
        return found

    def _restore(self, arrays):
        for parameter, array in zip(self._params, arrays, strict=True):
            own(parameter)[...] = array
            bump_version(parameter)

    def _evaluate(self, closure, state):
        """The loss, as it is and as a float, and the gradient as one vector."""
        with enable_grad():
            loss = closure()
        state["func_evals"] += 1
        return loss, float(number(loss)), np.concatenate([_flat_grad(p) for p in self._params])

    def _move(self, step, direction):
        start = 0
        for parameter in self._params:
            array = held(parameter)
            move(array, direction[start : start + array.size].reshape(array.shape), step)
            bump_version(parameter)
            start += array.size


def _flat_grad(parameter):
    if parameter._grad is None:
        array = held(parameter)
        return np.zeros(array.size, array.dtype)
    array = held(parameter._grad)
    if not array.flags.c_contiguous:
        raise RuntimeError("LBFGS takes only contiguous gradients")
    return array.reshape(-1)


def _dot(x, y):
    if x.dtype != y.dtype:
        raise RuntimeError(
            f"LBFGS kept vectors of {x.dtype}, and gradients are {y.dtype}; create a new "
            "optimizer after changing a parameter's dtype"
        )
    return x @ y


_CHANGED = ("al", "old_dirs", "old_stps", "ro", "prev_flat_grad")
_REMEMBERED = (
    "al",
    "d",
    "t",
    "old_dirs",
    "old_stps",
    "ro",
    "H_diag",
    "prev_flat_grad",
    "prev_loss",
)


def _arrays(value):
    """What the state keeps, tensors as arrays."""
    if type(value) is list:
        return [_arrays(v) for v in value]
    return own(value).copy()[()] if isinstance(value, Tensor) else value


def _tensors(value):
    """The same again as the state keeps it."""
    if type(value) is list:
        return [_tensors(v) for v in value]
    return wrap(value) if isinstance(value, np.ndarray | np.generic) else value


def _choose_direction(memory, grad, history_size, first):
    """Set `d` by the two-loop recursion over what the last steps changed."""
    if first:
        memory.update(d=-grad, old_dirs=[], old_stps=[], ro=[], H_diag=1)
        return
    changed, stepped = grad - memory["prev_flat_grad"], memory["d"] * memory["t"]
    curvature = _dot(changed, stepped)
    rows = (memory["old_dirs"], memory["old_stps"], memory["ro"])
    if curvature > 1e-10:
        if len(rows[0]) == history_size:
            for row in rows:
                row.pop(0)
        for row, value in zip(rows, (changed, stepped, 1.0 / curvature), strict=True):
            row.append(value)
        memory["H_diag"] = curvature / (changed @ changed)
    shares = memory.setdefault("al", [None] * history_size)
    triples = list(enumerate(zip(*rows, strict=True)))
    direction = -grad
    for i, (y, s, ro) in reversed(triples):
        shares[i] = _dot(s, direction) * ro
        move(direction, y, -shares[i])
    direction *= memory["H_diag"]
    for i, (y, s, ro) in triples:
        move(direction, s, shares[i] - (y @ direction) * ro)
    memory["d"] = direction


__all__ = ["LBFGS"]
