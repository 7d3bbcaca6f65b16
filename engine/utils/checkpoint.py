"""`torch.utils.checkpoint`: keep less of the forward pass, and compute it again in the backward."""

import contextlib
import sys
import warnings
import weakref

from engine.autograd import gradients
from engine.autograd.function import Function
from engine.autograd.graph import saved_tensors_hooks
from engine.autograd.mode import enable_grad, mode
from engine.autograd.nesting import here
from engine.random import get_rng_state, set_rng_state
from engine.tensor import Tensor


class CheckpointError(RuntimeError):
    """The recomputed forward pass does not match the first one."""


class _StopError(Exception):
    """Everything that is needed has been recomputed."""


@contextlib.contextmanager
def _random_state(state):
    """In the block, the random numbers that the first pass drew."""
    before = get_rng_state()
    if state is not None:
        set_rng_state(state)
    try:
        yield
    finally:
        set_rng_state(before)


def _requires(value):
    if isinstance(value, Tensor):
        return value.requires_grad
    return False


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
        with _random_state(ctx.state), enable_grad():
            outputs = ctx.function(*args)
        outputs = (outputs,) if isinstance(outputs, Tensor) else outputs
        pairs = [
            (o, g)
            for o, g in zip(outputs, grads, strict=True)
            if isinstance(o, Tensor) and o.requires_grad
        ]
        if not pairs:
            raise RuntimeError("no output of the checkpoint requires grad")
        gradients.backward(*map(list, zip(*pairs, strict=True)))
        found = tuple(a.grad if isinstance(a, Tensor) else None for a in args)
        return (None, None, *found)


class _Frame:
    """What one non-reentrant checkpoint knows: what it held back, and how to get it again."""

    def __init__(self, run, early_stop, determinism_check, debug):
        self.run, self.early_stop, self.check = run, early_stop, determinism_check
        self.debug, self.places, self.places_again = debug, [], []  # where tensors were saved
        self.holders = []  # weak references, in the order in which tensors were saved
        self.metadata = []
        self.complete = False  # whether the first pass is over
        self.recomputed = weakref.WeakKeyDictionary()  # walk → {number of the tensor: value}
        self.taken = weakref.WeakKeyDictionary()  # walk → numbers of tensors that it asked for

    def note(self, tensor, again=False):
        """For `debug`: where in the user's program a tensor is saved, the first time or again."""
        if self.debug:
            shape, dtype = _description(tensor)
            places = self.places_again if again else self.places
            places.append(f"{dtype} of shape {list(shape)}, {_place()}")

    def error(self, text):
        """What went wrong; with `debug`, also all that was saved in both passes."""
        if not self.debug:
            return CheckpointError(f"{text}; debug=True tells where they were saved")
        lists = (("the first pass", self.places), ("the recomputation", self.places_again))
        parts = [f"{name} saved:\n" + "\n".join(f"  {p}" for p in found) for name, found in lists]
        return CheckpointError("\n".join([text, *parts]))


def _place():
    """The line of the innermost caller outside of the engine."""
    frame = sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith("engine."):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno} in {frame.f_code.co_name}()"


class _Holder:
    """Stands in the graph for a tensor that was not kept."""

    __slots__ = ("__weakref__", "number")

    def __init__(self, number):
        self.number = number


def _description(tensor):
    return tuple(tensor.shape), tensor.dtype


class _Hold(saved_tensors_hooks):
    """Hooks of the first forward pass: keep nothing but a holder."""

    def __init__(self, frame):
        def pack(tensor):
            holder = _Holder(len(frame.holders))
            frame.holders.append(weakref.ref(holder))
            frame.metadata.append(_description(tensor))
            frame.note(tensor)
            return holder

        def unpack(holder):
            return _again(frame, holder)

        super().__init__(pack, unpack)


