"""Tangents: derivatives that forward-mode differentiation carries along with tensors.

The tangent of a result follows from the formulas that `backward` uses. A formula is linear in the
gradient `u` that comes in, so the derivative of <formula(u), tangents of the inputs> by `u` is the
tangent of the result, whatever `u` is.
"""

import contextlib
import weakref

import numpy as np

from engine.autograd import complex_paths
from engine.autograd.mode import (
    careful,
    hushed,
    levels,
    mode,
    pack_hooks,
    passing,
    set_pack_hooks,
)
from engine.autograd.node import edge_of, next_number
from engine.autograd.saved import Packed, SavedResult
from engine.autograd.views import replay, unrolled
from engine.autograd.walk import run_backward
from engine.strides import offset_of, root, strided
from engine.tensor import Tensor, alias, new, own, wrap

CUTS = set()  # views through which tangents are not seen: from a primal to its dual and back


class Level:
    """One stretch of forward-mode differentiation: tangents last as long as it does."""

    def __init__(self):
        self.duals = weakref.WeakValueDictionary()

    def close(self):
        """Let go of all tangents."""
        for dual in list(self.duals.values()):
            dual._tangent = None


def begin():
    """Open a level; RuntimeError if there is one."""
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
    """Within, tensors have no tangents."""
    before, mode.tangents = mode.tangents, False
    try:
        yield
    finally:
        mode.tangents = before


# ---- of one tensor ------------------------------------------------------------------------------


def tangent_of(tensor):
    """The tangent, or None."""
    if not (levels and mode.tangents):
        return None
    held = tensor._tangent
    if held is not None and held[0] is levels[0]:
        return held[1]
    return None if tensor._view is None else _seen_through(tensor)


def is_followed(tensor):
    """Whether somebody wants derivatives by this tensor, in one mode or the other."""
    return (tensor._requires and mode.grad) or (passing() and tangent_of(tensor) is not None)


def _seen_through(tensor):
    """The tangent of a view whose base got one after the view was made."""
    view = tensor._view
    held = view.base._tangent
    if held is None or held[0] is not levels[0] or not CUTS.isdisjoint(unrolled(view.steps)):
        return None
    with suspended():
        tangent = replay(view.steps, held[1])
    _hold(tensor, tangent)
    return tangent


def _hold(tensor, tangent):
    tensor._tangent = (levels[0], tangent)
    levels[0].duals[id(tensor)] = tensor


def set_tangent(tensor, tangent):
    """Give a tensor that has none its tangent, in memory of the same layout."""
    with suspended():
        if not _same_layout(own(tensor), own(tangent)):
            tangent = zeros_laid_out_as(tensor).copy_(tangent)
    _hold(tensor, tangent)


def cut(tensor):
    """The same memory without history, but with the tangent, unlike what `detach` gives."""
    result = alias(tensor)
    tangent = tangent_of(tensor)
    if tangent is not None:
        _hold(result, tangent)
    return result


def _same_layout(one, other):
    if root(one).size != root(other).size:
        return False
    if not one.size:
        return True
    steps = zip(one.shape, one.strides, other.strides, strict=True)
    same = all(a == b for size, a, b in steps if size > 1)
    return same and offset_of(one) == offset_of(other)


def zeros_laid_out_as(tensor):
    """Zeros in memory of their own that a tensor's views could be taken of in the same way."""
    array = own(tensor)
    memory = np.zeros(root(array).size, array.dtype)
    start = offset_of(array) if array.size else 0
    return wrap(strided(memory[start:], array.shape, array.strides))


def remember(node, result):
    """Where a node saved its own result, keep the tangent with it."""
    for value in () if node is None else node._saved:
        for one in value if type(value) is tuple else (value,):
            if type(one) in (SavedResult, Packed) and one.number == result._nr:
                one.tangent = result._tangent


def write_tangent(tensor, tangent, node=None):
    """After an in-place write, recorded by `node`: the tensor's tangent is this, None for zeros."""
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
            _hold(view.base, zeros_laid_out_as(view.base))
            part = replay(view.steps, view.base._tangent[1])
            _hold(tensor, part.copy_(tangent))
    remember(node, tensor)


# ---- of results ---------------------------------------------------------------------------------


def settle(operation, values, results, several=False):
    """The end of every call of an operation that has to take the careful road.

    `several`: the results came as a sequence, even if it has one entry.
    """
    if mode.inference:
        for result in results:
            result._inference = True
    if passing():
        tangents = push(operation, values, results, several)
        for result, tangent in zip(results, tangents, strict=True):
            if tangent is not None:
                set_tangent(result, tangent)
                remember(result._node, result)


def settle_views(operation, values, results):
    """The same for views, whose tangents are views of the tangent."""
    tangent = tangent_of(values[0])
    if tangent is None or mode.inference or operation.function in CUTS:
        return
    with suspended():
        tangents = operation.again(tangent, values[1:])
    tangents = (tangents,) if isinstance(tangents, Tensor) else tangents
    for result, part in zip(results, tangents, strict=True):
        _hold(result, part)


