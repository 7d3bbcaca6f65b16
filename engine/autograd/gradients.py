"""`backward` and `grad`: the user's entry points to a backward pass."""

import math
import warnings

import numpy as np

from engine.autograd import complex_paths, graph
from engine.autograd.batched import run_batched
from engine.autograd.mapped import to_come
from engine.autograd.mode import mode, passing
from engine.autograd.nesting import here
from engine.autograd.node import AccumulateGrad, edge_of
from engine.autograd.tangents import cut
from engine.autograd.walk import run_backward
from engine.dtype import from_numpy
from engine.errors import unsupported
from engine.ops.declare import OPS
from engine.tensor import Tensor, wrap
from engine.warn import warn_once

ENDS = Tensor | graph.GradientEdge  # what a pass may start or end at


def _edge(value):
    """The edge of an output or an input."""
    if isinstance(value, Tensor):
        return edge_of(value)
    node, number = value.node, value.output_nr
    if isinstance(node, AccumulateGrad):
        return node.end
    return (node, number) if number else node


def is_checkpoint_valid():
    """Whether a reentrant checkpoint may run: not within a pass limited to some inputs."""
    return here.walk is None or here.walk.route.needed is None


def _sequence(value):
    """A tensor or gradient edge, or a sequence of them, as a tuple."""
    if isinstance(value, ENDS):
        return [value]
    return list(value)


def _target(value):
    """The edge of an input whose gradient `backward` accumulates."""
    edge = _input_edge(value)
    if isinstance(value, Tensor):
        value.retain_grad()
    return edge


def _input_edge(value):
    """The edge of an input whose gradient is requested."""
    if not isinstance(value, ENDS):
        raise RuntimeError(f"inputs are tensors or gradient edges, not {type(value).__name__}")
    edge = _edge(value)
    if edge is None:
        if not value._requires:
            raise RuntimeError("one of the inputs does not require grad")
        return value  # a view that takes its history from its base: no path leads to it
    return edge


def _start(outputs, gradients, create_graph):
    """The edges to start from, and their initial gradients."""
    roots, grads = [], []
    for output, gradient in zip(outputs, gradients, strict=False):
        if not isinstance(output, ENDS):
            raise AssertionError(f"only tensors have gradients, not {type(output).__name__}")
        edge = _edge(output)
        if edge is None:
            raise RuntimeError(
                "a tensor that does not require grad, and so has no grad_fn, has no gradients to "
                "compute"
            )
        roots.append(edge)
        grads.append(_first_gradient(output, gradient, create_graph))
    if len(gradients) < len(outputs):
        raise RuntimeError(f"{len(gradients)} gradients were given for {len(outputs)} tensors")
    return roots, grads


def _first_gradient(output, gradient, create_graph):
    """The initial gradient of an output: the given one, or 1 for a single element."""
    shape, dtype = _shape_and_dtype(output)
    if gradient is None:
        if math.prod(shape) != 1:
            raise RuntimeError(
                f"a gradient can be made up only for a single element, and this output has shape "
                f"{list(shape)}; pass one of that shape, or reduce the output first"
            )
        if dtype.kind != "f":
            raise RuntimeError(f"a gradient can be made up only for floats, not {dtype}")
        ones = dtype.type(1) if not shape else np.ones(shape, dtype)
        return wrap(ones) if create_graph or passing() else ones
    if not isinstance(gradient, Tensor):
        raise TypeError(f"a gradient is a tensor or None, not {type(gradient).__name__}")
    given = gradient._data
    if given.shape != shape or (given.dtype.kind == "c") != (dtype.kind == "c"):
        raise RuntimeError(
            f"the gradient is {list(given.shape)} of {given.dtype}, its output {list(shape)} of "
            f"{dtype}; they must agree"
        )
    if dtype.kind == "c":
        complex_paths.begin()
    if given.dtype != dtype:
        gradient = gradient.to(from_numpy(dtype))
    return cut(gradient) if passing() and not create_graph else gradient


def _shape_and_dtype(output):
    if isinstance(output, Tensor):
        return output._data.shape, output._data.dtype
    found = output.node._results.get(output.output_nr)
    if found is None:
        raise unsupported("a pass that starts at an edge that get_gradient_edge() did not make")
    return found


