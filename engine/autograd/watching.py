"""Observing the engine from outside: the events, their observers, and what a node has saved."""

import contextlib
from typing import NamedTuple

from engine.autograd.mode import careful, watchers
from engine.autograd.saved import Packed, SavedResult
from engine.autograd.view_nodes import CopySlices
from engine.dtype import from_numpy
from engine.tensor import Tensor


class Observer:
    """Receives the engine's events; override the methods of interest.

    The arrays and tensors passed in will change and be freed later: keeping one alters what is
    being observed. Gradients are tensors if the pass is recorded (`walk.record`), otherwise bare
    arrays, or lists of them if an operation has several outputs.
    """

    def recorded(self, node, results):
        """A node was added to the graph; `results` are what its operation returned."""

    def began(self, walk, roots, grads):
        """A backward pass begins with `grads` at the edges `roots`."""

    def passed(self, node, incoming, outgoing):
        """A node received `incoming` and passed `outgoing` on along its edges, hooks included."""

    def freed(self, node):
        """A node that was just visited released what it had saved."""

    def accumulated(self, leaf, grad, how):
        """`grad` was added to `leaf.grad`; `how` is "first", "in place" or "replaced"."""

    def retained(self, tensor, grad):
        """A non-leaf tensor retained its gradient."""

    def written(self, tensor):
        """The memory of a tensor was written to: it has a new version."""

    def raised(self, node, error):
        """The derivative of a node raised."""

    def ended(self, walk):
        """A backward pass ended, normally or by an error."""


@contextlib.contextmanager
def watch(observer):
    """Within the block, notify the observer of everything the engine does, in any thread."""
    watchers.append(observer)
    careful.append("watcher")
    try:
        yield observer
    finally:
        watchers.remove(observer)
        careful.remove("watcher")


class Saved(NamedTuple):
    """One tensor that a node saved, read without unpacking it.

    `name` is that of `grad_fn._saved_<name>`, or the index among a Function's saved tensors;
    `value` is the saved input itself, None if it is a result or passed through a hook.
    """

    name: str
    shape: tuple | None
    dtype: object
    version: int | None
    kind: str  # input, result, number, packed
    value: object = None


def saved_of(node):
    """The tensors that a node holds for its derivative; empty once freed."""
    if type(node) is CopySlices:
        node = node.node
    names = getattr(node, "names", None)
    found = []
    for place, value in enumerate(node._saved or ()):
        name = names[place] if names else str(place)
        then = 0 if node._versions is None else node._versions[place]
        if type(value) in (tuple, list):
            versions = then or [0] * len(value)
            found += [
                _saved(f"{name}[{i}]", each, versions[i])
                for i, each in enumerate(value)
                if each is not None
            ]
        elif value is not None:
            found.append(_saved(name, value, then))
    return found


def _saved(name, value, version):
    if isinstance(value, Tensor):
        return Saved(name, tuple(value.shape), value.dtype, version, "input", value)
    if type(value) is SavedResult:
        data = value.data
        return Saved(name, data.shape, from_numpy(data.dtype), value.version, "result")
    if type(value) is not Packed:
        return Saved(name, (), None, None, "number", value)
    if isinstance(value.value, Tensor):
        return Saved(name, tuple(value.value.shape), value.value.dtype, None, "packed")
    return Saved(name, None, None, None, "packed")
