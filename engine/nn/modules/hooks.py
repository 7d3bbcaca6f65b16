"""Hooks around a module's `forward`, of one module and of all."""

import functools
import warnings
from collections import OrderedDict

from engine.autograd.hooks import HookDict, add_hook
from engine.autograd.mode import mode, transformed_by
from engine.nn.modules.backward_hooks import BackwardHooks
from engine.tensor import Tensor


class HookTable:
    """All hooks of one module, made when the first is registered; one more serves all modules."""

    used = False  # whether a hook was ever registered: quick to ask at every call

    def __init__(self):
        self.forward_pre, self.forward = OrderedDict(), OrderedDict()
        self.backward_pre, self.backward = OrderedDict(), OrderedDict()
        self.full = None  # whether `backward` holds full hooks; None before the first
        self.with_kwargs, self.always = HookDict(), HookDict()  # keys of hooks that asked for it

    def add(self, place, hook, prepend=False, with_kwargs=False, always=False):
        """Register a hook and return its handle."""
        self.used = True
        hooks = getattr(self, place)
        handle = add_hook(hooks, hook, (self.with_kwargs, self.always))
        if with_kwargs:
            self.with_kwargs[handle.id] = True
        if always:
            self.always[handle.id] = True
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        return handle

    def add_backward(self, hook, full, prepend=False):
        """Register a backward hook, of the one kind or the other."""
        if self.full is not None and self.full is not full:
            raise RuntimeError(
                "a module has either full backward hooks or the older ones, not both"
            )
        self.full = full
        return self.add("backward", hook, prepend)


everywhere = HookTable()  # the hooks of all modules
_none = HookTable()


def call_with_hooks(module, args, kwargs):
    """`module.forward` with everything that was hung around it."""
    call = Call(module)
    try:
        return call.run(args, kwargs)
    except Exception:
        call.run_remaining()
        raise


class Call:
    """One call of a module that has hooks, or of any module while there are hooks on all."""

    def __init__(self, module):
        self.module = module
        self.tables = (everywhere, module._hooks or _none)
        self.done = set()
        self.args, self.kwargs, self.result = (), {}, None

    def run(self, args, kwargs):
        self.args, self.kwargs = args, kwargs
        self._before()
        backward = self._backward_hooks()
        if backward is not None:
            self.args = backward.around_inputs(self.args)
        self.result = self.module.forward(*self.args, **self.kwargs)
        for table in self.tables:
            for key, hook in list(table.forward.items()):
                self._after(table, key, hook)
        if backward is not None:
            self.result = backward.around_outputs(self.result)
        self._hook_last_node()
        return self.result

    def _before(self):
        for table in self.tables:
            for key, hook in list(table.forward_pre.items()):
                if key not in table.with_kwargs:
                    changed = hook(self.module, self.args)
                    if changed is not None:
                        self.args = changed if isinstance(changed, tuple) else (changed,)
                    continue
                changed = hook(self.module, self.args, self.kwargs)
                if changed is None:
                    continue
                if not isinstance(changed, tuple) or len(changed) != 2:
                    raise RuntimeError(
                        "a forward pre-hook with kwargs returns None or a pair of args and kwargs, "
                        f"not {changed!r}"
                    )
                self.args, self.kwargs = changed

    def _after(self, table, key, hook):
        if key in table.always:
            self.done.add(key)
        if key in table.with_kwargs:
            changed = hook(self.module, self.args, self.kwargs, self.result)
        else:
            changed = hook(self.module, self.args, self.result)
        if changed is not None:
            self.result = changed

    def run_remaining(self):
        """After an error: the hooks that are always called, unless they were already."""
        for table in self.tables:
            for key, hook in list(table.forward.items()):
                if key not in table.always or key in self.done:
                    continue
                try:
                    self._after(table, key, hook)
                except Exception as error:  # noqa: BLE001 (the first error matters more)
                    warnings.warn(
                        "a forward hook with always_call=True raised while another error was on "
                        f"its way: {error}",
                        UserWarning,
                        stacklevel=4,
                    )

    def _backward_hooks(self):
        if _only_forward():
            return None
        pre = [h for table in self.tables for h in table.backward_pre.values()]
        full = [h for table in self.tables if table.full for h in table.backward.values()]
        return BackwardHooks(self.module, full, pre) if full or pre else None

    def _hook_last_node(self):
        hooks = [h for t in self.tables if t.full is False for h in t.backward.values()]
        if not hooks or _only_forward():
            return
        first = self.result
        while not isinstance(first, Tensor):
            first = _first(first)
        if first.grad_fn is not None:
            if not _is_one_operation(self.args, self.result, first.grad_fn):
                warnings.warn(
                    "register_backward_hook() sees the gradients of the last operation alone; "
                    "use register_full_backward_hook()",
                    FutureWarning,
                    stacklevel=5,
                )
            for hook in hooks:
                first.grad_fn.register_hook(functools.partial(hook, self.module))


def _only_forward():
    """Whether nothing goes back here: what runs is mapped, or pushed forward."""
    return mode.transforms and not transformed_by("grad")


def _is_one_operation(args, result, node):
    """Whether a module's whole `forward` was this one node."""
    results = result if isinstance(result, tuple) else (result,)
    if not all(isinstance(v, Tensor) for v in (*args, *results)):
        return False
    came_from = {v.grad_fn for v in args} - {None}
    return {v.grad_fn for v in results} == {node} and came_from == {
        function for function, _ in node.next_functions
    }


def _first(values):
    if isinstance(values, dict):
        return next(v for v in values.values() if isinstance(v, Tensor))
    return values[0]


class Hooked:
    """What a Module offers for hooks; `_hooks` is its table, None before the first."""

    def _table(self):
        if self._hooks is None:
            self.__dict__["_hooks"] = HookTable()
        return self._hooks

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """`hook(module, args)` runs before `forward`; it may return other arguments."""
        return self._table().add("forward_pre", hook, prepend, with_kwargs)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """`hook(module, args, output)` runs after `forward`; it may return another output."""
        return self._table().add("forward", hook, prepend, with_kwargs, always_call)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """`hook(module, grad_output)` runs before the module's part of the backward pass."""
        return self._table().add("backward_pre", hook, prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        """`hook(module, grad_input, grad_output)` runs when the input's gradients are known."""
        return self._table().add_backward(hook, True, prepend)

    def register_backward_hook(self, hook):
        """The older form, which only sees the last operation of `forward`."""
        return self._table().add_backward(hook, False)

    @property
    def _forward_pre_hooks(self):
        return self._table().forward_pre

    @property
    def _forward_hooks(self):
        return self._table().forward

    @property
    def _backward_pre_hooks(self):
        return self._table().backward_pre

    @property
    def _backward_hooks(self):
        return self._table().backward


def register_module_forward_pre_hook(hook):
    """A forward pre-hook on all modules."""
    return everywhere.add("forward_pre", hook)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """A forward hook on all modules."""
    return everywhere.add("forward", hook, False, with_kwargs, always_call)


def register_module_full_backward_pre_hook(hook):
    """A full backward pre-hook on all modules."""
    return everywhere.add("backward_pre", hook)


def register_module_full_backward_hook(hook):
    """A full backward hook on all modules."""
    return everywhere.add_backward(hook, True)


def register_module_backward_hook(hook):
    """An older backward hook on all modules."""
    return everywhere.add_backward(hook, False)
