"""Faults of optimizers, of layers that behave differently in training, and of random numbers."""

from typing import Any

import numpy as np

from engine import random
from engine.nn import Module, functional
from engine.nn.modules import module
from engine.nn.modules.batchnorm import _BatchNorm
from engine.nn.modules.dropout import _DropoutNd
from engine.nn.utils import clip_grad
from engine.optim import SGD, Adam, Optimizer, state
from engine.tensor import Tensor, own, wrap
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import change, nothing, replace


@fault
def optimizer_zero_grad_does_nothing() -> None:
    """optimizer.zero_grad() does nothing."""
    replace(Optimizer.zero_grad, nothing)


@fault
def module_zero_grad_does_nothing() -> None:
    """model.zero_grad() does nothing."""
    replace(Module.zero_grad, nothing)


@fault
def zero_grad_always_fills() -> None:
    """zero_grad() fills with zeros, whatever set_to_none says."""
    for owner in (Optimizer, Module):
        replace(owner.zero_grad, lambda original, self, set_to_none=True: original(self, False))


@fault
def zero_grad_always_forgets() -> None:
    """zero_grad(set_to_none=False) sets the gradients to None."""
    for owner in (Optimizer, Module):
        replace(owner.zero_grad, lambda original, self, set_to_none=True: original(self, True))


@fault
def zeroed_grad_keeps_history() -> None:
    """zero_grad(set_to_none=False) gives a new tensor of zeros, and leaves the old one alone."""

    def by(original: Any, parameter: Tensor, set_to_none: bool) -> None:
        if parameter._grad is not None:
            parameter._grad = None if set_to_none else wrap(np.zeros_like(own(parameter)))

    replace(module.clear_grad, by)


@fault
def steps_without_gradients() -> None:
    """A step treats a missing gradient as zeros: decay and momentum move the parameter."""

    def by(original: Any, self: Optimizer, group: Any) -> Any:
        for parameter in group["params"]:
            if parameter._grad is None:
                parameter._grad = wrap(np.zeros_like(own(parameter)))
        return original(self, group)

    replace(Optimizer._moving, by)


@fault
def frozen_parameters_stay() -> None:
    """A step leaves out parameters that do not require grad, although they have a .grad."""

    def by(original: Any, self: Optimizer, group: Any) -> Any:
        moving = [p for p in group["params"] if p._requires]
        return original(self, {**group, "params": moving})

    replace(Optimizer._moving, by)


@fault
def steps_use_up_gradients() -> None:
    """A step sets the gradients to None."""

    def by(original: Any, self: Optimizer, group: Any) -> None:
        original(self, group)
        for parameter in group["params"]:
            parameter._grad = None

    for kind in (SGD, Adam):
        replace(kind._update, by)


@fault
def momentum_forgotten() -> None:
    """SGD has no momentum."""
    replace(SGD._averaged, lambda original, self, parameter, grad, *rest: grad)


@fault
def weight_decay_ignored() -> None:
    """Optimizers ignore weight_decay."""
    change(Optimizer._moving, 'self._option(group, "weight_decay")', "0")
    change(Adam._update, 'group["weight_decay"]', "0")


@fault
def adam_without_bias_correction() -> None:
    """Adam does not correct the bias of its first steps."""
    replace(state.count, lambda original, kept: original(kept) + 100_000)


@fault
def non_leaves_are_optimized() -> None:
    """An optimizer takes tensors that are no leaves."""
    replace(Optimizer._check, nothing)


@fault
def learning_rate_fixed() -> None:
    """A step uses the learning rate that the optimizer was made with."""

    def by(original: Any, self: Optimizer, group: Any) -> None:
        original(self, {**group, "lr": self.defaults["lr"]})

    replace(SGD._update, by)


@fault
def clipping_each_by_itself() -> None:
    """clip_grad_norm_() clips each gradient by its own norm."""

    def by(original: Any, parameters: Any, *rest: Any, **more: Any) -> Tensor:
        parameters = clip_grad._tensors(parameters)
        for parameter in parameters:
            original([parameter], *rest, **more)
        return original(parameters, float("inf"))

    replace(clip_grad.clip_grad_norm_, by)


