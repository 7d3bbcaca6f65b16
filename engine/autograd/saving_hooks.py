"""Saved-tensor hooks, as context managers."""

from contextlib import ContextDecorator, contextmanager

from engine.autograd.mode import pack_hooks, set_pack_hooks

_refusals = []  # messages for refusing new hooks, innermost block last


class saved_tensors_hooks(ContextDecorator):
    """Within the block, tensors saved for backward pass through `pack_hook`, and through
    `unpack_hook` when they are needed.
    """

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        if _refusals:
            raise RuntimeError(_refusals[-1])
        if not (callable(self.pack_hook) and callable(self.unpack_hook)):
            raise TypeError("hooks on saved tensors are functions")
        set_pack_hooks([*pack_hooks, (self.pack_hook, self.unpack_hook)])

    def __exit__(self, *_):
        set_pack_hooks(pack_hooks[:-1])


class save_on_cpu(saved_tensors_hooks):
    """Keep saved tensors in main memory, where this engine has them anyway."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda t: t.clone().detach(), lambda t: t)


_set_aside = []  # for each block without hooks, whether there were hooks outside


@contextmanager
def only_hooks(*pairs):
    """Within the block, these pairs are the only saved-tensor hooks."""
    before = pack_hooks[:]
    set_pack_hooks(pairs)
    try:
        yield
    finally:
        set_pack_hooks(before)


@contextmanager
def without_hooks():
    """Within the block, there are no saved-tensor hooks unless new ones are set."""
    _set_aside.append(bool(pack_hooks))
    try:
        with only_hooks():
            yield
    finally:
        _set_aside.pop()


class disable_saved_tensors_hooks(ContextDecorator):
    """Within the block, `saved_tensors_hooks` raises an error with this message."""

    def __init__(self, error_message, fail_if_non_empty=True):
        self.message, self.strict = error_message, fail_if_non_empty

    def __enter__(self):
        if self.strict and (pack_hooks or any(_set_aside)):
            raise RuntimeError("saved tensor hooks are active, and cannot be disabled here")
        _refusals.append(self.message)

    def __exit__(self, *_):
        _refusals.pop()
