"""How a leaf adds up its gradients."""

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

    A first gradient is kept as it is if nobody else sees it; `held` says how many references the
    caller holds besides its own.
    """
    if not leaf._requires:
        return
    current = leaf._grad
    if current is None:
        leaf._grad, how = _first_grad(leaf._data, grad, record, held), "first"
    elif record and mode.enabled:
        leaf._grad, how = current + grad, "replaced"
    elif record:
        current.add_(grad)  # with its tangent
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
            share(current).version += 1  # watchers hear of it as accumulated
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
    """The gradient as a tensor that lies in memory as `data`, the leaf's, does."""
    if record and mode.grad:
        copy = wrap(empty_as(data, grad._data.dtype))
        return copy.copy_(grad)  # an in-place write, as PyTorch's is: the graph shows it
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
    """Whether nobody else refers to this array, so that the leaf may keep it.

    Derivatives may pass one array on to several edges. Besides the caller, the three calls on the
    way here and the question itself, nobody may refer to it. Its memory may be somebody's all the
    same: PyTorch, too, keeps a view of the gradient that a pass was given, unless it was expanded.
    """
    if sys.getrefcount(array) > _REFERENCES + held or not array.flags.behaved:
        return False
    return 0 not in array.strides


_REFERENCES = 1 + 3 * PASSING + ASKING  # that of the caller, and the way here


def call_post_accumulate(leaf):
    """Call the hooks that a leaf has for when its gradient is there."""
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
        given = returned  # which the next one gets, as PyTorch has it, before it complains
    if given is not leaf:
        raise RuntimeError("a post-accumulate-grad hook must return None")
