"""Faults of hooks, of saved-tensor hooks, of checkpoints and of anomaly detection."""

from typing import Any

from engine.autograd import anomaly_mode, graph, hooks
from engine.autograd.hook_calls import HookCalls
from engine.autograd.hooks import RemovableHandle
from engine.autograd.mode import pack_hooks, set_pack_hooks
from engine.autograd.node import Node
from engine.autograd.saving_hooks import saved_tensors_hooks
from engine.nn import Module
from engine.tensor import Tensor
from engine.utils import checkpoint
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import change, nothing, replace


@fault
def hooks_run_backwards() -> None:
    """The hook that was registered last runs first."""

    def by(original: Any, registered: Any, hook: Any) -> RemovableHandle:
        before = dict(registered)
        registered.clear()
        handle = original(registered, hook)
        registered.update(before)
        return handle

    replace(hooks.add_hook, by)


@fault
def hooks_change_nothing() -> None:
    """What a hook returns is ignored."""
    replace(HookCalls._from_hook, lambda original, self, result, grad: grad)


@fault
def hooks_cannot_be_removed() -> None:
    """The handle's remove() does nothing."""
    replace(RemovableHandle.remove, nothing)


@fault
def hooks_run_once() -> None:
    """A tensor's hook is gone after its first backward pass."""

    def by(original: Any, self: Tensor, hook: Any) -> RemovableHandle:
        def once(grad: Tensor) -> Any:
            handle.remove()
            return hook(grad)

        handle = original(self, once)
        return handle

    replace(hooks.register_hook, by)


@fault
def post_accumulate_hooks_come_early() -> None:
    """A post-accumulate hook runs before the gradient is added."""

    def by(original: Any, self: Tensor, hook: Any) -> RemovableHandle:
        return hooks.register_hook(self, lambda grad: hook(self))

    replace(hooks.register_post_accumulate_grad_hook, by)


@fault
def retained_before_hooks() -> None:
    """retain_grad() keeps the gradient as it was before the tensor's hooks changed it."""

    def by(original: Any, self: HookCalls, visited: Node, grad: Any) -> Any:
        registered = visited._hooks
        if registered is None or not registered.retains or visited._outputs != 1:
            return original(self, visited, grad)
        kept = registered.retains[0]()
        if kept is not None:
            self._retain(kept, grad)
        registered.retains, retains = {}, registered.retains
        result = original(self, visited, grad)
        registered.retains = retains
        return result

    replace(HookCalls._before_node, by)


@fault
def hooks_of_results_are_silent() -> None:
    """Hooks on tensors that are no leaves are never called."""

    def by(original: Any, self: Tensor, hook: Any) -> RemovableHandle:
        return original(self, hook if self.is_leaf else lambda grad: None)

    replace(hooks.register_hook, by)


@fault
def node_hooks_are_silent() -> None:
    """Hooks on graph nodes are never called."""
    for register in (Node.register_hook, Node.register_prehook):
        replace(register, lambda original, self, hook: original(self, _silent))


def _silent(*gradients: Any) -> None:
    """A hook that does nothing."""


@fault
def hooks_need_no_grad() -> None:
    """A hook may be put on a tensor that does not require grad."""
    change(hooks.register_hook, "if not self._requires:", "if False:")


@fault
def module_backward_hooks_are_silent() -> None:
    """A module's backward hooks are never called."""
    replace(Module.register_full_backward_hook, nothing)


@fault
def multi_hooks_do_not_wait() -> None:
    """A hook on several tensors runs for each of their gradients."""

    def by(original: Any, tensors: Any, fn: Any, *, mode: str = "all") -> Any:
        return original(tensors, fn, mode=mode), [t.register_hook(lambda g: fn(g)) for t in tensors]

    replace(graph.register_multi_grad_hook, by)


@fault
def saved_tensor_hooks_ignored() -> None:
    """saved_tensors_hooks does nothing."""
    replace(saved_tensors_hooks.__enter__, nothing)
    replace(saved_tensors_hooks.__exit__, nothing)


@fault
def saved_tensor_hooks_stay() -> None:
    """saved_tensors_hooks stays in force after its block."""
    replace(saved_tensors_hooks.__exit__, nothing)


@fault
def outer_saved_tensor_hooks_win() -> None:
    """Of nested saved_tensors_hooks the outer ones are used."""

    def by(original: Any, self: saved_tensors_hooks) -> None:
        set_pack_hooks([(self.pack_hook, self.unpack_hook), *pack_hooks])

    replace(saved_tensors_hooks.__enter__, by)


@fault
def checkpoint_does_not_recompute() -> None:
    """checkpoint() keeps everything and calls the function once."""

    def by(original: Any, function: Any, *args: Any, **more: Any) -> Any:
        return function(*args)

    replace(checkpoint.checkpoint, by)


@fault
def anomaly_is_silent() -> None:
    """Anomaly detection lets NaN pass."""
    change(anomaly_mode.run, "if state.check_nan and", "if False and")


@fault
def anomaly_forgets_the_line() -> None:
    """Anomaly detection does not know the forward line."""
    replace(anomaly_mode.note, nothing)


@fault
def anomaly_never_ends() -> None:
    """Anomaly detection stays on after its block."""
    replace(anomaly_mode.set_detect_anomaly.__exit__, nothing)
    replace(anomaly_mode.detect_anomaly.__exit__, nothing)


@fault
def anomaly_checks_the_forward_pass() -> None:
    """Anomaly detection refuses a NaN when it is computed, not when it is a gradient."""
    import numpy as np

    from engine.autograd import saved

    def by(original: Any, recorded: Node, *results: Tensor) -> None:
        original(recorded, *results)
        if anomaly_mode.state.enabled and any(np.isnan(r._data).any() for r in results):
            raise RuntimeError("NaN in the forward pass")

    replace(saved.finish, by)
