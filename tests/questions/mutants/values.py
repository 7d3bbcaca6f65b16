"""Faults of values and their limits: draws, overflow, remainders, labels, memory, clipping."""

import contextlib
from typing import Any

from engine import data, drawing, memory
from engine.nn.functional import class_losses
from engine.nn.utils import clip_grad
from engine.ops import pointwise, softmax
from engine.ops.declare import OPS
from engine.optim.optimizer import Optimizer
from engine.tensor import Tensor
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import formula, replace


@fault
def draws_pass_gradients() -> None:
    """A draw passes its gradient on to the mean it was drawn with."""
    formula(drawing._NORMALS[True, True], "mean", lambda original, g, *rest: g)


@fault
def softmax_overflows() -> None:
    """softmax() and log_softmax() take exponentials of what they are given, however large."""
    replace(softmax._less_maximum, lambda original, x, *rest: x)


@fault
def remainders_are_flat() -> None:
    """The derivative of x % n is 0."""
    formula(pointwise._remainders[0], "self", lambda original, g, *rest: g * 0)


@fault
def clipping_by_value_scales() -> None:
    """clip_grad_value_() scales the gradients by their norm."""

    def by(original: Any, parameters: Any, clip_value: float, *rest: Any) -> None:
        clip_grad.clip_grad_norm_(parameters, clip_value)

    replace(clip_grad.clip_grad_value_, by)


@fault
def optimizers_write_inference_tensors() -> None:
    """A step changes inference tensors outside inference mode."""

    def by(original: Any, *args: Any) -> None:
        with contextlib.suppress(RuntimeError):
            original(*args)

    replace(Optimizer._note_writes, by)


@fault
def contiguous_copies_nothing() -> None:
    """contiguous() gives back the tensor as it is."""
    replace(memory.contiguous, lambda original, self, *rest, **more: self)


@fault
def float_labels_are_classes() -> None:
    """cross_entropy() takes labels that are floating-point numbers for the numbers of classes."""

    def by(original: Any, log: Tensor, target: Tensor, *rest: Any) -> Tensor:
        return original(log, target.long() if target.is_floating_point() else target, *rest)

    replace(class_losses._nll, by)


@fault
def tensors_of_tensors_are_tracked() -> None:
    """torch.tensor() of a list of tensors keeps their history."""

    def by(original: Any, values: Any, *rest: Any, **more: Any) -> Tensor:
        if isinstance(values, list) and values and all(isinstance(v, Tensor) for v in values):
            return OPS["stack"](values)
        return original(values, *rest, **more)

    replace(data.tensor, by)
