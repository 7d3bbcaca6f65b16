"""One level of differentiation: inputs that are followed, and what may be seen of it outside."""

import contextlib

from engine.autograd import gradients, views
from engine.autograd.mode import FORWARD, careful, mode, recording, transformed_by
from engine.autograd.saving_hooks import disable_saved_tensors_hooks, only_hooks
from engine.func.trees import flatten, unflatten
from engine.ops.calling import OPS
from engine.shared import Storage
from engine.tensor import Tensor, alias

_FOLLOWING = ("vmap", "linearize")  # transforms under which a function may write to anything


@contextlib.contextmanager
def transforming(kind, inputs=()):
    """In the block, the user's function runs within a transform of that kind.

    What is made there, as the `inputs`, is of its level; what the function captured may not be
    written to where it is differentiated.
    """
    before = mode.transforms, views.before_write
    if not before[0] and any(tensor._node is not None for tensor in inputs):
        kind += " in a graph"
    mode.transforms = (*before[0], kind)
    if kind not in _FOLLOWING:
        views.before_write = _Guard(len(mode.transforms), before[1])
    for tensor in inputs:
        tensor._level = len(mode.transforms)
    careful.append("transforms")
    try:
        with _hooks(kind):
            yield
    finally:
        careful.remove("transforms")
        mode.transforms, views.before_write = before


@contextlib.contextmanager
def _hooks(kind):
    """What hooks on saved tensors are allowed in a transform of that kind, within those outside."""
    with contextlib.ExitStack() as stack:
        if kind.startswith("grad"):
            if transformed_by(FORWARD):  # which keep what is saved as it was, by hooks
                stack.enter_context(only_hooks())
            message = "there can be no hooks on saved tensors in a function that is differentiated"
            stack.enter_context(disable_saved_tensors_hooks(message))
        yield


def usual(tensor):
    """The tensor, or if it is of inference mode, another one in its memory that is not."""
    if not isinstance(tensor, Tensor) or not tensor._inference:
        return tensor
    result = alias(tensor)
    result._inference, result._storage = False, Storage()
    return result


def lent(value):
    """A tensor without history as one of the present level, over the same memory."""
    if type(value) is not Tensor or value._requires or value._inference:
        return value
    result = alias(value)
    result._level = len(mode.transforms)
    return result


class _Guard:
    """Refuses to write in place to tensors that were made outside of a level."""

    def __init__(self, level, others):
        self.level, self.others = level, others

    def __call__(self, tensor, as_out):
        if tensor._level < self.level and not as_out:
            raise RuntimeError(
                "a function that is differentiated cannot change in place what it captured: return "
                "the new value instead, or write to a clone"
            )
        if self.others is not None:
            self.others(tensor, as_out)


class Level:
    """Copies of inputs that one transform differentiates at.

    An input that is itself being differentiated, by an outer transform or by `backward`, stays
    part of that graph; others become leaves that nobody else sees.
    """

    def __init__(self):
        self.outside = mode.grad
        self.number = len(mode.transforms) + 1
        self.private = set()
        self._kept = []  # a leaf's id must not be given to another

    def follow(self, tree, written=False):
        """The tree with followed copies of its tensors, and these copies in a list.

        If they may be `written` to, the tree has others in the same memory, which are no leaves.
        """
        leaves, structure = flatten(tree)
        copies = [self._copy(leaf) for leaf in leaves]
        shown = [self._behind(copy) for copy in copies] if written else copies
        return unflatten(shown, structure), copies

    def _behind(self, copy):
        if copy._node is not None:
            return copy
        result = alias(copy)
        result._node, result._requires = OPS["clone"].op.record((copy,), (result,)), True
        result._level = self.number
        return result

    def _copy(self, leaf):
        if not isinstance(leaf, Tensor):
            raise ValueError(
                f"a transform differentiates with respect to tensors, not {type(leaf).__name__}"
            )
        if leaf._requires and self.outside:
            copy = leaf.view_as(leaf)
            copy._view.creation = views.FOLLOWED
            return copy
        copy = usual(leaf).detach()
        copy.requires_grad = True
        self.private.add(id(copy))
        self._kept.append(copy)
        return copy

    def _owns(self, leaf):
        return id(leaf) in self.private or leaf._level >= self.number

    def reaches_outside(self, tensor):
        """Whether something else than this level's own leaves is in the history of `tensor`."""
        if not self.outside or not tensor._requires:
            return False
        if tensor.grad_fn is None:
            return not self._owns(tensor)
        nodes, seen = [tensor.grad_fn], set()
        while nodes:
            node = nodes.pop()
            for edge in node._edges:
                target = edge[0] if type(edge) is tuple else edge
                if isinstance(target, Tensor):
                    if not self._owns(target):
                        return True
                elif target is not None and target not in seen:
                    seen.add(target)
                    nodes.append(target)
        return False

    def pull(self, outputs, inputs, vectors, again=False):
        """Gradients of `inputs`, zeros where nothing depends on one.

        They carry history where the outputs reach outside, or if they will be differentiated
        `again`.
        """
        pairs = [(o, v) for o, v in zip(outputs, vectors, strict=True) if o._requires]
        if not pairs:
            return [x.new_zeros(x.shape) for x in inputs]
        live, starts = zip(*pairs, strict=True)
        starts = tuple(map(usual, starts))
        record = again or any(map(self.reaches_outside, live))
        found = gradients.grad(
            live, inputs, starts, retain_graph=True, create_graph=record, allow_unused=True
        )
        return [
            x.new_zeros(x.shape) if g is None else g for x, g in zip(inputs, found, strict=True)
        ]

    def outward(self, derive, vectors, structure):
        """What `derive` finds from vectors that are given later, as it may be seen where they are.

        It is told whether the vectors are followed there, and their history goes on in the result.
        """
        recorded = mode.grad
        followed = recorded and any(vector._requires for vector in vectors)
        with recording():
            found = derive(followed)
        if not recorded:
            found = [leaf.detach() for leaf in found]
        tree = unflatten(found, structure)
        return tree if followed else self.show(tree)

    def show(self, tree):
        """The tree as it may be seen outside: without the history that only this level knows."""
        leaves, structure = flatten(tree)
        return unflatten([self._shown(leaf) for leaf in leaves], structure)

    def _shown(self, leaf):
        if not isinstance(leaf, Tensor) or not leaf._requires or self.reaches_outside(leaf):
            return leaf
        return leaf.detach()
