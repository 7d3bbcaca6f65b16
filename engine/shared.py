"""What tensors on the same memory share: the count of in-place writes to it."""

from engine.autograd.mode import mode, tell, watchers


class Storage:
    """The version of some memory: the count of writes to it, shared by all tensors on it.

    Inference tensors have none, unless they were detached outside of inference mode.

    `untracked` holds weak references to views without their own history, once there are any: they
    must be told when their base starts or stops requiring grad. `reshaped` is the version since
    which their base has another shape. `pairs` exists once a conjugate was taken: see
    `engine.mirror`.
    """

    __slots__ = ("pairs", "reshaped", "untracked", "version")
    grows = True
    counts = True
    mirrored = False

    def __init__(self):
        self.version = self.reshaped = 0
        self.untracked = ()

    def apart(self):
        """The storage for `.data`, which counts separately; None: it is created when needed."""


class Borrowed(Storage):
    """Memory shared with an ndarray of the user: it cannot grow."""

    __slots__ = ()
    grows = False


def share(tensor):
    """The storage of `tensor`, created if needed, for a second tensor on its memory."""
    storage = tensor._storage
    if storage is None:
        storage = tensor._storage = Storage()
    return storage


def bump_version(tensor):
    """Note an in-place write; it is too late to refuse it, but PyTorch raises here, too."""
    if not tensor._inference or tensor._storage is not None:
        share(tensor).version += 1
    elif not mode.inference:
        raise RuntimeError(
            "an inference tensor cannot be changed in place outside inference_mode; clone it first"
        )
    if watchers:
        tell("written", tensor)


def tell_views(base):
    """Make views without their own history require grad when their base does."""
    if base._storage is None or not base._storage.untracked:
        return
    for reference in base._storage.untracked:
        view = reference()
        if view is not None and view._view is not None and view._view.base is base:
            view._requires = base._requires or view._view.asked or view._node is not None
