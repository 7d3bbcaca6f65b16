"""What tensors share that share memory: the count of in-place writes to it."""

from engine.autograd.mode import mode, tell, watchers


class Storage:
    """The count of writes to memory that several tensors may see.

    Inference tensors have none, unless they were detached outside of inference mode.

    `untracked` holds weak references to views without a history of their own, once there is one:
    they have to hear of it when their base requires grad, or no longer does. `reshaped` is the
    version since which their base has another shape. `pairs` is there once a conjugate was taken:
    see `engine.mirror`.
    """

    __slots__ = ("pairs", "reshaped", "untracked", "version")
    grows = True
    counts = True
    mirrored = False

    def __init__(self):
        self.version = self.reshaped = 0
        self.untracked = ()

    def apart(self):
        """The storage of what `.data` gives, which counts for itself; None is made when needed."""


class Borrowed(Storage):
    """Memory that an ndarray of the user's sees as well: it cannot grow."""

    __slots__ = ()
    grows = False


def share(tensor):
    """The storage of `tensor`, made if need be, for a second tensor that sees its memory."""
    storage = tensor._storage
    if storage is None:
        storage = tensor._storage = Storage()
    return storage


def bump_version(tensor):
    """Note an in-place write, which is too late to refuse, but that is when PyTorch does."""
    if not tensor._inference or tensor._storage is not None:
        share(tensor).version += 1
    elif not mode.inference:
        raise RuntimeError(
            "an inference tensor cannot be changed in place outside inference_mode; clone it first"
        )
    if watchers:
        tell("written", tensor)


def tell_views(base):
    """Views without a history of their own require grad when their base does."""
    if base._storage is None or not base._storage.untracked:
        return
    for reference in base._storage.untracked:
        view = reference()
        if view is not None and view._view is not None and view._view.base is base:
            view._requires = base._requires or view._view.asked or view._node is not None
