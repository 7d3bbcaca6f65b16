"""Views and in-place writes: keeps the histories of a base and its views consistent.

A write through a view becomes part of the base's history (`CopySlices`); a view whose base was
written to gets a new `grad_fn`, which reads from the base (`AsStridedBackward0`), on next access.
"""

import weakref

import numpy as np

from engine.autograd import anomaly_mode
from engine.autograd.grad_mode import enable_grad
from engine.autograd.mode import mode, tell, watchers
from engine.autograd.node import edge_of, next_number
from engine.autograd.view_nodes import (
    CopySlices,
    reading_node,
    refuse_expanded,
    rereading,
    rereads,
    unrolled,
)
from engine.errors import unsupported
from engine.shared import share, tell_views
from engine.strides import expanded, interlocks, place_in
from engine.tensor import new

# How a view was made, which decides whether autograd can follow a write to it.
DEFAULT, MULTI_OUTPUT, NO_GRAD, INFERENCE, CUSTOM, FOLLOWED = range(6)


class View:
    """How a view came from its base: `steps` are functions from an array or tensor to a view of it.

    They are a pair of the earlier steps and the last step, so that a chain of views shares them.
    `creation` is how the view was created, since not every view may be written to; `version` is
    the storage's version when the view's `grad_fn` was created. `asked`: whether the view itself,
    not its base, was set to require grad.
    """

    __slots__ = ("asked", "base", "creation", "steps", "version")

    def __init__(self, base, steps, creation, version):
        self.base, self.steps, self.creation, self.version = base, steps, creation, version
        self.asked = False

    def refresh(self, tensor):
        """Update the view's `grad_fn` after a write to its base."""
        base = self.base
        if tensor._node is None and not base._requires:
            return
        version = tensor._storage.version
        if self.version == version:
            return
        check_creation(tensor, indirect=True)
        if 0 <= self.version < tensor._storage.reshaped:
            self.steps = ((), _lost)
        replays = mode.replays or rereads(self.steps)
        if replays:
            node, number = self._replayed()
        else:
            node, number = reading_node(base, self.steps, _place(tensor)), 0
        old = tensor._node
        tensor._node, tensor._nr, tensor._requires = node, number, True
        self.version = version
        move_retained(tensor, old)
        if watchers and not replays:
            tell("recorded", node, (tensor,))

    def _replayed(self):
        """Record again the views that led to this one; returns the last node and its output.

        Unless all are requested, the views between two that reread elements are merged.
        """
        if not self.base._requires:
            raise unsupported("a view that takes elements for other ones, of a base detached since")
        with enable_grad():
            start, view, steps = self.base, self.base, ()
            for step in unrolled(self.steps):
                view = step(view)
                if mode.replays or step in rereading:
                    start, steps = view, ()
                else:
                    steps = (steps, step)
                    view._node, view._nr = reading_node(start, steps, None), 0
        return view._node, view._nr


def _lost(base):
    """Stands for the steps to a view whose base has since got another shape in place."""
    raise unsupported("the gradient of a view of what got another shape in place since")


def _place(tensor):
    """The position of a view in its base; None if it is one step away or only its steps tell."""
    steps, part, whole = tensor._view.steps, tensor._data, tensor._view.base._data
    arrays = isinstance(part, np.ndarray) and isinstance(whole, np.ndarray)
    return place_in(part, whole) if arrays and steps[0] else None


class Untracked(list):
    """Weak references to views without their own history; dead ones are removed occasionally."""

    limit = 32

    def add(self, view):
        """Add a view."""
        if len(self) > self.limit:
            self[:] = [r for r in self if r() is not None]
            self.limit = 32 + 2 * len(self)
        self.append(weakref.ref(view))


