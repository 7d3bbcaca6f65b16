"""`torch.jit`: functions run as they are written; modules are not turned into scripts."""

from engine.absent import refusing
from engine.errors import unsupported
from engine.nn.modules.module import Module


def is_scripting():
    """False."""
    return False


def is_tracing():
    """False."""
    return False


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """The function itself; modules and classes are not supported."""
    if isinstance(obj, Module | type):
        raise unsupported("torch.jit.script() of a module or class", "use it as it is")
    return obj


def trace(*args, **kwargs):
    """Not supported."""
    raise unsupported("torch.jit.trace()", "use the function or module as it is")


def save(*args, **kwargs):
    """Not supported."""
    raise unsupported("torch.jit.save()", "use torch.save")


def load(*args, **kwargs):
    """Not supported."""
    raise unsupported("torch.jit.load()", "use torch.load")


def _itself(function):
    """The function itself."""
    return function


def ignore(drop=False, **options):
    """The function itself; also a decorator with options."""
    return drop if callable(drop) else _itself


def annotate(the_type, the_value):
    """The value itself."""
    return the_value


export = unused = script_if_tracing = _itself

__all__ = ["annotate", "export", "ignore", "is_scripting", "is_tracing", "script", "unused"]

__getattr__ = refusing(__name__)