def hold_view(tensor, function, tangent, rest):
    """A tensor that became a view of itself in place: its tangent does, too."""
    with suspended():
        _hold(tensor, function(tangent, *rest))


def push(operation, values, results, several=False):
    """The tangents of `results`, which an operation gave for `values`; None where there is none."""
    tangents = {}
    for place in operation.places:
        found = values[place] if operation.variadic else (values[place],)
        tangents[place] = [tangent_of(v) if isinstance(v, Tensor) else None for v in found]
    if not any(t is not None for row in tangents.values() for t in row):
        return [None] * len(results)
    tracked = mode.grad and any(
        isinstance(v, Tensor) and v._requires
        for v in (*operation.differentiable(values), *(t for row in tangents.values() for t in row))
    )
    if operation.one_way:
        raise _missing(operation)
    try:
        with _aside(tracked):
            return _pushed(operation, values, results, tangents, tracked, several)
    except NotImplementedError as error:
        raise _missing(operation) from error


def _missing(operation):
    return NotImplementedError(f"{operation.name}() has no forward-mode derivative")


@contextlib.contextmanager
def _aside(tracked):
    """Within, recording is on; unless its outcome is `tracked`, that is nobody else's affair."""
    before = mode.enabled, tuple(pack_hooks)
    mode.switch(True)
    with contextlib.ExitStack() as stack:
        stack.enter_context(suspended())
        if not tracked:
            set_pack_hooks(())
            stack.enter_context(hushed())
        try:
            yield
        finally:
            enabled, hooks = before
            mode.switch(enabled)
            set_pack_hooks(hooks)


def _pushed(operation, values, results, tangents, tracked, several):
    """`tracked`: a backward pass may differentiate the tangents in their turn."""
    first = next_number()
    values = _stand_ins(operation, values, tangents, tracked)
    record = operation.record_several if several else operation.record
    node = record(values, results)
    tangents = [t for row in tangents.values() for t in row]
    pairs = zip(node._edges, tangents, strict=True)
    edges = [None if tangent is None else edge for edge, tangent in pairs]
    starts = [
        _start(r) if operation.is_differentiable(i, r) else None for i, r in enumerate(results)
    ]
    if any(complex_paths.is_complex(r) for r in results):
        complex_paths.begin()
    row = starts if node._outputs != 1 else starts[0]
    grads = complex_paths.visit(node, row, True, edges)
    pairs = zip(grads, tangents, strict=True)
    used = [(g, t) for g, t in pairs if g is not None and t is not None and g._requires]
    targets = [s for s in starts if s is not None]
    roots, vectors = [edge_of(g) for g, _ in used], [_as_dtype(t, g, tracked) for g, t in used]
    found = run_backward(roots, vectors, tracked, tracked, targets, capture=True, since=first)
    found = iter(found)
    return [None if s is None else _finished(next(found), s, tangents) for s in starts]


def _stand_ins(operation, values, tangents, tracked):
    """The arguments, with tensors that have no tangents; where history does not matter, leaves."""
    values = list(values)
    for place, value in enumerate(values):
        of_place = tangents.get(place)
        if isinstance(value, Tensor):
            values[place] = _stand_in(value, of_place and of_place[0], tracked)
        elif type(value) in (list, tuple) and any(isinstance(v, Tensor) for v in value):
            of_place = of_place or [None] * len(value)
            pairs = zip(value, of_place, strict=True)
            values[place] = [_stand_in(v, t, tracked) for v, t in pairs]
    return values


def _stand_in(value, tangent, tracked):
    """A copy without tangent, in the same place of the graph if `tracked`."""
    if not isinstance(value, Tensor):
        return value
    result = alias(value)
    result._inference, result._requires = False, tangent is not None
    if tracked and value._requires:
        edge = edge_of(value)
        result._requires, result._node, result._nr = True, value._node, value._nr
        result._stands_for = edge if value._node is None else None
    return result


def _start(result):
    start = new(Tensor)
    start._data = np.ones(result._data.shape, result._data.dtype)
    start._requires = True
    return start


def _as_dtype(tangent, like, tracked):
    if tracked:
        return tangent if tangent.dtype is like.dtype else tangent.to(like.dtype)
    return tangent._data.astype(like._data.dtype, copy=False)


def _finished(found, start, tangents):
    """A tangent with memory of its own; zeros if nothing arrived."""
    if found is None:
        return wrap(np.zeros_like(start._data))
    result = found if isinstance(found, Tensor) else wrap(found)
    array = own(result)
    if not array.flags.writeable or any(
        t is not None and np.may_share_memory(array, t._data) for t in tangents
    ):
        return result.clone()
    return result
