"""How a leaf accumulates its gradients."""

import sys

import numpy as np

from engine.autograd.mode import mode, tell, watchers
from engine.autograd.renewal import itself
from engine.references import ASKING, PASSING
from engine.shared import bump_version, share
from engine.strides import copied_as, empty_as, expanded, lies_as
from engine.tensor import Tensor, new, wrap


def accumulate(leaf, grad, record, held=0):
    """Add `grad` into `leaf.grad`: in place, unless the pass is recorded.

    A first gradient is stored as it is if nothing else refers to it; `held` is the number of extra
    references that the caller holds.
    """
    if not leaf._requires:
        return
    current = leaf._grad
    if current is None:
        leaf._grad, how = _first_grad(leaf._data, grad, record, held), "first"
    elif record and mode.enabled:
        leaf._grad, how = current + grad, "replaced"
    elif record:
        current.add_(grad)  # including its tangent
        how = "in place"
    else:
        how = "in place"
        data = current._data
        if isinstance(data, np.generic):
            current._data = data + grad
        elif expanded(data):
            raise RuntimeError("a gradient cannot be added to a .grad in expanded memory")
        else:
            _add(data, grad, leaf)
        if not current._inference:
            share(current).version += 1  # observers are told of it as accumulated
        elif not mode.inference:
            bump_version(current)
    if watchers:
        tell("accumulated", itself(leaf), grad, how)


def _add(data, grad, leaf):
    try:
        np.add(data, grad, out=data)
    except ValueError as error:
        raise RuntimeError(
            f"a gradient of shape {list(grad.shape)} for a tensor of shape {list(leaf._data.shape)}"
            f" cannot be added to its .grad of shape {list(data.shape)}"
        ) from error


def _first_grad(data, grad, record, held):
    """The gradient as a tensor with the memory layout of `data`, the leaf's array."""
    if record and mode.grad:
        copy = wrap(empty_as(data, grad._data.dtype))
        return copy.copy_(grad)  # an in-place write, as in PyTorch: it shows in the graph
    result = new(Tensor)
    if record:
        grad = copied_as(data, grad._data)
    elif isinstance(grad, np.ndarray) and not (_unshared(grad, held) and lies_as(data, grad)):
        grad = copied_as(data, grad)
    result._data = grad
    if mode.inference:
        result._inference = True
    return result


def _unshared(array, held):
    """Whether nothing else refers to this array, so that the leaf may keep it.

    Derivatives may pass one array on to several edges. Apart from the caller, the three calls in
    between and this check itself, nothing may refer to the array. Its memory may still be shared:
    PyTorch, too, keeps a view of the gradient passed to `backward`, unless it was expanded.
    """
    if sys.getrefcount(array) > _REFERENCES + held or not array.flags.behaved:
        return False
    return 0 not in array.strides


_REFERENCES = 1 + 3 * PASSING + ASKING  # the caller's reference, and those of the calls in between


def call_post_accumulate(leaf):
    """Call the leaf's post-accumulate hooks."""
    if leaf._hooks is None:
        return
    given = leaf
    for hook in list(leaf._hooks.post_accumulate.values()):
        returned = hook(given)
        if returned is None:
            continue
        if not isinstance(returned, Tensor):
            raise TypeError("a post-accumulate-grad hook must return None")
        if returned._data.shape != given._data.shape or returned._data.dtype != given._data.dtype:
            raise RuntimeError("a post-accumulate-grad hook returned something else than its leaf")
        given = returned  # passed to the next hook before the error is raised, as in PyTorch
    if given is not leaf:
        raise RuntimeError("a post-accumulate-grad hook must return None")
