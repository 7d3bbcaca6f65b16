"""`torch.autograd.grad_mode`: modes as context managers, decorators and functions."""

import functools
import inspect
import warnings

from engine.address import posing
from engine.autograd.mode import careful, mode

__all__ = [
    "enable_grad",
    "inference_mode",
    "no_grad",
    "set_grad_enabled",
    "set_multithreading_enabled",
]


def is_grad_enabled():
    """Whether operations are currently recorded, in this thread."""
    return mode.enabled


def is_inference_mode_enabled():
    """Whether new tensors of this thread are inference tensors."""
    return mode.inference


class Decorator:
    """A context manager that also decorates functions, generators, coroutines and classes."""

    def __init_subclass__(cls):
        posing(cls)

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
            "a grad mode on a class applies only to its __init__; decorate the methods instead",
            FutureWarning,
            stacklevel=3,
        )
        cls.__init__ = self(cls.__init__)
        return cls

    def _wrap_generator(self, function):
        """Apply the mode while the generator's own code runs, not while it is suspended."""

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
    """Sets recording on entry and restores the previous mode on exit."""

    wanted = True
    before = False

    def __new__(cls, function=None):
        """`@no_grad` without parentheses decorates directly."""
        self = super().__new__(cls)
        return self if function is None else self(function)

    def __enter__(self):
        self.before = mode.enabled
        mode.switch(self.wanted)

    def __exit__(self, *_):
        mode.switch(self.before)


class no_grad(_GradMode):
    """Within the block, operations are not recorded and results do not require grad."""

    wanted = False


class enable_grad(_GradMode):
    """Within the block, operations are recorded, even inside `no_grad`."""

    wanted = True


class Setting(Decorator):
    """Sets the attribute `name` of the mode: immediately, or for a block as a context manager."""

    name = ""

    def __init__(self, mode):
        self.wanted, self.before = mode, self._put(mode)

    def _put(self, value):
        """Set it and return the previous value."""
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
    """Acts immediately when called; as a context manager, it restores the previous mode on exit."""

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
    """Records nothing and creates inference tensors, which autograd can never use later."""

    wanted, before = True, (True, False)

    def __new__(cls, mode=True):
        """`@inference_mode` without parentheses decorates directly."""
        self = super().__new__(cls)
        return self if isinstance(mode, bool) else self(mode)

    def __init__(self, mode=True):
        self.wanted = mode

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
    """Whether a view is replayed step by step after a write to its base."""

    name = "replays"


def is_view_replay_enabled():
    """Whether a view is replayed step by step after a write to its base."""
    return mode.replays


class set_multithreading_enabled(Setting):
    """Stored without effect: backward passes run in one thread."""

    name = "multithreading"


def is_multithreading_enabled():
    """Whether backward passes may use several threads; here they never do."""
    return mode.multithreading
