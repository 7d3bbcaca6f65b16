"""Faults of grad mode, inference mode, and of train() and eval()."""

from typing import Any

from engine.autograd import grad_mode, mode, saved
from engine.autograd.grad_mode import _GradMode, enable_grad, inference_mode, set_grad_enabled
from engine.autograd.mode import _Mode
from engine.nn import Module
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import change, replace


@fault
def no_grad_records() -> None:
    """no_grad does nothing."""
    grad_mode.no_grad.wanted = True


@fault
def enable_grad_does_nothing() -> None:
    """enable_grad leaves recording as it is."""

    def by(original: Any, self: _GradMode) -> None:
        if isinstance(self, enable_grad):
            self.before = mode.mode.enabled
        else:
            original(self)

    replace(_GradMode.__enter__, by)


@fault
def mode_outlives_an_exception() -> None:
    """no_grad stays on when an exception leaves the block."""
    change(_GradMode.__exit__, "mode.switch(self.before)", "_[0] or mode.switch(self.before)")


@fault
def leaving_always_records() -> None:
    """Leaving a no_grad block switches recording on, even within another."""
    change(_GradMode.__exit__, "self.before", "True")


@fault
def set_grad_enabled_waits() -> None:
    """set_grad_enabled() acts as a context manager only, not as a call."""

    def by(original: Any, self: set_grad_enabled, wanted: bool) -> None:
        self.wanted, self.before = bool(wanted), grad_mode.is_grad_enabled()

    replace(set_grad_enabled.__init__, by)


@fault
def decorated_functions_record() -> None:
    """@no_grad() returns the function as it is."""
    replace(grad_mode.Decorator.__call__, lambda original, self, function: function)


@fault
def inference_mode_is_no_grad() -> None:
    """inference_mode makes ordinary tensors."""

    def by(original: Any, self: inference_mode) -> None:
        self.before = (mode.mode.enabled, False)
        mode.mode.switch(not self.wanted)

    replace(inference_mode.__enter__, by)


@fault
def inference_mode_records() -> None:
    """inference_mode still records operations on tensors that require grad."""

    def by(original: Any, self: inference_mode) -> None:
        original(self)
        mode.mode.grad = mode.mode.enabled = self.before[0]

    replace(inference_mode.__enter__, by)


@fault
def inference_tensors_are_saved() -> None:
    """Inference tensors may be saved for backward."""
    change(saved._check_inference, "value._inference", "False")


@fault
def threads_share_the_mode() -> None:
    """A new thread starts in the grad mode of the thread that made it."""

    last: list[bool] = []

    def by(original: Any, self: _Mode, enabled: bool) -> None:
        original(self, enabled)
        last[:] = [enabled]

    def start(original: Any, self: _Mode) -> None:
        original(self)
        for enabled in last:
            self.enabled = self.grad = enabled

    replace(_Mode.switch, by)
    replace(_Mode.__init__, start)


@fault
def eval_stops_recording() -> None:
    """eval() switches recording off."""

    def by(original: Any, self: Module) -> Module:
        mode.mode.switch(False)
        return original(self)

    replace(Module.eval, by)


@fault
def eval_freezes() -> None:
    """eval() sets requires_grad of all parameters to False."""
    replace(Module.eval, lambda original, self: original(self).requires_grad_(False))


@fault
def eval_stays_at_the_top() -> None:
    """eval() and train() do not reach the submodules."""
    change(Module.train, "for module in self.children():", "for module in ():")


@fault
def train_does_nothing() -> None:
    """train() does not leave evaluation mode."""
    change(Module.train, "self.training = mode", "self.training = self.training and mode")


@fault
def no_grad_resets_the_flag() -> None:
    """Leaves that are made under no_grad, or used there, look as if they did not require grad."""
    from engine.tensor import Tensor

    get, put = Tensor.requires_grad.fget, Tensor.requires_grad.fset
    Tensor.requires_grad = property(lambda self: get(self) and mode.mode.enabled, put)


@fault
def generators_leak_the_mode() -> None:
    """A generator decorated with no_grad leaves its caller without recording between values."""

    def by(original: Any, self: Any, function: Any) -> Any:
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with self.clone():
                return (yield from function(*args, **kwargs))

        return wrapper

    replace(grad_mode.Decorator._wrap_generator, by)
