"""`once_differentiable`: a derivative that cannot itself be differentiated."""

import functools

from engine.autograd.mode import mode, no_grad, tell, watchers
from engine.autograd.node import LAST_NUMBER, Node, next_number
from engine.tensor import Tensor, alias, new


def once_differentiable(backward):
    """Decorate a `backward` that cannot itself be differentiated."""

    @functools.wraps(backward)
    def wrapper(ctx, *grads):
        with no_grad():
            found = backward(ctx, *grads)
        if not mode.enabled or not any(isinstance(g, Tensor) and g._requires for g in grads):
            return found
        single = not isinstance(found, tuple)
        guarded = _guarded((found,) if single else found)
        return guarded[0] if single else guarded

    return wrapper


def _guarded(found):
    """Gradients that refuse to be differentiated again: results of one node that raises."""
    node = new(Error)
    next_number()  # taken, though the node shows another
    node._outputs = len(found)
    results, edges = [], []
    for number, value in enumerate(found):
        if not isinstance(value, Tensor):
            results.append(value)
            edges.append(None)
            continue
        leaf = alias(value)
        leaf._requires = True
        edges.append(leaf)
        result = alias(value)
        result._node, result._nr, result._requires = node, number, True
        results.append(result)
    node._edges = tuple(edges)
    if watchers:
        tell("recorded", node, results)
    return tuple(results)


class Error(Node):
    """Stands behind the gradients of a `once_differentiable` backward; visited once it is ready."""

    _sequence = LAST_NUMBER

    def name(self):
        return "torch::autograd::Error"

    def run(self, grad, record, edges):
        raise RuntimeError(
            "a gradient was differentiated that comes from a backward marked with "
            "@once_differentiable"
        )
