"""Faults of custom Functions, of gradcheck and of autograd.functional."""

from typing import Any

from engine.autograd import functional, once, walk
from engine.autograd.function import Function, _note_inputs
from engine.autograd.function_node import FunctionCtx, FunctionNode
from engine.autograd.gradcheck import gradcheck
from engine.tensor import Tensor
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import change, nothing, replace


@fault
def every_input_needs_grad() -> None:
    """ctx.needs_input_grad is true for every tensor."""
    change(_note_inputs, "needs.append(wanted)", "needs.append(True)")


@fault
def saved_tensors_are_detached() -> None:
    """ctx.saved_tensors have no history in a recorded backward pass."""
    get = FunctionNode.saved_tensors.fget
    FunctionNode.saved_tensors = property(
        lambda self: tuple(t if t is None else t.detach() for t in get(self))
    )


@fault
def everything_is_differentiable() -> None:
    """mark_non_differentiable() is ignored."""
    replace(FunctionCtx.mark_non_differentiable, nothing)


@fault
def twice_differentiable() -> None:
    """@once_differentiable does nothing."""
    replace(once.once_differentiable, lambda original, backward: backward)


@fault
def unused_outputs_give_none() -> None:
    """backward() gets None for an unused output without having asked for it."""
    FunctionCtx.materialize_grads = False


@fault
def unused_outputs_give_zeros() -> None:
    """set_materialize_grads(False) is ignored."""
    replace(FunctionCtx.set_materialize_grads, nothing)


@fault
def any_number_of_gradients() -> None:
    """backward() may return too many or too few gradients."""

    def by(original: Any, self: FunctionNode, found: Any) -> Any:
        places = self._places or range(len(self.needs_input_grad))
        return [found[i] if i < len(found) else None for i in places]

    replace(FunctionNode._matched, by)


@fault
def any_shape_of_gradients() -> None:
    """backward() may return gradients of another shape than the inputs."""
    replace(FunctionNode._shrunk, lambda original, self, index, value, shape: value)


@fault
def gradients_of_functions_are_not_reduced() -> None:
    """A Function's gradient that broadcasts to the input's shape is refused."""

    def by(original: Any, self: FunctionNode, index: int, value: Any, shape: Any) -> Any:
        raise RuntimeError("another shape")

    replace(FunctionNode._shrunk, by)


@fault
def forward_is_recorded() -> None:
    """What a Function's forward() does is recorded."""
    change(Function.apply.__func__, 'now["enabled"] = now["grad"] = ', "")


@fault
def backward_is_recorded() -> None:
    """backward() of a Function runs with recording on, although no graph is to be made."""
    change(walk._run, "mode.switch(record)", "mode.switch(True)")


@fault
def backward_is_never_recorded() -> None:
    """backward() of a Function runs without recording even under create_graph."""

    def by(original: Any, self: FunctionNode, *rest: Any) -> Any:
        from engine.autograd.grad_mode import no_grad

        with no_grad():
            return original(self, *rest)

    replace(FunctionNode.run, by)


@fault
def gradcheck_accepts_everything() -> None:
    """gradcheck() is content with every derivative."""
    replace(gradcheck, lambda original, *args, **more: True)


@fault
def jacobians_are_transposed() -> None:
    """autograd.functional.jacobian() has its two sides exchanged."""

    def by(original: Any, *args: Any, **more: Any) -> Any:
        found = original(*args, **more)
        return found.mT if isinstance(found, Tensor) and found.ndim == 2 else found

    replace(functional.jacobian, by)


@fault
def jacobians_have_no_history() -> None:
    """autograd.functional.jacobian(create_graph=True) gives a tensor without history."""

    def by(original: Any, func: Any, inputs: Any, create_graph: bool = False, **more: Any) -> Any:
        return original(func, inputs, False, **more)

    replace(functional.jacobian, by)


@fault
def contexts_are_shared() -> None:
    """Two applications of a Function share what they saved."""

    def by(original: Any, self: FunctionCtx, *tensors: Any) -> None:
        original(self, *tensors)
        type(self)._last = tensors

    def get(original: Any, self: FunctionNode) -> Any:
        original(self)
        return type(self)._last

    replace(FunctionCtx.save_for_backward, by)
    replace(FunctionNode.saved_tensors.fget, get)
