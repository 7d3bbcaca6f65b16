"""`is_grads_batched`: PyTorch backpropagates many gradients at once, the engine one by one."""

import contextlib

from engine.autograd import anomaly_mode
from engine.autograd.function_node import FunctionNode
from engine.autograd.nesting import here
from engine.autograd.route import Route
from engine.autograd.walk import run_backward
from engine.errors import unsupported


def run_batched(roots, rows, targets, retain, record):
    """The result of `run_backward` for each row of initial gradients."""
    with at_once(roots, targets):
        last = len(rows) - 1
        return [
            run_backward(roots, row, retain or number < last, record, targets, capture=True)
            for number, row in enumerate(rows)
        ]


@contextlib.contextmanager
def at_once(roots, targets):
    """In the block, several passes stand for one of PyTorch's: saved tensors are unpacked once."""
    _check_route(Route(roots, targets, True))
    before, here.batched = here.batched, {}
    try:
        yield
    finally:
        here.batched = before


def _check_route(route):
    """Refuse a route on which user code would run once per pass."""
    nodes = [n for n in route.needed if isinstance(n, FunctionNode)]
    if nodes:
        raise unsupported(f"{nodes[0].name()} in a pass with is_grads_batched")
    start = [] if route.root is None else [route.root]  # the root's hooks are called in any case
    if any(n._hooks is not None for n in (*route.needed, *route.captures, *start)):
        raise unsupported("hooks and retain_grad() in a pass with is_grads_batched")
    if route.needed:
        anomaly_mode.check_batched()
