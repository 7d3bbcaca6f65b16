"""What every operation checks before it records: the modes of this thread, and observers."""

import contextlib
import threading

careful = []
"""Why recording has to take its careful path, if it has to: saved-tensor hooks, anomaly mode, a
watcher, inference tensors that may exist, forward mode, `vmap`, complex gradients, hooks on nodes
of leaves. Empty is the usual case, and quick to test."""


watchers = []
"""Whoever is told what the engine does; see `engine.autograd.watching`. Empty, it costs nothing."""


def tell(event, *details):
    """Notify every observer."""
    for watcher in list(watchers):
        getattr(watcher, event)(*details)


@contextlib.contextmanager
def hushed():
    """Within the block, observers are not notified: the engine acts on its own behalf there."""
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
    """The modes of this thread. New threads start with recording on, whatever their parent does."""

    def __init__(self):
        self.enabled = True  # grad mode, as users see it
        self.inference = False
        self.grad = True  # whether operations are recorded: grad mode, outside of inference mode
        self.replays = False  # whether a view is replayed step by step after a write to its base
        self.tangents = True  # whether tensors have tangents in a forward-mode level
        self.transforms = ()  # the kinds of the running `torch.func` transforms
        self.multithreading = True  # stored without effect: backward passes run in one thread

    def switch(self, enabled):
        """Set grad mode; forward-mode transforms record regardless."""
        self.enabled = enabled
        forwards = self.transforms and transformed_by(FORWARD) and not transformed_by("grad")
        self.grad = bool(enabled or forwards) and not self.inference


FORWARD = ("jvp", "jacfwd", "linearize")  # the forward-mode transforms
mode = _Mode()
levels = []  # open levels of forward mode: one or none


@contextlib.contextmanager
def recording():
    """Within the block, operations are recorded, whatever the mode outside."""
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
    """Whether a transform is running whose kind starts with this prefix, or one of a tuple."""
    return any(kind.startswith(kinds) for kind in mode.transforms)


def is_shown_bare(tensor):
    """Whether a tensor was made in a transform that hides its recording from the function."""
    kind = mode.transforms[tensor._level - 1] if 0 < tensor._level <= len(mode.transforms) else ""
    return bool(tensor._mapped) if kind == "vmap" else kind.startswith(FORWARD)
