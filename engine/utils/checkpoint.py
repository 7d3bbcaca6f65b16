"""`torch.utils.checkpoint`: keep less of the forward pass, and compute it again in the backward."""

import contextlib
import warnings

from engine.absent import refusing
from engine.autograd import gradients
from engine.autograd.function import Function
from engine.autograd.grad_mode import enable_grad
from engine.autograd.mode import mode, transformed_by
from engine.random import get_rng_state
from engine.tensor import Tensor
from engine.utils.recomputation import CheckpointError, Frame, Hold, random_state, saved_inputs
from engine.utils.selective import (
    CheckpointPolicy,
    SelectiveCheckpointContext,
    create_selective_checkpoint_contexts,
)


def _requires(value):
    return isinstance(value, Tensor) and value.requires_grad


class CheckpointFunction(Function):
    """The reentrant kind: `forward` runs unrecorded, `backward` runs it again, recorded."""

    @staticmethod
    def forward(ctx, function, preserve_rng_state, *args):
        if not any(_requires(a) for a in args):
            warnings.warn(
                "no input of the checkpoint requires grad, so its parameters get no gradients; "
                "pass use_reentrant=False",
                UserWarning,
                stacklevel=4,
            )
        ctx.function = function
        ctx.state = get_rng_state() if preserve_rng_state else None
        ctx.arguments = [None if isinstance(a, Tensor) else a for a in args]
        ctx.tensor_places = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        ctx.save_for_backward(*[args[i] for i in ctx.tensor_places])
        return function(*args)

    @staticmethod
    def backward(ctx, *grads):
        if not gradients.is_checkpoint_valid():
            raise RuntimeError(
                "a reentrant checkpoint works with backward() without inputs only; "
                "pass use_reentrant=False for autograd.grad"
            )
        args = list(ctx.arguments)
        for place, tensor in zip(ctx.tensor_places, ctx.saved_tensors, strict=True):
            copy = tensor.detach()
            copy.requires_grad = tensor.requires_grad
            args[place] = copy
        with random_state(ctx.state), enable_grad():
            outputs = ctx.function(*args)
        outputs = (outputs,) if isinstance(outputs, Tensor) else outputs
        pairs = [(o, g) for o, g in zip(outputs, grads, strict=True) if _requires(o)]
        if not pairs:
            raise RuntimeError("no output of the checkpoint requires grad")
        gradients.backward(*map(list, zip(*pairs, strict=True)))
        found = tuple(a.grad if isinstance(a, Tensor) else None for a in args)
        return (None, None, *found)


_early_stop = True


@contextlib.contextmanager
def set_checkpoint_early_stop(enable):
    """Whether recomputation stops as soon as everything needed is there."""
    global _early_stop
    before, _early_stop = _early_stop, enable
    try:
        yield
    finally:
        _early_stop = before


_debug = None  # what `debug` is whatever was passed, if not None


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled):
    """Whether checkpoints say where tensors were saved, whatever `debug` is; None: as it says."""
    global _debug
    before, _debug = _debug, enabled
    try:
        yield
    finally:
        _debug = before


@contextlib.contextmanager
def _once():
    """A context that cannot be entered again."""
    yield


def noop_context_fn():
    """Contexts that do nothing, for `context_fn`."""
    return contextlib.nullcontext(), contextlib.nullcontext()


def _reentrant(name, use_reentrant):
    """Which kind is meant; where nothing is said the older one, with a warning."""
    if use_reentrant is not None:
        return use_reentrant
    warnings.warn(
        f"pass use_reentrant to {name}() explicitly; False is recommended",
        UserWarning,
        stacklevel=3,
    )
    return True


def checkpoint(
    function,
    *args,
    use_reentrant=None,
    context_fn=noop_context_fn,
    determinism_check="default",
    debug=False,
    early_stop=True,
    preserve_rng_state=True,
    **kwargs,
):
    """`function(*args)`, whose saved tensors are let go and computed again in the backward pass."""
    if _reentrant("checkpoint", use_reentrant):
        if context_fn is not noop_context_fn or debug is not False:
            raise ValueError("context_fn and debug are for use_reentrant=False")
        if kwargs:
            raise ValueError(f"a reentrant checkpoint takes no keyword arguments: {list(kwargs)}")
        return CheckpointFunction.apply(function, preserve_rng_state, *args)
    if determinism_check not in ("default", "none"):
        raise ValueError(f"determinism_check is 'default' or 'none', not {determinism_check!r}")
    state = get_rng_state() if preserve_rng_state else None
    debug = debug if _debug is None else _debug
    forward_context, recompute_context = context_fn()
    if debug:  # PyTorch notes what is done in the recomputation, of which there can be but one
        recompute_context = _once()
    if not mode.enabled:
        return function(*args, **kwargs)
    if mode.transforms and transformed_by("grad"):
        raise RuntimeError("a checkpoint cannot be within a function that is differentiated")
    if mode.transforms:  # in forward mode there is nothing to save
        return function(*args, **kwargs)
    inputs = saved_inputs(args)

    def run(*again):
        with random_state(state), recompute_context:
            function(*again, **kwargs)

    frame = Frame(run, inputs, _early_stop and early_stop, determinism_check, debug)
    with Hold(frame), forward_context:
        result = function(*args, **kwargs)
    frame.complete = True
    return result


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """A Sequential, or a list of functions, in `segments` checkpoints; the last is kept whole."""
    use_reentrant = _reentrant("checkpoint_sequential", use_reentrant)
    if unknown := kwargs.keys() - {"preserve_rng_state"}:
        raise ValueError(f"checkpoint_sequential() takes no {sorted(unknown)}")
    functions = list(functions.children()) if hasattr(functions, "children") else list(functions)
    size = len(functions) // segments
    end = size * (segments - 1)

    def chained(first, last):
        def run(value):
            for function in functions[first:last]:
                value = function(value)
            return value

        return run

    for start in range(0, end, size):
        input = checkpoint(
            chained(start, start + size), input, use_reentrant=use_reentrant, **kwargs
        )
    return chained(end, len(functions))(input)


__all__ = [
    "CheckpointError",
    "CheckpointFunction",
    "CheckpointPolicy",
    "SelectiveCheckpointContext",
    "checkpoint",
    "checkpoint_sequential",
    "create_selective_checkpoint_contexts",
    "noop_context_fn",
    "set_checkpoint_debug_enabled",
    "set_checkpoint_early_stop",
]

__getattr__ = refusing(__name__)
