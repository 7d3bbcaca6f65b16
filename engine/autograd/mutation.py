"""`allow_mutation_on_saved_tensors`: saved tensors are copied before they are written to."""

import contextlib
import weakref

from engine.autograd import views
from engine.autograd.saving_hooks import only_hooks, saved_tensors_hooks
from engine.mirror import seated
from engine.strides import root
from engine.tensor import own


class _Handle:
    """Represents a saved tensor in the graph."""

    __slots__ = ("__weakref__",)


class _MutationContext:
    """Saved tensors by memory and version: the originals, or copies made since."""

    def __init__(self):
        self.original = weakref.WeakKeyDictionary()
        self.cloned = weakref.WeakKeyDictionary()
        self.tid_to_weakhandle = weakref.WeakValueDictionary()

    def pack(self, tensor):
        """The handle of the tensor; the same one as long as its memory has the same version."""
        place = (_memory(tensor), _layout(tensor), tensor._version)
        handle = self.tid_to_weakhandle.get(place)
        if handle is None:
            handle = self.tid_to_weakhandle[place] = _Handle()
            self.original[handle] = tensor
        return handle

    def unpack(self, handle):
        """The tensor as it was when it was saved."""
        if handle in self.cloned:
            return self.cloned[handle]
        if handle not in self.original:
            raise AssertionError(
                "backward ran outside of the allow_mutation_on_saved_tensors block that the "
                "forward pass ran in"
            )
        return self.original[handle]

    def before_write(self, tensor, as_out):
        """Copy the saved tensors on memory that is about to be written to."""
        memory, _ = _memory(tensor), tensor._version  # inference tensors have no version
        for place, handle in list(self.tid_to_weakhandle.items()):
            if place[0] == memory and handle in self.original:
                self.cloned[handle] = self.original.pop(handle).clone()

    def clear(self):
        """Forget everything."""
        self.original.clear()
        self.cloned.clear()
        self.tid_to_weakhandle.clear()


def _memory(tensor):
    return id(root(seated(tensor)))


def _layout(tensor):
    array = own(tensor)
    return array.__array_interface__["data"][0], array.shape, array.strides


@contextlib.contextmanager
def keeping_what_is_saved():
    """Within the block, tensors that a derivative needs are copied before they are written to."""
    context, before = _MutationContext(), views.before_write

    def before_write(tensor, as_out):
        if not tensor._inference:
            context.before_write(tensor, as_out)
        if before is not None:
            before(tensor, as_out)

    def pack(tensor):
        return tensor if tensor._inference else context.pack(tensor)

    def unpack(packed):
        return context.unpack(packed) if type(packed) is _Handle else packed

    views.before_write = before_write
    try:
        with only_hooks((pack, unpack)):
            yield
    finally:
        views.before_write = before


@contextlib.contextmanager
def allow_mutation_on_saved_tensors():
    """Within the block, tensors that backward needs are copied before they are changed in place."""
    if views.before_write is not None:
        raise RuntimeError("allow_mutation_on_saved_tensors blocks cannot be nested")
    context = _MutationContext()
    views.before_write = context.before_write
    try:
        with saved_tensors_hooks(context.pack, context.unpack):
            yield context
    finally:
        views.before_write = None
        context.clear()
