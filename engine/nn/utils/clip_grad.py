"""Gradients kept within bounds."""

import warnings

import numpy as np

from engine.autograd.mode import no_grad
from engine.tensor import Tensor, bump_version, own, wrap


def _tensors(parameters):
    if isinstance(parameters, Tensor):
        return [parameters]
    parameters = list(parameters)
    if not parameters:
        warnings.warn(
            "there are no parameters to clip; was the generator used up before?",
            UserWarning,
            stacklevel=3,
        )
    return parameters


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of the norms of all tensors, as a 0-dim tensor."""
    arrays = [own(t) for t in tensors]
    if not arrays:
        return wrap(np.float32(0.0))
    order = float(norm_type)
    dtype = arrays[0].dtype.type
    norms = np.array([_norm(a, order) for a in arrays], dtype)
    total = dtype(_norm(norms, order))
    if error_if_nonfinite and not np.isfinite(total):
        raise RuntimeError(f"the total norm of order {norm_type} is {total}, so it cannot be clipped")
    return wrap(total)


def _norm(array, order):
    flat = np.abs(array.reshape(-1))
    if order == np.inf:
        return flat.max() if flat.size else 0.0
    if order == 2.0:
        return np.sqrt(flat @ flat)
    return (flat**order).sum() ** (1.0 / order)


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scale all gradients so that a total norm becomes at most `max_norm`."""
    factor = min(float(max_norm) / (float(total_norm._data) + 1e-6), 1.0)
    if np.isnan(float(total_norm._data)):
        factor = float("nan")
    for parameter in _tensors(parameters):
        grad = parameter._grad
        if grad is not None:
            data = own(grad)
            data *= data.dtype.type(factor)
            bump_version(grad)


def clip_grad_norm_(
    parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None
):
    """Scale all gradients together so that their norm is at most `max_norm`; the norm before."""
    parameters = _tensors(parameters)
    with no_grad():
        grads = [p._grad for p in parameters if p._grad is not None]
        total = get_total_norm(grads, norm_type, error_if_nonfinite)
        if parameters:
            clip_grads_with_norm_(parameters, max_norm, total)
    return total


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Bound every element of the gradients to `[-clip_value, clip_value]`."""
    for parameter in _tensors(parameters):
        if parameter._grad is not None:
            data = own(parameter._grad)
            np.clip(data, -float(clip_value), float(clip_value), out=data)
            bump_version(parameter._grad)
