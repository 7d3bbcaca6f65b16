"""Forward mode through a Function: the arguments of its `jvp`, and checks of its results."""

import numpy as np

from engine.autograd.packing import version_of
from engine.autograd.tangents import remember, set_tangent, suspended, tangent_of, write_tangent
from engine.tensor import Tensor, wrap


def carry(ctx, args, outputs, results):
    """Give the results of a Function the tangents that its `jvp` computes.

    `outputs` are what `forward` returned, `results` the tensors made from them.
    """
    given = [tangent_of(a) if isinstance(a, Tensor) else None for a in args]
    if all(t is None for t in given):
        return
    vectors = given
    if ctx.materialize_grads:
        vectors = [_zeros(a) if t is None else t for a, t in zip(args, given, strict=True)]
    function = ctx._forward_cls
    versions = [None if t is None else version_of(t) for t in given]
    ctx._in_jvp = True
    try:
        with suspended():
            found = function.jvp(ctx, *vectors)
    finally:
        ctx._in_jvp = False
    found = found if isinstance(found, tuple) else (found,)
    name = function.__name__
    if len(found) != len(results):
        raise RuntimeError(f"{name}.jvp() gave {len(found)} tangents for {len(results)} outputs")
    for number, (output, result) in enumerate(zip(outputs, results, strict=True)):
        which = f"{name}.jvp(): tangent {number}"
        if _is_differentiable(ctx, output):
            _check(which, result, found[number])
            triples = zip(args, given, versions, strict=True)
            _place(ctx, which, [t for t in triples if t[1] is not None], result, found[number])
        elif found[number] is not None:
            raise RuntimeError(f"{which} is of an output that has no derivative: return None")


def _zeros(value):
    if not isinstance(value, Tensor) or value._data.dtype.kind not in "fc":
        return None
    return wrap(np.zeros(value._data.shape, value._data.dtype))


def _is_differentiable(ctx, output):
    if not isinstance(output, Tensor) or output._data.dtype.kind not in "fc":
        return False
    return all(output is not t for t in ctx.non_differentiable)


def _check(which, result, tangent):
    if not isinstance(tangent, Tensor):
        raise RuntimeError(f"{which} has to be a tensor, not {type(tangent).__name__}")
    if tangent._data.shape != result._data.shape:
        raise RuntimeError(
            f"{which} has shape {list(tangent.shape)}, its output {list(result.shape)}"
        )


def _place(ctx, which, duals, result, tangent):
    """`duals` are the arguments with tangents, with these and their versions before `jvp`."""
    if any(result is t for t in ctx.dirty_tensors):
        _place_written(ctx, which, duals, result, tangent)
        return
    for value, vector, _ in duals:
        if _is_view_of(result, value) and not _is_view_of(tangent, vector):
            raise RuntimeError(
                f"{which} is of an output that is a view of an input, or the input itself: it has "
                "to be a view of that input's tangent"
            )
    set_tangent(result, tangent)
    remember(ctx, result)


def _place_written(ctx, which, duals, result, tangent):
    """If `forward` changed an input in place, `jvp` must do so with its tangent."""
    for value, vector, version in duals:
        if value is result and (vector is not tangent or version_of(tangent) == version):
            raise RuntimeError(
                f"{which} is of an input that forward() changes in place: change its tangent in "
                "place, and return that"
            )
    if all(value is not result for value, _, _ in duals):
        write_tangent(result, tangent, ctx)


def _is_view_of(view, tensor):
    if view._view is None:
        return False
    base = view._view.base
    return base is tensor or (tensor._view is not None and base is tensor._view.base)
