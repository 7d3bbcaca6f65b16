"""Processes what a Function's `forward` returned: adds it to the graph and saves tensors."""

import warnings

from engine.autograd import views
from engine.autograd.mode import careful, mode
from engine.autograd.saved import SavedResult, finish, versions_of
from engine.shared import bump_version, tell_views
from engine.tensor import Tensor, alias, new, own


def wrapped(ctx, args, outputs, recording, separate=False):
    """Give the outputs their place in the graph, and save what `forward` asked to save.

    `separate`: whether `setup_context` asked instead.
    """
    inputs = {id(a) for a in args if isinstance(a, Tensor)}
    if recording:
        _check_saved(ctx.to_save)
    _apply_marks(ctx, inputs, outputs)
    if separate:
        _refuse_saved_inputs(ctx, inputs, outputs, recording)
    if not recording:
        return tuple(_unrecorded(ctx, o, inputs) for o in outputs)
    results = _recorded(ctx, outputs, inputs)
    if ctx.to_save:
        _save(ctx)
    if careful:
        finish(ctx, *results)
    return tuple(results)


def _apply_marks(ctx, inputs, outputs):
    """Apply `mark_non_differentiable` and `mark_dirty`."""
    for tensor in ctx.non_differentiable:
        if not isinstance(tensor, Tensor):
            raise RuntimeError(
                f"mark_non_differentiable() takes tensors, not {type(tensor).__name__}"
            )
    for tensor in ctx.dirty_tensors:
        _mark_written(tensor, inputs, outputs)


def _recorded(ctx, outputs, inputs):
    """The outputs as results of the node `ctx`, which notes their number, shapes and dtypes."""
    results, templates = [], []
    tensors = sum(isinstance(o, Tensor) for o in outputs) if len(outputs) > 1 else 1
    for number, output in enumerate(outputs):
        if not isinstance(output, Tensor):
            results.append(output)
            templates.append(None)
            continue
        templates.append((output._data.shape, output._data.dtype))
        results.append(_placed(ctx, output, number, inputs, tensors))
    if ctx.non_differentiable:
        ctx._plain = {i for i, o in enumerate(outputs) if _contains(ctx.non_differentiable, o)}
    ctx._outputs, ctx._templates = len(outputs), templates
    return results


def is_fresh(ctx, args, output):
    """Whether the single output is new: neither an input nor a view, with nothing marked."""
    if careful or output._view is not None or output._data.dtype.kind != "f":
        return False
    if ctx.dirty_tensors or ctx.non_differentiable:
        return False
    for value in args:  # noqa: SIM110 (`all` costs more; `in` would compare elements)
        if value is output:
            return False
    return True


def place_fresh(ctx, output):
    """Give it its place in the graph."""
    data = output._data
    output._node, output._requires = ctx, True
    if output._storage is not None:
        tell_views(output)  # views that forward() may have saved
    ctx._templates = ((data.shape, data.dtype),)
    saved = ctx.to_save
    for value in saved:
        if type(value) is not Tensor or value is output:
            _save(ctx)
            return output
    ctx._saved = saved
    ctx._versions = versions_of(saved)
    return output


def _contains(tensors, tensor):
    return any(t is tensor for t in tensors)


def _mark_written(tensor, inputs, outputs):
    if not isinstance(tensor, Tensor):
        raise RuntimeError(f"mark_dirty() takes tensors, not {type(tensor).__name__}")
    if id(tensor) not in inputs:
        warnings.warn(
            "mark_dirty() was given a tensor that is not an input, which has no effect",
            UserWarning,
            stacklevel=5,
        )
        return
    bump_version(tensor)
    if not _contains(outputs, tensor):
        raise RuntimeError("an input that was changed in place has to be returned as an output")


def _refuse_saved_inputs(ctx, inputs, outputs, recording):
    """Refuse saved inputs that are returned: they become other tensors, unknown to `setup_context`.

    It does not matter if the result is detached from the graph.
    """
    for output in outputs:
        if id(output) not in inputs or _contains(ctx.dirty_tensors, output):
            continue
        kept = not output._requires or (recording and _is_differentiable(ctx, output))
        if kept and _contains((*ctx.to_save, *ctx.saved_for_forward), output):
            raise RuntimeError(
                "an input that is returned as it is was saved by setup_context(); return and save "
                "x.view_as(x), or save in forward()"
            )


def _is_differentiable(ctx, output):
    return output._data.dtype.kind in "fc" and not _contains(ctx.non_differentiable, output)


def _unrecorded(ctx, output, inputs):
    """Without recording, results are detached; a returned input becomes a view of itself."""
    if not isinstance(output, Tensor):
        return output
    is_input = id(output) in inputs
    if output._requires:
        return alias(output) if is_input else _cut(output)
    if is_input and not _contains(ctx.dirty_tensors, output):
        return _view_of_itself(output)
    return output


def _cut(output):
    if output._view is None:
        output._node, output._nr, output._requires = None, 0, False
    return output


def _view_of_itself(source):
    result = new(Tensor)
    result._data = own(source)
    views.track_view(result, source, lambda base: base.view_as(base), views.CUSTOM)
    if result._view is not None:
        result._view.creation = views.CUSTOM
    return result


def _placed(ctx, output, number, inputs, tensors):
    """The output as a result of the node `ctx`."""
    is_input = id(output) in inputs
    dirty = _contains(ctx.dirty_tensors, output)
    if not _is_differentiable(ctx, output):
        return _unrecorded(ctx, output, inputs)
    if dirty:
        return _rebased(ctx, output, number, tensors)
    if is_input:
        output = _view_of_itself(output)
    elif output._view is not None and output._view.creation == views.NO_GRAD:
        several = tensors > 1
        output._view.creation = views.MULTI_OUTPUT if several else views.CUSTOM
        output._view.version = output._storage.version
    output._node, output._nr, output._requires = ctx, number, True
    if output._view is None:
        tell_views(output)
    return output


def _rebased(ctx, output, number, tensors):
    if output._requires and output.grad_fn is None:
        raise RuntimeError("a leaf that requires grad cannot be changed in place by a Function")
    if output._view is not None:
        if output._requires and output._view.base._node is None:
            raise RuntimeError("a view of a leaf that requires grad was changed in place")
        views.check_creation(output)
        if tensors > 1:
            raise RuntimeError(
                "a Function that changes a view in place must return that view alone"
            )
        views.rebase_history(output, ctx)
        return output
    old = output._node
    output._node, output._nr, output._requires = ctx, number, True
    views.move_retained(output, old)
    tell_views(output)
    return output


def _check_saved(tensors):
    for tensor in tensors:
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"save_for_backward takes tensors and None, not {type(tensor).__name__}; "
                "keep other things as attributes of ctx"
            )


def _save(ctx):
    _check_saved(ctx.to_save)
    saved = []
    for tensor in ctx.to_save:
        is_result = tensor is not None and tensor._node is ctx
        if is_result and tensor._inference and not mode.transforms:
            raise RuntimeError("a result made in inference_mode cannot be saved for backward")
        saved.append(SavedResult(tensor, tensor._nr) if is_result else tensor)
    ctx._saved = tuple(saved)
    ctx._versions = versions_of(saved)
    ctx.to_save = ()