def backward(
    tensors,
    grad_tensors=None,
    retain_graph=None,
    create_graph=False,
    grad_variables=None,
    inputs=None,
):
    """Compute the gradients of `tensors` and add them to the `.grad` of their leaves.

    With `inputs`, only their gradients. Raises RuntimeError if a tensor does not require grad.
    """
    if mode.transforms:
        raise RuntimeError("backward() cannot be called inside a torch.func transform; use grad")
    if grad_variables is not None:
        warnings.warn("grad_variables is now grad_tensors", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError("grad_variables is the old name of grad_tensors; give one of them")
        grad_tensors = grad_variables
    tensors = _sequence(tensors)
    gradients = [None] * len(tensors) if grad_tensors is None else _sequence(grad_tensors)
    keep = create_graph if retain_graph is None else retain_graph
    roots, grads = _start(tensors, gradients, create_graph)
    if create_graph:
        warn_once(
            "backward(create_graph=True) makes a cycle of each parameter and its gradient, which "
            "keeps memory; prefer autograd.grad, or set .grad to None afterwards",
            stacklevel=3,
        )
    targets = None
    if inputs is not None:
        given = inputs.values() if isinstance(inputs, dict) else inputs
        targets = [_target(t) for t in _sequence(given)]
        if not targets:
            raise RuntimeError(
                "inputs of backward() cannot be empty; leave them out for all leaves"
            )
    run_backward(roots, grads, keep, create_graph, targets)


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    """The gradients of `outputs` with respect to `inputs`, as a tuple; `.grad` is not changed."""
    if not only_inputs:
        warnings.warn("grad() always gives the inputs' gradients only", FutureWarning, stacklevel=2)
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "materialize_grads fills in for unused inputs: allow_unused cannot be False"
        )
    if isinstance(inputs, dict):
        values = list(inputs.values())
        found = grad(
            outputs,
            values,
            grad_outputs,
            retain_graph,
            create_graph,
            allow_unused=allow_unused,
            is_grads_batched=is_grads_batched,
            materialize_grads=materialize_grads,
        )
        return dict(zip(inputs, found, strict=True))
    outputs, inputs = _sequence(outputs), _sequence(inputs)
    gradients = [None] * len(outputs) if grad_outputs is None else _sequence(grad_outputs)
    keep = (create_graph if retain_graph is None else retain_graph) or bool(to_come)
    if is_grads_batched:
        found = _batched_grad(outputs, inputs, gradients, keep, create_graph)
    else:
        roots, grads = _start(outputs, gradients, create_graph)
        targets = [_input_edge(t) for t in inputs]
        if not targets:
            raise RuntimeError("inputs of grad() cannot be empty")
        found = run_backward(roots, grads, keep, create_graph, targets, capture=True)
    return tuple(
        _found(value, x, create_graph, allow_unused, materialize_grads)
        for value, x in zip(found, inputs, strict=True)
    )


def _found(value, x, create_graph, allow_unused, materialize):
    """One result of `grad`."""
    if value is not None:
        return value if isinstance(value, Tensor) else wrap(value)
    if materialize:
        if not isinstance(x, Tensor):
            raise RuntimeError(
                "materialize_grads needs inputs that are tensors, not gradient edges"
            )
        return zeros_like(x, create_graph)  # so that it can be differentiated again
    if not allow_unused:
        raise RuntimeError(
            "one of the inputs was not used in the graph; pass allow_unused=True to get None for it"
        )
    return None


def zeros_like(x, requires_grad=False):
    """Zeros with the memory layout of `x`."""
    order = "C" if 0 in getattr(x._data, "strides", ()) else "K"
    zeros = wrap(np.zeros_like(x._data, order=order))
    zeros._requires = requires_grad
    return zeros


def _batched_grad(outputs, inputs, grad_outputs, keep, create_graph):
    """The results for each entry of the gradients' first dimension, stacked."""
    for output, g in zip(outputs, grad_outputs, strict=False):
        if not isinstance(g, Tensor):
            _first_gradient(output, g, create_graph)  # may refuse it
            raise ValueError("is_grads_batched needs a gradient for each output")
    count = {g.shape[0] for g in grad_outputs}
    if len(count) != 1:
        raise ValueError("is_grads_batched needs gradients with one common first dimension")
    starts = [
        _start(outputs, [g[i] for g in grad_outputs], create_graph) for i in range(count.pop())
    ]
    targets = [_input_edge(t) for t in inputs]
    rows = run_batched(starts[0][0], [grads for _, grads in starts], targets, keep, create_graph)
    return [_joined(column) for column in zip(*rows, strict=True)]


def _joined(column):
    if column[0] is None:
        return None
    return OPS["stack"]([g if isinstance(g, Tensor) else wrap(g) for g in column])
