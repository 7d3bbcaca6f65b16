"""`torch.autograd.graph`: the graph as users see it, and hooks on what it saves."""

import contextlib
import functools
import threading
import weakref
from collections import namedtuple

from engine.absent import refusing
from engine.autograd import node as nodes
from engine.autograd.grad_mode import is_inference_mode_enabled
from engine.autograd.hooks import RemovableHandle
from engine.autograd.mutation import allow_mutation_on_saved_tensors
from engine.autograd.nesting import here
from engine.autograd.node import accumulator, edge_of
from engine.autograd.saving_hooks import (
    disable_saved_tensors_hooks,
    save_on_cpu,
    saved_tensors_hooks,
)
from engine.shared import bump_version, share
from engine.tensor import Tensor

__all__ = [
    "GradientEdge",
    "Node",
    "allow_mutation_on_saved_tensors",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "increment_version",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
]


class _NodeMeta(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, nodes.Node)

    def __subclasscheck__(cls, subclass):
        return subclass is cls or issubclass(subclass, nodes.Node)


class Node(metaclass=_NodeMeta):
    """The abstract type of every `grad_fn`, by duck typing; nothing inherits from it."""


GradientEdge = namedtuple(
    "GradientEdge", ("node", "output_nr", "ownership_token"), defaults=(None,)
)


def get_gradient_edge(tensor):
    """The edge at which the gradient of `tensor` arrives."""
    if not tensor.requires_grad:
        raise RuntimeError("a tensor that does not require grad has no place in the graph")
    node = _node_of(tensor)
    node.note_result(tensor)
    return GradientEdge(node, tensor.output_nr)


def _node_of(tensor):
    node = tensor.grad_fn
    if node is not None or not tensor.requires_grad:
        return node
    if tensor._inference or is_inference_mode_enabled():
        raise AttributeError("in inference mode, leaves have no place in the graph")
    if edge_of(tensor) is None:
        raise AssertionError("a view made under no_grad has no place of its own in the graph")
    return accumulator(tensor)


def increment_version(tensor):
    """Tell autograd that the memory of one or more tensors was written to."""
    for t in [tensor] if isinstance(tensor, Tensor) else tensor:
        if not t._inference:
            bump_version(t)


@contextlib.contextmanager
def preserve_version_counter(tensors):
    """Let the block write to tensors without changing their versions."""
    tensors = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    versions = [t._version for t in tensors]
    try:
        yield
    finally:
        for tensor, version in zip(tensors, versions, strict=True):
            share(tensor).version = version


class _MultiHandle(RemovableHandle):
    def __init__(self, handles):
        self.handles = tuple(handles)

    def remove(self):
        for handle in self.handles:
            handle.remove()


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Call `fn` once per backward pass: with all gradients once they are known, or
    (`mode="any"`) with the first.
    """
    if mode not in ("all", "any"):
        raise ValueError(f"mode must be 'all' or 'any', not {mode!r}")
    if mode == "any":
        tensors = [t for t in tensors if t.requires_grad]
    else:
        if None in list(map(_node_of, tensors)):
            raise AssertionError("multi-grad hooks are for tensors that require grad")
    edges = [edge_of(t) for t in tensors]
    state = _AllSeen(edges, fn) if mode == "all" else _FirstSeen(fn)
    return _MultiHandle(
        t.register_hook(functools.partial(state.see, number)) for number, t in enumerate(tensors)
    )


class _FirstSeen:
    """Calls a function with the first gradient of each backward pass."""

    def __init__(self, fn):
        self.fn, self.lock, self.walks = fn, threading.Lock(), weakref.WeakSet()

    def see(self, number, grad):
        """A gradient became known in the current pass."""
        with self.lock:
            if here.walk in self.walks:
                return
            self.walks.add(here.walk)
        self.fn(grad)


class _AllSeen:
    """Calls a function with all gradients of each backward pass once the last is known."""

    def __init__(self, edges, fn):
        self.edges, self.fn, self.lock = edges, fn, threading.Lock()
        self.rows = weakref.WeakKeyDictionary()  # walk → gradients so far, by index
        self.awaited = 0  # for the walk that began last: as in PyTorch, a nested one replaces it

    def see(self, number, grad):
        """A gradient became known in the current pass."""
        walk = here.walk
        with self.lock:
            row = self.rows.setdefault(walk, {})
            if not row:
                self.awaited = walk.route.count_reached(self.edges)
            row[number] = grad
            if len(row) != self.awaited:
                return
            del self.rows[walk]
        self.fn([row.get(i) for i in range(len(self.edges))])


__getattr__ = refusing(__name__)
