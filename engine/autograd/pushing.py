"""Computes the tangents of an operation's results.

They follow from the formulas that `backward` uses. A formula is linear in the incoming gradient
`u`, so the derivative of <formula(u), tangents of the inputs> by `u` is the tangent of the result,
for any `u`.
"""

import contextlib

import numpy as np

from engine.autograd import complex_paths, mapped
from engine.autograd.dispatched import hear, listeners
from engine.autograd.grad_mode import enable_grad
from engine.autograd.mode import hushed, mode, passing
from engine.autograd.nesting import forwards
from engine.autograd.node import edge_of, next_number
from engine.autograd.packing import Packed
from engine.autograd.route import key
from engine.autograd.saving_hooks import only_hooks
from engine.autograd.tangents import (
    CUTS,
    hold,
    remember,
    set_tangent,
    suspended,
    tangent_of,
    zeros_laid_out_as,
)
from engine.autograd.views import followed, track_view
from engine.autograd.walk import run_backward
from engine.shared import Storage, share
from engine.tensor import Tensor, alias, new, note_mode, own, tensors_in, wrap

_PARTING = {"unsafe_split", "_unsafe_split_sizes"}  # split into untracked views


def settle(operation, values, results, several=False):
    """Finish a call on the careful path.

    It notes modes with the results, tells listeners and `vmap`, and computes tangents. `several`:
    the operation returned a sequence, if only of one result.
    """
    for result in results:
        note_mode(result)
    if operation.name in _PARTING:
        _part(operation, values, results)
    if operation.name == "repeat" and values[0]._inference and not mode.inference:
        _uncover(results[0])
    _cut_off(values, results)
    if listeners:
        hear(operation, values, results)
    if mapped.levels:
        mapped.pass_on(values, results, operation.name)
    if passing():
        tangents = push(operation, values, results, several)
        for result, tangent in zip(results, tangents, strict=True):
            if tangent is not None:
                set_tangent(result, tangent)
                remember(result._node, result)


def cut_off(node, values):
    """Take from a node the edges that PyTorch would not have recorded; None if no edge is left.

    A transform such as `jvp` makes the engine record under `no_grad` as well. Edges that lead out
    of the transform, to tensors that its function captured, are cut off here.
    """
    if node is None or mode.enabled or not mode.transforms:
        return node
    captured = [v for v in tensors_in(values) if v._requires and not v._level and not followed(v)]
    outside = {id(None), *(id(end) for v in captured for end in (v, key(edge_of(v))[0]))}
    node._edges = tuple([None if id(key(edge)[0]) in outside else edge for edge in node._edges])
    if mode.transforms[-1] != "linearize":  # linearize ignores modes when it computes a tangent
        for saved in _saved_of(node):
            if type(saved) is Packed and {id(saved.node), id(key(saved.origin)[0])} <= outside:
                saved.forget_history()
    return node if any(edge is not None for edge in node._edges) else None


def _cut_off(values, results):
    """`cut_off` for the node of the results; if no edge is left, they have no history."""
    if results[0]._node is not None and cut_off(results[0]._node, values) is None:
        for result in results:
            result._node, result._nr, result._requires = None, 0, False


def _saved_of(node):
    for value in node._saved or ():
        yield from value if type(value) is tuple else (value,)


def _part(operation, values, results):
    """The results of a split that makes no views: inference tensors if the source is one.

    In inference mode, parts of another tensor are views of it, each with a version of its own.
    """
    source = values[0]
    for number, result in enumerate(results):
        result._inference = source._inference
        if mode.inference and not source._inference:
            track_view(result, source, operation.step(values[1:], number))
            result._storage = Storage()


def _uncover(result):
    """Make a result a view, as it is in PyTorch: there it is a view of the memory it fills."""
    filled = wrap(result._data)
    share(filled).version = 1
    track_view(result, filled, lambda x: x)


def settle_views(operation, values, results):
    """`settle` for views: a view's tangent is the same view of the tangent."""
    if listeners:
        hear(operation, values, results)
    if mode.transforms:
        for result in results:
            result._level = values[0]._level
        _cut_off(values, results)
    if mapped.levels:
        mapped.pass_on(values[:1], results)
    tangent = tangent_of(values[0])
    if tangent is None or mode.inference or operation.function in CUTS:
        return
    with suspended():
        tangents = operation.again(tangent, values[1:])
    tangents = (tangents,) if isinstance(tangents, Tensor) else tangents
    for result, part in zip(results, tangents, strict=True):
        hold(result, part)


def hold_view(tensor, function, tangent, rest):
    """Where a tensor became a view of itself in place, make its tangent that view of itself."""
    with suspended():
        hold(tensor, function(tangent, *rest))


def push(operation, values, results, several=False):
    """The tangents of `results`, which an operation computed from `values`, or None for each."""
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
    if tracked:
        tangents = {place: _filled(values[place], row) for place, row in tangents.items()}
    try:
        with _aside(tracked):
            return _pushed(operation, values, results, tangents, tracked, several)
    except NotImplementedError as error:
        raise _missing(operation) from error


def _filled(value, row):
    """The tangents of an argument, zeros where there is none: their graph leads to each entry."""
    found = value if isinstance(value, list | tuple) else (value,)
    pairs = zip(found, row, strict=True)
    return [zeros_laid_out_as(v) if t is None and _has_slopes(v) else t for v, t in pairs]


def _has_slopes(value):
    return isinstance(value, Tensor) and (value.dtype.is_floating_point or value.dtype.is_complex)


def _missing(operation):
    return NotImplementedError(f"{operation.name}() has no forward-mode derivative")


@contextlib.contextmanager
def _aside(tracked):
    """Within, operations are recorded; observers hear of it only if it is `tracked`."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(enable_grad())
        stack.enter_context(suspended())
        stack.enter_context(forwards(2))
        if not tracked:
            stack.enter_context(only_hooks())
            stack.enter_context(hushed())
        yield


def _pushed(operation, values, results, tangents, tracked, several):
    """The tangents, by two backward passes, as the module's description says.

    The first pass runs the operation's formula on `u`, the second differentiates by `u`. `tracked`:
    the tangents are recorded, so that a backward pass may differentiate them.
    """
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
    """The arguments with each tensor replaced by its stand-in."""
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
    """A copy without a tangent; if `tracked`, at the same place in the graph."""
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
    """A tangent with its own memory; zeros if nothing arrived."""
    if found is None:
        return wrap(np.zeros_like(start._data))
    result = found if isinstance(found, Tensor) else wrap(found)
    array = own(result)
    if not array.flags.writeable or any(
        t is not None and np.may_share_memory(array, t._data) for t in tangents
    ):
        return result.clone()
    return result
