"""Hooks on tensors and nodes: their storage, and registration for tensors."""

import weakref
from itertools import count

from engine.autograd.mode import mode


class RemovableHandle:
    """The handle of a registered hook; `remove()`, or leaving a `with` block, removes the hook."""

    _next = count().__next__
    __module__ = "torch.utils.hooks"

    def __init__(self, hooks, extra=()):
        self.id = RemovableHandle._next()
        self.hooks_dict_ref = weakref.ref(hooks)
        self.extra = [weakref.ref(other) for other in extra]

    def remove(self):
        for reference in (self.hooks_dict_ref, *self.extra):
            hooks = reference()
            if hooks is not None:
                hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


class HookDict(dict):
    """A dict that can be weakly referenced."""


def add_hook(hooks, hook, extra=()):
    """Put `hook` into the HookDict and return its handle, which also removes it from `extra`."""
    handle = RemovableHandle(hooks, extra)
    hooks[handle.id] = hook
    return handle


class NodeHooks:
    """The hooks of one node, created when the first is registered."""

    __slots__ = ("post", "pre", "retains", "tensor_pre")

    def __init__(self):
        self.tensor_pre = {}  # output number → {key: hook of the tensor}
        self.retains = {}  # output number → weak reference to the tensor that retains its gradient
        self.pre, self.post = HookDict(), HookDict()


class LeafHooks:
    """The hooks of one leaf, run before and after its gradient is accumulated."""

    __slots__ = ("post_accumulate", "tensor_pre")

    def __init__(self):
        self.tensor_pre = HookDict()
        self.post_accumulate = HookDict()


# ---- of one tensor ------------------------------------------------------------------------------


def _leaf_hooks(leaf):
    if leaf._hooks is None:
        leaf._hooks = LeafHooks()
    return leaf._hooks


def hooks_of(self):
    """The hooks of a tensor, keyed by handle id, or None."""
    node = self._node
    if node is None:
        return None if self._hooks is None else self._hooks.tensor_pre
    return None if node._hooks is None else node._hooks.tensor_pre.get(self._nr)


def set_hooks(self, hooks):
    """Replace the hooks of a tensor."""
    hooks = HookDict() if hooks is None else hooks
    if self._node is None:
        _leaf_hooks(self).tensor_pre = hooks
    else:
        self._node.hooks.tensor_pre[self._nr] = hooks


def refuse_deletion(self):
    """Hooks cannot be deleted, only removed through their handles."""
    raise RuntimeError("hooks cannot be deleted; remove() their handles")


def register_hook(self, hook):
    """Run `hook(grad)` when the gradient of this tensor is known; a returned tensor replaces it."""
    if not self._requires:
        raise RuntimeError("a hook needs a tensor that requires grad")
    node = self.grad_fn if self._hooks is None else self._node
    if node is None:
        return add_hook(_leaf_hooks(self).tensor_pre, hook)
    hooks = node.hooks.tensor_pre.get(self._nr)
    if hooks is None:
        hooks = node.hooks.tensor_pre[self._nr] = HookDict()
    return add_hook(hooks, hook)


def register_post_accumulate_grad_hook(self, hook):
    """Run `hook(leaf)` after the gradient was added to `leaf.grad`."""
    if not self._requires:
        raise RuntimeError("a hook needs a tensor that requires grad")
    if self.grad_fn is not None:
        raise RuntimeError("only a leaf accumulates; this tensor is a result, use retain_grad()")
    return add_hook(_leaf_hooks(self).post_accumulate, hook)


def retain_grad(self):
    """Keep the gradient of this non-leaf tensor in its `.grad`; no effect on leaves."""
    if mode.transforms:
        raise RuntimeError("retain_grad() has no meaning in a function that is transformed")
    if not self._requires:
        raise RuntimeError("retain_grad() needs a tensor that requires grad")
    if self._node is None or self._retains:
        return
    node = self.grad_fn
    self._retains = True
    node.hooks.retains[self._nr] = weakref.ref(self)
