"""Graphs many times deeper than Python's limit on recursion, each of another kind of link."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import engine as torch
from engine.utils.checkpoint import checkpoint

DEPTH = 20_000
COSTLY = 1_200  # where a link is many nodes, or runs something again
assert sys.getrecursionlimit() < COSTLY


def leaf(*shape: int) -> Any:
    return torch.ones(shape or (4,), requires_grad=True)


def operations(x: Any) -> Any:
    y = x
    for _ in range(DEPTH // 2):
        y = y * 1.0001 + x
    return y


def views(x: Any) -> Any:
    y = x * 1
    for number in range(DEPTH):
        y = y.view(2, 2) if number % 2 == 0 else y.view(4)
    return y


def writes(x: Any) -> Any:
    y = x * 1
    for _ in range(DEPTH // 4):
        y.mul_(1.0001).add_(0.001)
    return y


def writes_through_views(x: Any) -> Any:
    y = x * 1
    for number in range(DEPTH // 8):
        y[number % 4].mul_(1.0001)
    return y


def reads_after_writes(x: Any) -> Any:
    y = x * 1
    view = y[1:]
    for _ in range(COSTLY):
        view.mul_(1.0001)
        y.add_(0.1)
    return view


def views_that_are_written(x: Any) -> Any:
    y = x * 1
    for number in range(COSTLY):
        y = y.view(2, 2) if number % 2 == 0 else y.view(4)
        y.mul_(1.0001)
    return y


def several_outputs(x: Any) -> Any:
    y = x
    for _ in range(DEPTH // 8):
        first, second = y.chunk(2)
        y = torch.cat([second, first])
    return y


class Double(torch.autograd.Function):
    """Saves its input and its output, and keeps something on ctx."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        y = x * 1.0
        ctx.save_for_backward(x, y)
        ctx.factor = x.detach()
        return y

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * 1.0


def functions(x: Any) -> Any:
    y = x
    for _ in range(DEPTH // 4):
        y = Double.apply(y)
    return y


def gradients(x: Any) -> Any:
    """What a recorded backward pass through a deep graph has recorded."""
    y = x
    for _ in range(DEPTH // 8):
        y = y * 1.0001 * x
    return torch.autograd.grad(y.sum(), x, create_graph=True)[0]


def gradients_of_gradients(x: Any) -> Any:
    y = x
    for _ in range(COSTLY):
        y = y * 1.0001 + x * x
    (slope,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    return torch.autograd.grad((slope * slope).sum(), x, create_graph=True)[0]


def checkpoints(x: Any) -> Any:
    y = x
    for _ in range(COSTLY):
        y = checkpoint(torch.sin, y, use_reentrant=False)
    return y


def reentrant_checkpoints(x: Any) -> Any:
    y = x
    for _ in range(COSTLY):
        y = checkpoint(torch.sin, y, use_reentrant=True)
    return y


def one_deep_checkpoint(x: Any) -> Any:
    return checkpoint(writes, x, use_reentrant=False)


def layers(x: Any) -> Any:
    net = torch.nn.Sequential(*[torch.nn.Softplus() for _ in range(DEPTH // 8)])
    return net(x)


def hooked(x: Any) -> Any:
    y = x
    for _ in range(DEPTH // 8):
        y = y * 1.0001
        y.retain_grad()
        y.register_hook(lambda grad: grad * 1)
        y.grad_fn.register_prehook(lambda grads: None)
        y.grad_fn.register_hook(lambda inputs, outputs: None)
    return y


def saved_through_hooks(x: Any) -> Any:
    """Hooks that keep what is saved apart: results know their node, and would keep it alive."""
    y = x
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: t):
        for _ in range(DEPTH // 8):
            y = (y * x).sigmoid()
    return y


def checked_for_anomalies(x: Any) -> Any:
    y = x
    with torch.autograd.set_detect_anomaly(True):
        for _ in range(COSTLY):
            y = y * 1.0001
    return y


def stopped_half_way(x: Any) -> Any:
    """A backward pass has raised in the middle, and been through half of the graph."""

    def stop(grad: Any) -> None:
        raise ZeroDivisionError

    y = middle = operations(x)
    middle.register_hook(stop)
    for _ in range(COSTLY):
        y = y * 1.0001
    with contextlib.suppress(ZeroDivisionError):
        y.sum().backward(retain_graph=True)
    middle._backward_hooks.clear()
    return y


GRAPHS = (
    operations,
    views,
    writes,
    writes_through_views,
    reads_after_writes,
    views_that_are_written,
    several_outputs,
    functions,
    gradients,
    gradients_of_gradients,
    checkpoints,
    reentrant_checkpoints,
    one_deep_checkpoint,
    layers,
    hooked,
    saved_through_hooks,
    checked_for_anomalies,
    stopped_half_way,
)
