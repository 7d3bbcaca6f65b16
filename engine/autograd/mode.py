"""What every operation looks at before it records: modes of this thread, and who is watching."""

import contextlib
import threading

careful = []
"""Why recording has to take its careful path, if it has to: saved-tensor hooks, anomaly mode, a
watcher, inference tensors that may exist, forward mode, `vmap`, complex gradients, hooks on nodes
of leaves. Empty is the usual case, and quick to test."""


watchers = []
"""Whoever is told what the engine does; see `engine.autograd.watching`. Empty, it costs nothing."""


def tell(event, *details):
    """Tell every watcher."""
    for watcher in list(watchers):
        getattr(watcher, event)(*details)


@contextlib.contextmanager
def hushed():
    """In the block no watcher is told: what the engine does there is not the user's doing."""
    before = watchers[:]
    watchers.clear()
    try:
        yield
    finally:
        watchers[:] = before


pack_hooks = []  # the stack of (pack, unpack) pairs of saved_tensors_hooks


def set_pack_hooks(pairs):
    """Make these the active hooks on saved tensors."""
    pack_hooks[:] = pairs
    if "hooks" in careful:
        careful.remove("hooks")
    if pack_hooks:
        careful.append("hooks")


class _Mode(threading.local):
    """What this thread records. Threads start with recording on, whatever their parent does."""

    def __init__(self):
        self.enabled = True  # grad mode, as users see it
        self.inference = False
        self.grad = True  # whether operations are recorded: grad mode, outside of inference mode
        self.replays = False  # whether a view whose base was written to is taken again step by step
        self.tangents = True  # whether tensors have them, in a level of forward mode
        self.transforms = ()  # the kinds of `torch.func` transforms that are under way
        self.multithreading = True  # remembered, without effect: the engine walks in one thread

    def switch(self, enabled):
        """Set grad mode. Transforms that differentiate forwards record whatever it is."""
        self.enabled = enabled
        forwards = self.transforms and transformed_by(FORWARD) and not transformed_by("grad")
        self.grad = bool(enabled or forwards) and not self.inference


FORWARD = ("jvp", "jacfwd", "linearize")  # kinds of transforms that differentiate forwards
mode = _Mode()
levels = []  # of forward-mode differentiation that are open: one, or none


@contextlib.contextmanager
def recording():
    """In the block operations are recorded, whatever the mode outside is."""
    enabled, inference = mode.enabled, mode.inference
    mode.inference = False
    mode.switch(True)
    try:
        yield
    finally:
        mode.inference = inference
        mode.switch(enabled)


def passing():
    """Whether operations compute tangents for their results: a level is open, not suspended."""
    return bool(levels) and mode.tangents and not mode.inference


def transformed_by(kinds):
    """Whether a transform is under way whose kind begins with that, or with one of a tuple."""
    return any(kind.startswith(kinds) for kind in mode.transforms)


def is_shown_bare(tensor):
    """Whether a tensor was made in a transform that hides its recording from the function."""
    kind = mode.transforms[tensor._level - 1] if 0 < tensor._level <= len(mode.transforms) else ""
    return bool(tensor._mapped) if kind == "vmap" else kind.startswith(FORWARD)
