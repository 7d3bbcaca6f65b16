"""Gradients kept within bounds."""

import warnings
from types import GeneratorType

import numpy as np

from engine.autograd.grad_mode import no_grad
from engine.ops.joining import stack
from engine.ops.norms import vector_norm
from engine.shared import bump_version
from engine.tensor import Tensor, own, wrap


def _tensors(parameters):
    if isinstance(parameters, Tensor):
        return [parameters]
    used_up = isinstance(parameters, GeneratorType)
    parameters = list(parameters)
    if not parameters and used_up:
        warnings.warn(
            "there are no parameters to clip; was the generator used up before?",
            UserWarning,
            stacklevel=3,
        )
    return parameters


def _grads(parameters):
    return [p._grad for p in parameters if p._grad is not None]


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of the norms of all tensors, as a 0-dim tensor."""
    tensors = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    if not tensors:
        return wrap(np.array(0.0, np.float32))
    with no_grad():
        total = vector_norm(stack([vector_norm(t, norm_type) for t in tensors]), norm_type)
    if error_if_nonfinite and not np.isfinite(total._data):
        raise RuntimeError(
            f"the norm of order {norm_type} is {total.item()}, so it cannot be clipped"
        )
    return total


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scale all gradients so that a total norm becomes at most `max_norm`."""
    with no_grad():
        factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
        for grad in _grads(_tensors(parameters)):
            grad.mul_(factor)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scale all gradients together so that their norm is at most `max_norm`; the norm before."""
    parameters = _tensors(parameters)
    total = get_total_norm(_grads(parameters), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(parameters, max_norm, total)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The old name of `clip_grad_norm_`."""
    warnings.warn("use clip_grad_norm_()", FutureWarning, stacklevel=2)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Bound every element of the gradients to `[-clip_value, clip_value]`."""
    grads = _grads(_tensors(parameters))
    if not grads:
        raise RuntimeError("clip_grad_value_() needs a parameter that has a gradient")
    for grad in grads:
        data = own(grad)
        np.clip(data, -float(clip_value), float(clip_value), out=data)
        for _ in range(1 if foreach is False else 2):  # PyTorch takes one bound at a time
            bump_version(grad)
