"""Faults of leaves: the flag, `.grad` and how gradients are added to it."""

from typing import Any

import numpy as np

from engine import data
from engine.autograd import accumulation, hooks, node
from engine.autograd.grad_mode import is_grad_enabled
from engine.autograd.hook_calls import HookCalls
from engine.autograd.walk import Walk
from engine.nn import Parameter
from engine.tensor import Tensor, _checked_grad
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import change, nothing, replace


@fault
def no_gradients() -> None:
    """No leaf ever gets a .grad."""
    replace(node.accumulate, nothing)


@fault
def gradients_replace() -> None:
    """A second gradient replaces the first in .grad."""

    def by(original: Any, leaf: Tensor, *rest: Any, **more: Any) -> None:
        leaf._grad = None
        original(leaf, *rest, **more)

    replace(node.accumulate, by)


@fault
def gradients_are_new_tensors() -> None:
    """Adding to .grad makes a new tensor and leaves the old one as it was."""

    def by(original: Any, leaf: Tensor, *rest: Any, **more: Any) -> None:
        if leaf._grad is not None:
            leaf._grad = leaf._grad.detach().clone()
        original(leaf, *rest, **more)

    replace(node.accumulate, by)


@fault
def one_use_counts() -> None:
    """A tensor that is used several times gets the gradient of one use only."""
    change(Walk.run, "buffers[edge] = buffers[edge] + value", "buffers[edge] = value")


@fault
def switched_off_leaf_accumulates() -> None:
    """A leaf whose flag was switched off after the forward pass still gets a gradient."""
    change(node.accumulate, "if not leaf._requires:", "if False:")


@fault
def integers_require_grad() -> None:
    """Integer tensors may require grad."""
    change(Tensor.requires_grad.fset, 'not in "fc"', 'not in "fciub"')


@fault
def results_are_switched_off() -> None:
    """requires_grad of a result may be set to False."""
    change(Tensor.requires_grad.fset, "if self._node is not None:", "if False:")


@fault
def results_without_history_are_no_leaves() -> None:
    """A tensor that does not require grad is not a leaf."""
    Tensor.is_leaf = property(lambda self: self._requires and self.grad_fn is None)


@fault
def everything_is_a_leaf() -> None:
    """Every tensor calls itself a leaf."""
    Tensor.is_leaf = property(lambda self: True)


@fault
def any_grad_may_be_set() -> None:
    """.grad may be set to a tensor of another shape or dtype."""
    replace(_checked_grad, lambda original, self, value: value)


@fault
def parameters_do_not_require_grad() -> None:
    """A Parameter does not require grad unless it is asked to."""
    Parameter.__new__.__defaults__ = (None, False)


@fault
def no_leaves_without_recording() -> None:
    """A leaf made under no_grad does not require grad, though it was asked to."""
    replace(
        data.made,
        lambda original, array, requires_grad=False: original(
            array, requires_grad and is_grad_enabled()
        ),
    )


@fault
def retain_grad_ignored() -> None:
    """retain_grad() does nothing."""
    replace(hooks.retain_grad, nothing)


@fault
def retained_grad_twice() -> None:
    """retain_grad() stores the gradient twice over."""

    def by(original: Any, self: HookCalls, kept: Tensor, grad: Any) -> None:
        original(self, kept, grad)
        original(self, kept, grad)

    replace(HookCalls._retain, by)


@fault
def retained_grad_replaces() -> None:
    """A retained gradient is replaced, not added to, by the next backward pass."""

    def by(original: Any, self: HookCalls, kept: Tensor, grad: Any) -> None:
        kept._grad = None
        original(self, kept, grad)

    replace(HookCalls._retain, by)


@fault
def leaves_keep_the_first_dtype() -> None:
    """A gradient comes in the dtype of the result, not in that of its leaf."""
    from engine.ops.node import OpNode

    change(OpNode._fitted, "if dtypes is not None and dtypes[place] is not None:", "if False:")


@fault
def gradients_are_shared() -> None:
    """Two leaves that get the same gradient share one tensor's memory."""
    replace(accumulation._unshared, lambda original, array, held: True)


@fault
def accumulation_is_unseen() -> None:
    """Adding to .grad in place does not raise its version."""

    def by(original: Any, leaf: Tensor, *rest: Any, **more: Any) -> None:
        before = leaf._grad
        version = None if before is None else before._version
        original(leaf, *rest, **more)
        if before is not None and before._storage is not None and leaf._grad is before:
            before._storage.version = version

    replace(node.accumulate, by)


@fault
def gradients_are_averaged() -> None:
    """A second gradient is averaged with the first, not added to it."""

    def by(original: Any, leaf: Tensor, *rest: Any, **more: Any) -> None:
        seen = leaf._grad is not None
        original(leaf, *rest, **more)
        if seen:
            leaf._grad._data = np.asarray(leaf._grad._data / 2, leaf._data.dtype)

    replace(node.accumulate, by)
