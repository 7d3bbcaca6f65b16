"""`torch.autograd.graph`: the graph as users see it, and hooks on what it saves."""

import threading
from collections import namedtuple

from engine.autograd.graph_hooks import (
    disable_saved_tensors_hooks,
    save_on_cpu,
    saved_tensors_hooks,
)
from engine.autograd.mutation import allow_mutation_on_saved_tensors
from engine.autograd.node import Node, accumulator, edge_of
from engine.autograd.walk import Walk
from engine.tensor import Tensor, bump_version

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

GradientEdge = namedtuple(
    "GradientEdge", ("node", "output_nr", "ownership_token"), defaults=(None,)
)


def get_gradient_edge(tensor):
    """The place in the graph where the gradient of `tensor` is computed."""
    if not tensor.requires_grad:
        raise RuntimeError("a tensor that does not require grad has no place in the graph")
    node = tensor.grad_fn
    return GradientEdge(accumulator(tensor) if node is None else node, tensor.output_nr)


def increment_version(tensor):
    """Tell autograd that the memory of a tensor, or of several, was written to."""
    for t in [tensor] if isinstance(tensor, Tensor) else tensor:
        if not t._inference:
            bump_version(t)


class _MultiHandle:
    def __init__(self, handles):
        self.handles = tuple(handles)

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Call `fn` once per backward pass: with all gradients when they are known, or (`mode="any"`)
    with the first.
    """
    if mode not in ("all", "any"):
        raise ValueError(f"mode must be 'all' or 'any', not {mode!r}")
    lock = threading.Lock()
    seen = {}  # identity of a walk → gradients so far

    def hook_of(index):
        def hook(grad):
            with lock:
                walk = Walk.current
                if mode == "any":
                    if id(walk) in seen:
                        return
                    seen.clear()
                    seen[id(walk)] = True
                    walk.callbacks.append(seen.clear)
                else:
                    row = seen.setdefault(id(walk), [None] * len(tensors))
                    row[index] = grad
                    walk_counts = counts.setdefault(id(walk), 0) + 1
                    counts[id(walk)] = walk_counts
                    expected = walk.count_reached(edges)
                    if walk_counts != expected:
                        return
                    del seen[id(walk)], counts[id(walk)]
            fn(grad if mode == "any" else row)

        return hook

    counts = {}
    edges = [edge_of(t) for t in tensors]
    return _MultiHandle(t.register_hook(hook_of(i)) for i, t in enumerate(tensors))