@fault
def clipping_returns_the_new_norm() -> None:
    """clip_grad_norm_() returns the norm after clipping."""

    def by(original: Any, parameters: Any, max_norm: float, *rest: Any, **more: Any) -> Tensor:
        parameters = clip_grad._tensors(parameters)
        original(parameters, max_norm, *rest, **more)
        return original(parameters, max_norm, *rest, **more)

    replace(clip_grad.clip_grad_norm_, by)


@fault
def clipping_does_nothing() -> None:
    """clip_grad_norm_() leaves the gradients as they are."""
    replace(clip_grad.clip_grads_with_norm_, nothing)


@fault
def batch_norm_ignores_eval() -> None:
    """BatchNorm normalises by the batch in evaluation mode, too."""
    change(_BatchNorm.forward, "by_batch = self.training", "by_batch = True")


@fault
def batch_norm_never_learns() -> None:
    """BatchNorm does not update its running statistics."""

    def by(original: Any, x: Tensor, mean: Any, variance: Any, *rest: Any) -> Tensor:
        *most, _momentum, eps = rest
        return original(x, mean, variance, *most, 0.0, eps)

    replace(functional.batch_norm, by)


@fault
def batch_norm_learns_in_eval() -> None:
    """BatchNorm updates its running statistics in evaluation mode, too."""

    def by(original: Any, x: Tensor, mean: Any, variance: Any, *rest: Any) -> Tensor:
        result = original(x, mean, variance, *rest)
        weight, bias, training, *more = rest
        if not training:
            original(x.detach(), mean, variance, weight, bias, True, *more)
        return result

    replace(functional.batch_norm, by)


@fault
def batch_norm_counts_nothing() -> None:
    """BatchNorm does not count its batches."""
    change(_BatchNorm.forward, "self.num_batches_tracked.add_(1)", "pass")


@fault
def batch_norm_needs_recording() -> None:
    """BatchNorm does not update its running statistics under no_grad."""
    from engine.autograd.grad_mode import is_grad_enabled

    def by(original: Any, self: _BatchNorm, x: Tensor) -> Tensor:
        momentum = self.momentum
        self.momentum = momentum if is_grad_enabled() else 0.0
        try:
            return original(self, x)
        finally:
            self.momentum = momentum

    replace(_BatchNorm.forward, by)


@fault
def dropout_in_eval() -> None:
    """Dropout drops in evaluation mode, too."""
    change(_DropoutNd.forward, "self.training", "True")


@fault
def dropout_without_scaling() -> None:
    """Dropout does not scale what it keeps."""

    def by(original: Any, x: Tensor, p: float = 0.5, training: bool = True, *rest: Any) -> Tensor:
        result = original(x, p, training, *rest)
        return result * (1 - p) if training and p < 1 else result

    replace(functional.dropout, by)


@fault
def dropout_by_default_off() -> None:
    """F.dropout() drops only when training=True is passed."""

    def by(original: Any, x: Tensor, p: float = 0.5, training: bool = False, **more: Any) -> Any:
        return original(x, p, training, **more)

    replace(functional.dropout, by)


@fault
def seed_ignored() -> None:
    """manual_seed() does nothing."""
    replace(random.manual_seed, lambda original, seed: random.default_generator)


@fault
def frozen_module_trains() -> None:
    """module.requires_grad_(False) reaches only the module's own parameters."""

    def by(original: Any, self: Module, requires_grad: bool = True) -> Module:
        for parameter in self._parameters.values():
            if parameter is not None:
                parameter.requires_grad_(requires_grad)
        return self

    replace(Module.requires_grad_, by)


@fault
def buffers_are_parameters() -> None:
    """parameters() gives the float buffers, too."""

    def by(original: Any, self: Module, *rest: Any, **more: Any) -> Any:
        yield from original(self, *rest, **more)
        yield from ((n, b) for n, b in self.named_buffers() if b.is_floating_point())

    replace(Module.named_parameters, by)


@fault
def state_dict_copies() -> None:
    """state_dict() holds copies of the values."""

    def by(original: Any, self: Module, *args: Any, **more: Any) -> Any:
        found = original(self, *args, **more)
        for name, value in found.items():
            found[name] = value.detach().clone()
        return found

    replace(Module.state_dict, by)


@fault
def parameters_hide_when_frozen() -> None:
    """parameters() leaves out those that do not require grad."""

    def by(original: Any, self: Module, *rest: Any, **more: Any) -> Any:
        yield from (p for p in original(self, *rest, **more) if p.requires_grad)

    replace(Module.parameters, by)
