"""What a checkpoint held back, and the second forward pass that gets it again."""

import contextlib
import sys
import weakref

import numpy as np

from engine.autograd.function import Function
from engine.autograd.grad_mode import enable_grad
from engine.autograd.graph import saved_tensors_hooks
from engine.autograd.nesting import here
from engine.random import get_rng_state, set_rng_state
from engine.tensor import Tensor, wrap


class CheckpointError(RuntimeError):
    """The recomputed forward pass does not match the first one."""

    __module__ = "torch.utils.checkpoint"


class _StopError(Exception):
    """Everything that is needed has been recomputed."""


@contextlib.contextmanager
def random_state(state):
    """In the block, the random numbers that the first pass drew; further ones, if it is None."""
    if state is None:
        yield
        return
    before = get_rng_state()
    set_rng_state(state)
    try:
        yield
    finally:
        set_rng_state(before)


class _Inputs(Function):
    """Saves the arguments of a checkpoint, so that a later write to them is noticed."""

    @staticmethod
    def forward(ctx, start, *args):
        ctx.places = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        ctx.others = [None if isinstance(a, Tensor) else a for a in args]
        ctx.save_for_backward(*[args[i] for i in ctx.places])
        return start.clone()


def saved_inputs(args):
    """A function that gives the arguments back."""
    start = wrap(np.zeros(0, np.float32))
    start.requires_grad = True
    node = _Inputs.apply(start, *args).grad_fn

    def inputs():
        found = list(node.others)
        for place, tensor in zip(node.places, node.saved_tensors, strict=True):
            found[place] = tensor
        return found

    return inputs


class Frame:
    """What one non-reentrant checkpoint knows: what it held back, and how to get it again."""

    def __init__(self, run, inputs, early_stop, determinism_check, debug):
        self.run, self.inputs = run, inputs
        self.early_stop, self.check = early_stop, determinism_check
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


class Hold(saved_tensors_hooks):
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
            "a saved tensor of a checkpoint was used a second time in one backward pass, "
            "which releases it after the first; pass retain_graph=True, or use it once"
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

    again = frame.inputs()
    hooks = saved_tensors_hooks(pack, lambda t: t)
    with contextlib.suppress(_StopError), hooks, enable_grad():
        frame.run(*again)
    if frame.complete and count != wanted and frame.check == "default":
        raise frame.error(
            f"the recomputation saved {count} tensors, the first pass {wanted}: "
            "the function must do the same both times"
        )
