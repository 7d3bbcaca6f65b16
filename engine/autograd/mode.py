"""Grad mode and inference mode: per thread, as context managers, decorators and functions."""

import contextlib
import functools
import inspect
import threading
import warnings

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
        self.replays = False  # whether a view of a changed base is recorded as the views before it
        self.tangents = True  # whether tensors have them, in a level of forward mode
        self.transforms = ()  # the kinds of `torch.func` transforms that are under way
        self.multithreading = True  # remembered, without effect: the engine walks in one thread

    def switch(self, enabled):
        """Set grad mode, which says nothing of what is derived forwards."""
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
    """Whether operations pass tangents on to their results."""
    return bool(levels) and mode.tangents and not mode.inference


def transformed_by(kinds):
    """Whether a transform is under way of a kind whose name begins so, or as one of several."""
    return any(kind.startswith(kinds) for kind in mode.transforms)


def is_shown_bare(tensor):
    """Whether it belongs to a transform that does not show what is recorded beneath it."""
    kind = mode.transforms[tensor._level - 1] if 0 < tensor._level <= len(mode.transforms) else ""
    return bool(tensor._mapped) if kind == "vmap" else kind.startswith(FORWARD)


def is_grad_enabled():
    """Whether operations are recorded now, in this thread."""
    return mode.enabled


def is_inference_mode_enabled():
    """Whether tensors made now, in this thread, are inference tensors."""
    return mode.inference


class Decorator:
    """A context manager that also decorates functions, generators, coroutines and classes."""

    def __call__(self, function):
        if inspect.isclass(function):
            return self._wrap_class(function)
        if inspect.isgeneratorfunction(function):
            return self._wrap_generator(function)

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            with self.clone():
                return function(*args, **kwargs)

        return wrapper

    def clone(self):
        return type(self)()

    def _wrap_class(self, cls):
        warnings.warn(
            "a grad mode on a class applies to its __init__ alone; decorate the methods instead",
            FutureWarning,
            stacklevel=3,
        )
        cls.__init__ = self(cls.__init__)
        return cls

    def _wrap_generator(self, function):
        """The mode holds while the generator's own code runs, never while it is suspended."""

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            generator = function(*args, **kwargs)
            resume = functools.partial(next, generator)
            while True:
                try:
                    with self.clone():
                        value = resume()
                except StopIteration as end:
                    return end.value
                try:
                    sent = yield value
                except GeneratorExit:
                    with self.clone():
                        generator.close()
                    raise
                except BaseException as error:  # noqa: BLE001 (handed on to the generator)
                    resume = functools.partial(generator.throw, error)
                else:
                    resume = functools.partial(generator.send, sent)

        return wrapper


class _GradMode(Decorator):
    """Sets recording on entry and puts back what was there."""

    __module__ = "torch.autograd.grad_mode"

    wanted = True

    def __new__(cls, function=None):
        """`@no_grad` without parentheses decorates directly."""
        self = super().__new__(cls)
        return self if function is None else self(function)

    def __init__(self, function=None):
        self.before = False

    def __enter__(self):
        self.before = mode.enabled
        mode.switch(self.wanted)

    def __exit__(self, *_):
        mode.switch(self.before)


class no_grad(_GradMode):
    """Operations inside are not recorded; results do not require grad."""

    __module__ = "torch.autograd.grad_mode"

    wanted = False


class enable_grad(_GradMode):
    """Operations inside are recorded again, for instance within `no_grad`."""

    __module__ = "torch.autograd.grad_mode"

    wanted = True


class Setting(Decorator):
    """Sets what `name` says of the mode: at once, and as a context manager for a block."""

    name = ""

    def __init__(self, mode):
        self.wanted, self.before = mode, self._put(mode)

    def _put(self, value):
        """Set it and return what it was."""
        before = getattr(mode, self.name)
        setattr(mode, self.name, value)
        return before

    def __enter__(self):
        pass

    def __exit__(self, *_):
        self._put(self.before)

    def clone(self):
        return type(self)(self.wanted)


class set_grad_enabled(Setting):
    """Acts at once when called; as a context manager it puts back what was there."""

    __module__ = "torch.autograd.grad_mode"

    def __init__(self, mode):
        if type(mode) is not bool:
            raise TypeError(f"set_grad_enabled() takes a bool, not {type(mode).__name__}")
        super().__init__(mode)

    def _put(self, value):
        before = mode.enabled
        mode.switch(value)
        return before

    def __call__(self, function):
        self._put(self.before)
        return super().__call__(function)

    def __enter__(self):
        self._put(self.wanted)

    def __repr__(self):
        return f"{self.__module__}.{type(self).__name__}(mode={self.wanted})"


class inference_mode(Decorator):
    """Records nothing and makes inference tensors, which autograd can never use again."""

    __module__ = "torch.autograd.grad_mode"

    def __new__(cls, mode=True):
        self = super().__new__(cls)
        if isinstance(mode, bool):
            return self
        self.__init__()
        return self(mode)

    def __init__(self, mode=True):
        self.wanted = mode
        self.before = (True, False)

    def __enter__(self):
        self.before = (mode.enabled, mode.inference)
        if "inference" not in careful:
            careful.append("inference")
        mode.inference = self.wanted
        mode.switch(not self.wanted)

    def __exit__(self, *_):
        enabled, mode.inference = self.before
        mode.switch(enabled)

    def clone(self):
        return type(self)(self.wanted)


class _force_original_view_tracking(Setting):
    """Whether a view whose base was written to is recorded as the views that it came by."""

    name = "replays"


def is_view_replay_enabled():
    """Whether a view whose base was written to is recorded as the views that it came by."""
    return mode.replays


class set_multithreading_enabled(Setting):
    """Remembered, without effect: the engine walks in one thread."""

    name = "multithreading"


def is_multithreading_enabled():
    """Whether a backward pass might use several threads; here it never does."""
    return mode.multithreading