def track_view(result, source, step, creation=DEFAULT):
    """Make `result` a view of `source` (by the function `step`) that shares its version counter."""
    if source._inference:
        result._inference = True
        return
    storage = result._storage = share(source)
    result._inference = False
    if mode.inference:
        creation = INFERENCE
    elif not mode.grad:
        creation = NO_GRAD
    above = source._view
    if above is None:
        result._view = View(source, ((), step), creation, storage.version)
    else:
        if creation == DEFAULT:
            creation = above.creation
        result._view = View(above.base, (above.steps, step), creation, storage.version)
    if result._node is None:
        result._requires = result._view.base._requires
        if not storage.untracked:
            storage.untracked = Untracked()
        storage.untracked.add(result)


def check_creation(tensor, indirect=False):
    """Refuse a write that autograd cannot follow: to the view itself, or `indirect`, to its base
    or another view of it.
    """
    creation = tensor._view.creation
    if creation == DEFAULT or (creation == FOLLOWED and indirect):
        return
    written = "its base or another view of its base was" if indirect else "it is being"
    if creation == INFERENCE:
        why = "made in inference_mode"
    elif creation == NO_GRAD or tensor._node is None:
        why = "made under no_grad"
    elif creation == MULTI_OUTPUT:
        why = "one of several outputs of an operation; use an out-of-place operation instead"
    elif creation == FOLLOWED:
        why = "the input that a function is differentiated at; write to a clone"
    else:
        why = "made inside a custom Function; clone it there"
    raise RuntimeError(f"a view cannot be followed when {written} changed in place: it was {why}")


before_write = None  # called with a tensor before it is written to, and whether as `out=`


def check_inplace(tensor, requires, as_out=False):
    """Refuse in-place writes that autograd cannot represent.

    `requires`: whether the write would be recorded because some operand requires grad.
    """
    if before_write is not None:
        before_write(tensor, as_out)
    if not (requires and mode.grad):
        return
    if tensor._view is not None:
        tensor._view.refresh(tensor)
        check_creation(tensor)
        if tensor._requires and tensor._view.base._node is None:
            raise RuntimeError(
                "a view of a leaf that requires grad cannot be changed in place; "
                "write under no_grad, or to a clone"
            )
    if tensor._requires and tensor._node is None:
        raise RuntimeError(
            "a leaf that requires grad cannot be changed in place; "
            "write under no_grad, or to a clone"
        )


def followed(tensor):
    """Whether it is a copy of an input at which a function transform differentiates."""
    return tensor._view is not None and tensor._view.creation == FOLLOWED


def check_overlap(tensor):
    """Refuse a write to expanded memory."""
    refuse_expanded(tensor._data)
    refuse_interlocked(tensor)


def refuse_interlocked(tensor):
    """Refuse a write to overlapping memory, such as windows, where the last write wins."""
    data = tensor._data
    if not data.flags.forc and interlocks(data):
        raise unsupported("an in-place write to elements that share places", "clone them first")


def overlaps(tensor):
    """Whether the memory is expanded, so that several elements share one place."""
    return expanded(tensor._data)


def rebase_history(tensor, node):
    """After a recorded in-place write: `node` is now the history of `tensor` and of its base."""
    view = tensor._view
    if view is None:
        old = tensor._node
        tensor._node, tensor._nr, tensor._requires = node, 0, True
        move_retained(tensor, old)
        tell_views(tensor)
        return
    base = view.base
    slices = new(CopySlices)
    slices._sequence = next_number()
    slices.node, slices.place = node, _place(tensor)
    slices.steps = view.steps  # not the view, which would create a cycle
    slices._edges = (edge_of(base), *node._edges[1:])
    old = base._node
    base._node, base._nr, base._requires = slices, 0, True
    move_retained(base, old)
    if anomaly_mode.state.enabled:
        anomaly_mode.note(slices)
    if watchers:
        tell("recorded", slices, (base,))
    tell_views(base)
    tensor._requires = True
    view.version = -1
    view.refresh(tensor)


def move_retained(tensor, old):
    """Move `retain_grad` to the tensor's new node; other hooks stay with the old one."""
    if not tensor._retains or old is None or old._hooks is None:
        return
    for number, reference in list(old._hooks.retains.items()):
        if reference() is tensor:
            del old._hooks.retains[number]
            tensor._node.hooks.retains[tensor._nr] = reference
