"""Tangents: the derivatives that forward mode carries along with tensors."""

import contextlib
import weakref

import numpy as np

from engine.autograd.mode import careful, levels, mode, passing
from engine.autograd.packing import Packed, SavedResult
from engine.autograd.view_nodes import replay, unrolled
from engine.strides import memory_of, offset_of, strided
from engine.tensor import alias, own, wrap

CUTS = set()  # views that do not share tangents: from a primal to its dual and back


class Level:
    """One level of forward mode: tangents exist as long as it is open."""

    def __init__(self):
        self.duals = weakref.WeakValueDictionary()

    def close(self):
        """Release all tangents."""
        for dual in list(self.duals.values()):
            dual._tangent = None


def begin():
    """Open a level; raises RuntimeError if one is open."""
    if levels:
        raise RuntimeError("a level of forward-mode differentiation is open: they do not nest")
    levels.append(Level())
    careful.append("tangents")


def end():
    """Close the level."""
    careful.remove("tangents")
    levels.pop().close()


@contextlib.contextmanager
def suspended():
    """Within the block, tensors have no tangents."""
    before, mode.tangents = mode.tangents, False
    try:
        yield
    finally:
        mode.tangents = before


# ---- of one tensor ------------------------------------------------------------------------------


def tangent_of(tensor):
    """The tangent of a tensor, or None."""
    if not (levels and mode.tangents):
        return None
    held = tensor._tangent
    if held is not None and held[0] is levels[0]:
        return held[1]
    return None if tensor._view is None else _seen_through(tensor)


def is_followed(tensor):
    """Whether derivatives by this tensor are needed, in reverse or forward mode."""
    return (tensor._requires and mode.grad) or (passing() and tangent_of(tensor) is not None)


def _seen_through(tensor):
    """The tangent of a view whose base got one after the view was created."""
    view = tensor._view
    held = view.base._tangent
    if held is None or held[0] is not levels[0] or not CUTS.isdisjoint(unrolled(view.steps)):
        return None
    with suspended():
        tangent = replay(view.steps, held[1])
    hold(tensor, tangent)
    return tangent


def hold(tensor, tangent):
    """Store the tangent with the tensor, as long as the level is open."""
    tensor._tangent = (levels[0], tangent)
    levels[0].duals[id(tensor)] = tensor


def set_tangent(tensor, tangent):
    """Give a tensor its first tangent, with the same memory layout."""
    with suspended():
        if not _same_layout(own(tensor), own(tangent)):
            tangent = zeros_laid_out_as(tensor).copy_(tangent)
    hold(tensor, tangent)


def cut(tensor):
    """The same memory without history, but with its tangent, which `detach` would lose."""
    result = alias(tensor)
    tangent = tangent_of(tensor)
    if tangent is not None:
        hold(result, tangent)
    return result


def _same_layout(one, other):
    if memory_of(one).size != memory_of(other).size:
        return False
    if not one.size:
        return True
    steps = zip(one.shape, one.strides, other.strides, strict=True)
    same = all(a == b for size, a, b in steps if size > 1)
    return same and offset_of(one) == offset_of(other)


def zeros_laid_out_as(tensor):
    """Zeros with their own memory, in a layout from which the tensor's views can be taken."""
    array = own(tensor)
    memory = np.zeros(memory_of(array).size, array.dtype)
    start = offset_of(array) if array.size else 0
    return wrap(strided(memory[start:], array.shape, array.strides))


def remember(node, result):
    """If a node saved its own result, keep the tangent with it."""
    for value in () if node is None else node._saved:
        for one in value if type(value) is tuple else (value,):
            if type(one) in (SavedResult, Packed) and one.number == result._nr:
                one.tangent = result._tangent


def write_tangent(tensor, tangent, node=None):
    """Set the tangent of a tensor that was written to (None: zeros); `node` recorded the write."""
    held = tangent_of(tensor)
    if held is None and tangent is None:
        return
    view = tensor._view
    with suspended():
        if held is not None:
            held.zero_() if tangent is None else held.copy_(tangent)
        elif view is None or not CUTS.isdisjoint(unrolled(view.steps)):
            set_tangent(tensor, zeros_laid_out_as(tensor).copy_(tangent))
        else:
            hold(view.base, zeros_laid_out_as(view.base))
            part = replay(view.steps, view.base._tangent[1])
            hold(tensor, part.copy_(tangent))
    remember(node, tensor)
