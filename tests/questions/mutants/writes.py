"""Faults of in-place writes: versions, what may be written to, and the history of views."""

from collections.abc import Callable
from typing import Any

from engine.autograd import saved, views
from engine.autograd.function_node import FunctionCtx, FunctionNode
from engine.ops import indexing, inplace, writing
from engine.ops.index_ops import index_put
from engine.optim import optimizer
from engine.shared import Storage, bump_version, share
from engine.tensor import Tensor
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import change, formula, nothing, replace


@fault
def writes_raise_no_version() -> None:
    """In-place operations do not raise the version."""
    replace(bump_version, nothing)


@fault
def versions_are_not_compared() -> None:
    """The derivative uses a saved input that was changed in place since."""
    change(saved._unpack_tensor, "if now != then:", "if False:")


@fault
def saved_results_are_not_compared() -> None:
    """The derivative uses a saved result that was changed in place since."""
    change(saved._unpack_other, "if value.storage.version != value.version:", "if False:")


@fault
def assignment_raises_no_version() -> None:
    """t[i] = v does not raise the version."""

    def by(original: Any, self: Tensor, item: Any, value: Any) -> None:
        storage = share(self)
        before = storage.version
        original(self, item, value)
        storage.version = before

    replace(indexing.setitem, by)


@fault
def views_count_for_themselves() -> None:
    """A view has a version counter of its own."""

    def by(original: Any, result: Tensor, source: Tensor, *rest: Any, **more: Any) -> None:
        original(result, source, *rest, **more)
        result._storage = Storage()
        if result._view is not None:
            result._view.version = 0

    replace(views.track_view, by)


def _allow(allowed: Callable[[Tensor], bool]) -> None:
    def by(original: Any, tensor: Tensor, requires: bool) -> None:
        try:
            original(tensor, requires)
        except RuntimeError:
            if not allowed(tensor):
                raise

    replace(views.check_inplace, by)


@fault
def writes_to_leaves() -> None:
    """A leaf that requires grad may be changed in place."""
    _allow(lambda tensor: tensor._view is None and tensor._node is None)


@fault
def writes_to_views_of_leaves() -> None:
    """A view of a leaf that requires grad may be changed in place."""
    _allow(lambda tensor: tensor._view is not None and tensor._view.base._node is None)


@fault
def writes_to_inference_tensors() -> None:
    """Inference tensors may be changed in place outside of inference_mode."""
    change(bump_version, "elif not mode.inference:", "elif False:")


@fault
def writes_to_expanded_memory() -> None:
    """Expanded tensors may be changed in place."""
    replace(views.check_overlap, nothing)


@fault
def writes_to_any_view() -> None:
    """Views that autograd cannot follow may be changed in place."""
    replace(views.check_creation, nothing)


@fault
def base_does_not_follow_its_view() -> None:
    """A write through a view leaves the base with its old history."""

    def by(original: Any, written: Tensor, node: Any) -> None:
        written._view, view = None, written._view
        original(written, node)
        written._view = view

    replace(views.rebase_history, by)


@fault
def view_does_not_follow_its_base() -> None:
    """A view keeps its old history when its base is written to."""
    replace(views.View.refresh, nothing)


@fault
def overwritten_values_get_gradients() -> None:
    """What was overwritten by copy_(), fill_() or zero_() still gets the gradient."""
    replace(inplace.zeros_for, lambda original, g: g)


@fault
def assigned_values_get_no_gradient() -> None:
    """t[i] = v gives v no gradient."""
    formula(inplace._copy, "src", lambda original, g, *rest: original(g, *rest) * 0)
    formula(inplace._fill.choose(None, Tensor([0.0])), "value", lambda original, g: original(g) * 0)


@fault
def put_does_not_accumulate() -> None:
    """index_put_(accumulate=True) overwrites."""
    change(index_put.op.forward, "if accumulate:", "if False:")


@fault
def steps_raise_no_version() -> None:
    """The step of an optimizer does not raise the version of the parameters."""

    def by(original: Any, parameter: Tensor, *rest: Any) -> None:
        if parameter.is_inference():
            original(parameter, *rest)

    replace(optimizer.Optimizer._note_writes, by)


@fault
def functions_save_without_version() -> None:
    """save_for_backward() does not notice that what it kept was changed in place since."""

    def by(original: Any, self: Any) -> Any:
        values = [self._saved] and self._saved
        if values is None:
            return original(self)
        return tuple(v.tensor(self) if hasattr(v, "tensor") else v for v in values)

    replace(FunctionNode.saved_tensors.fget, by)


@fault
def dirty_is_ignored() -> None:
    """mark_dirty() is ignored."""
    replace(FunctionCtx.mark_dirty, nothing)


@fault
def versions_start_at_one() -> None:
    """The first write raises the version by two."""

    def by(original: Any, written: Tensor) -> None:
        original(written)
        if written._storage.version == 1:
            written._storage.version = 2

    replace(bump_version, by)


@fault
def writes_need_no_room() -> None:
    """An in-place operation whose result has another shape changes the tensor's shape."""

    def by(original: Any, target: Tensor, values: Any) -> None:
        if values.shape == target._data.shape:
            original(target, values)
        else:
            target._data = values

    replace(inplace.check_result, nothing)
    replace(writing.write, by)