def _again(frame, holder):
    walk = here.walk
    if walk is None:
        values = {}
        _recompute(frame, values)
        return _checked(frame, holder, values)
    if walk not in frame.recomputed:
        values = frame.recomputed[walk] = {}
        _recompute(frame, values)
    values = frame.recomputed[walk]
    if holder.number in frame.taken.get(walk, ()):
        raise CheckpointError(
            "a saved tensor of a checkpoint was asked for a second time in one backward pass, "
            "which lets it go after the first; pass retain_graph=True, or ask once"
        )
    value = _checked(frame, holder, values)
    if not walk.retain:
        frame.taken.setdefault(walk, set()).add(holder.number)
        del values[holder.number]
    return value


def _checked(frame, holder, values):
    if holder.number not in values:
        raise frame.error(
            f"the recomputation saved {len(values)} tensors, the first pass {len(frame.holders)}: "
            "the function must do the same both times"
        )
    value = values[holder.number]
    if frame.check == "default" and _description(value) != frame.metadata[holder.number]:
        raise frame.error(
            f"tensor {holder.number} is {_description(value)} in the recomputation and was "
            f"{frame.metadata[holder.number]}"
        )
    return value


def _recompute(frame, values):
    wanted, count = len(frame.holders), 0
    frame.places_again.clear()

    def pack(tensor):
        nonlocal count
        frame.note(tensor, again=True)
        if count < wanted:
            values[count] = tensor.detach() if tensor.requires_grad else tensor
        count += 1
        if frame.early_stop and count == wanted:
            raise _StopError
        return tensor.detach()

    hooks = saved_tensors_hooks(pack, lambda t: t)
    with contextlib.suppress(_StopError), hooks, enable_grad():
        frame.run()
    if frame.complete and count != wanted and frame.check == "default":
        raise frame.error(
            f"the recomputation saved {count} tensors, the first pass {wanted}: "
            "the function must do the same both times"
        )


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


def _no_context():
    return contextlib.nullcontext(), contextlib.nullcontext()


def noop_context_fn():
    """Contexts that do nothing, for `context_fn`."""
    return _no_context()


def checkpoint(
    function,
    *args,
    use_reentrant=None,
    context_fn=_no_context,
    determinism_check="default",
    debug=False,
    early_stop=True,
    preserve_rng_state=True,
    **kwargs,
):
    """`function(*args)`, whose saved tensors are let go and computed again in the backward pass."""
    if use_reentrant is None:
        warnings.warn(
            "pass use_reentrant to checkpoint() explicitly; False is recommended",
            UserWarning,
            stacklevel=2,
        )
        use_reentrant = True
    if use_reentrant:
        if kwargs:
            raise ValueError(f"a reentrant checkpoint takes no keyword arguments: {list(kwargs)}")
        return CheckpointFunction.apply(function, preserve_rng_state, *args)
    state = get_rng_state() if preserve_rng_state else None
    forward_context, recompute_context = context_fn()

    def run():
        randomness = _random_state(state) if state is not None else contextlib.nullcontext()
        with randomness, recompute_context:
            function(*args, **kwargs)

    if not mode.grad:
        return function(*args, **kwargs)
    debug = debug if _debug is None else _debug
    frame = _Frame(run, _early_stop and early_stop, determinism_check, debug)
    with _Hold(frame), forward_context:
        result = function(*args, **kwargs)
    frame.complete = True
    return result


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """A Sequential, or a list of functions, in `segments` checkpoints; the last is kept whole."""
    if use_reentrant is None:
        warnings.warn(
            "pass use_reentrant to checkpoint_sequential() explicitly; False is recommended",
            UserWarning,
            stacklevel=2,
        )
        use_reentrant = True
    functions = list(functions.children()) if hasattr(functions, "children") else list(functions)
    size, start = len(functions) // segments, 0

    def chained(first, last):
        def run(value):
            for function in functions[first:last]:
                value = function(value)
            return value

        return run

    for start in range(0, size * (segments - 1), size):
        input = checkpoint(
            chained(start, start + size), input, use_reentrant=use_reentrant, **kwargs
        )
    end = size * (segments - 1)
    return chained(end, len(functions))(input)


__all__ = [
    "CheckpointError",
    "CheckpointFunction",
    "checkpoint",
    "checkpoint_sequential",
    "noop_context_fn",
    "set_checkpoint_debug_enabled",
    "set_checkpoint_early_stop",
]
