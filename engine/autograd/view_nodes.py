"""The nodes of views and of writes through them, and replaying views from their base."""

from contextlib import nullcontext

import numpy as np

from engine.autograd import complex_paths
from engine.autograd.mode import careful, hushed, mode, recording
from engine.autograd.node import Node, edge_of, freed_error, next_number
from engine.autograd.walk import run_backward
from engine.ops.sum_to import sum_to
from engine.strides import at, expanded
from engine.tensor import Tensor, new, wrap


def unrolled(steps):
    """The functions in the `steps` of a view, in order."""
    functions = []
    while steps:
        steps, function = steps
        functions.append(function)
    functions.reverse()
    return functions


rereading = set()
"""The steps to views that read the same memory as other numbers: as parts of complex numbers, or as
their conjugates."""


def rereads(steps):
    """Whether one of a view's steps is in `rereading`."""
    while steps:
        steps, function = steps
        if function in rereading:
            return True
    return False


def replay(steps, base):
    """Apply these steps to another base of the same shape."""
    for function in unrolled(steps):
        base = function(base)
    return base


def _part(node, whole):
    """The node's view taken of `whole`: by its position in memory, if that is known."""
    if node.place is not None and isinstance(whole, np.ndarray):
        part = at(node.place, whole)
        if part is not None:
            return part
    return replay(node.steps, whole)


def refuse_expanded(array):
    """Refuse a write to expanded memory."""
    if expanded(array):
        raise RuntimeError(
            "in-place write to expanded memory, where several elements share one place; "
            "clone the tensor first"
        )


class CopySlices(Node):
    """A write to a part of the base: the part's gradient goes through `node`, the rest passes."""

    _namespace = "torch::autograd::"

    def run(self, grad, record, edges):
        """The base's gradient with the written part replaced by what `node` makes of that part,
        and the gradients of what was written.
        """
        if grad is None:
            return [None] * len(edges)
        result = grad.clone() if record else np.array(grad)
        mirrored = not record and rereads(self.steps)  # only a tensor can write through these views
        part = _part(self, wrap(result) if mirrored else result)
        if self.node is None:
            raise freed_error(self)
        inner_edges = (self.node._edges[0] and self.node, *edges[1:])
        copied = part.clone() if record else (part._data if mirrored else part).copy()
        if complex_paths.is_complex(copied):
            complex_paths.begin()  # the base may be real
        if careful:
            grads = complex_paths.visit(self.node, copied, record, inner_edges)
        else:
            grads = self.node.run(copied, record, inner_edges)
        written = grads[0] if edges[0] is not None else None
        if edges[0] is not None and not (record or mirrored):
            refuse_expanded(part)
        if record or mirrored:
            part.zero_() if written is None else part.copy_(written if record else wrap(written))
        else:
            part[...] = 0 if written is None else written
        return [result, *grads[1:]]

    @property
    def holds(self):
        return self.node.holds

    def release(self):
        self.node = None


def reading_node(base, steps, place):
    """A node that reads a view from its base, at the position given by its steps or by `place`."""
    node = new(AsStridedBackward0)
    node._sequence = next_number()
    node._edges = (edge_of(base),)
    node.steps, node.place = steps, place
    node.shape, node.dtype = base._data.shape, base._data.dtype
    return node


class AsStridedBackward0(Node):
    """Reads a view from a base that was written to since the view was created."""

    def run(self, grad, record, edges):
        if grad is None:
            return [None]
        if self.place is not None and not record:
            result = np.zeros(self.shape, self.dtype)
            at(self.place, result)[...] = grad
            return [result]
        base = new(Tensor)
        base._data, base._requires = np.zeros(self.shape, self.dtype), True
        with recording(), hushed():
            view = replay(self.steps, base)
        if view is base:
            return [grad]
        if self.dtype.kind == "c":
            complex_paths.begin()
        with nullcontext() if record else hushed():
            again = record and mode.enabled
            return run_backward([edge_of(view)], [grad], False, again, [base], capture=True)


class Outgrown(Node):
    """The node of a result that got another shape while nothing was recorded.

    It looks like the node that produced the result, and passes gradients on to it if they can be
    summed to the old shape, as in PyTorch.
    """

    def __init__(self, node, number, shape):
        self._sequence, self._edges = next_number(), ((node, number) if number else node,)
        self.node, self.shape = node, shape

    def name(self):
        return self.node.name()

    @property
    def next_functions(self):
        return self.node.next_functions

    def run(self, grad, record, edges):
        if grad is None:
            return [None]
        try:
            fits = np.broadcast_shapes(self.shape, grad.shape) == grad.shape
        except ValueError:
            fits = False
        if fits:
            return [sum_to(grad, self.shape)]
        raise RuntimeError(
            f"a gradient of shape {list(grad.shape)} does not fit the result of {self.name()}, "
            "which got that shape in place while nothing was recorded; write it out of place"
        )
