"""`torch.autograd`: gradients of tensors."""

import numpy as np

from engine.autograd import graph
from engine.autograd.anomaly import detect_anomaly, set_detect_anomaly
from engine.autograd import function
from engine.autograd.function import Function
from engine.autograd.mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)
from engine.autograd.node import AccumulateGrad, Node, edge_of
from engine.autograd.walk import Walk, run_backward
from engine.tensor import Tensor, wrap

__all__ = [
    "Function",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "functional",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "is_grad_enabled",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
]


def is_checkpoint_valid():
    """Whether a reentrant checkpoint may run: not within a walk that is limited to some inputs."""
    return Walk.current is None or Walk.current.needed is None


def _sequence(value):
    """The tensors or gradient edges of an argument that may be a single one."""
    if isinstance(value, Tensor | graph.GradientEdge | Node):
        return [value]
    return list(value)


def _edge(value):
    """The edge that an output or an input stands for."""
    if isinstance(value, Tensor):
        return edge_of(value)
    node, number = (value.node, value.output_nr) if isinstance(value, graph.GradientEdge) else (value, 0)
    if isinstance(node, AccumulateGrad):
        return node.variable
    return (node, number) if number else node


def is_checkpoint_valid():
    """Whether a reentrant checkpoint may run: not within a walk that is limited to some inputs."""
    return Walk.current is None or Walk.current.needed is None


def _sequence(value):
    return [value] if isinstance(value, Tensor) else list(value)


def _start(outputs, gradients, create_graph):
    """The edges to start from and the gradients to start with."""
    roots, grads = [], []
    for output, gradient in zip(outputs, gradients, strict=True):
        edge = _edge(output)
        if edge is None:
            raise RuntimeError(
                "a tensor that does not require grad, and so has no grad_fn, has no gradients to "
                "compute"
            )
        roots.append(edge)
        grads.append(_first_gradient(output, gradient, create_graph))
    return roots, grads


def _first_gradient(output, gradient, create_graph):
    data = output._data
    if gradient is None:
        if data.size != 1:
            raise RuntimeError(
                f"a gradient can be made up only for a single element, and this output has shape "
                f"{list(data.shape)}; pass one of that shape, or reduce the output first"
            )
        if data.dtype.kind != "f":
            raise RuntimeError(f"a gradient can be made up only for floats, not {output.dtype!r}")
        ones = data.dtype.type(1) if not data.ndim else np.ones(data.shape, data.dtype)
        return wrap(ones) if create_graph else ones
    if gradient._data.shape != data.shape:
        raise RuntimeError(
            f"the gradient has shape {list(gradient._data.shape)}, "
            f"its output {list(data.shape)}; they must agree"
        )
    return gradient if create_graph else gradient._data


def backward(
    tensors,
    grad_tensors=None,
    retain_graph=None,
    create_graph=False,
    grad_variables=None,
    inputs=None,
):
    """Add the gradients of `tensors` to the `.grad` of the leaves they came from.

    With `inputs`, only theirs.
    """
    tensors = _sequence(tensors)
    gradients = [None] * len(tensors) if grad_tensors is None else _sequence(grad_tensors)
    keep = create_graph if retain_graph is None else retain_graph
    roots, grads = _start(tensors, gradients, create_graph)
    targets = None
    if inputs is not None:
        inputs = _sequence(inputs)
        for tensor in inputs:
            tensor.retain_grad()
        targets = [_edge(t) for t in inputs]
    run_backward(roots, grads, keep, create_graph, targets)


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    """The gradients of `outputs` with respect to `inputs`, as a tuple; `.grad` stays untouched."""
    outputs, inputs = _sequence(outputs), _sequence(inputs)
    gradients = [None] * len(outputs) if grad_outputs is None else _sequence(grad_outputs)
    keep = create_graph if retain_graph is None else retain_graph
    roots, grads = _start(outputs, gradients, create_graph)
    targets = [_edge(t) for t in inputs]
    found = run_backward(roots, grads, keep, create_graph, targets, capture=True)
    result = []
    for value in found:
        if value is None and not allow_unused:
            raise RuntimeError("one of the inputs was not used; pass allow_unused=True for None")
        result.append(value if value is None or create_graph else wrap(value))
    return tuple(result)


from engine.autograd import functional  # noqa: E402 (they are written on top of `grad`)
from engine.autograd.gradcheck import gradcheck, gradgradcheck  # noqa: E402
