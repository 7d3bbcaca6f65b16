"""`once_differentiable`: marks a derivative that cannot itself be differentiated."""

import functools

from engine.autograd.grad_mode import no_grad
from engine.autograd.mode import mode
from engine.autograd.node import Node, VisitedFirst, passed_through
from engine.tensor import Tensor, alias


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
    """Gradients that cannot be differentiated again: results of a node that raises."""
    node = Error(
        "a gradient was differentiated that comes from a backward marked with @once_differentiable"
    )
    guarded = passed_through(node, [_leaf(g) if isinstance(g, Tensor) else None for g in found])
    return tuple(g if other is None else other for g, other in zip(found, guarded, strict=True))


def _leaf(gradient):
    """A leaf with the same values that requires grad."""
    result = alias(gradient)
    result._requires = True
    return result


class Error(VisitedFirst, Node):
    """Raises an error as soon as a pass may have a gradient for it."""

    _namespace = "torch::autograd::"

    def __init__(self, message):
        self.message = message

    def run(self, grad, record, edges):
        raise RuntimeError(self.message)
