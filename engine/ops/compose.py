"""Operations that are made of others, or are one of several: they have no derivative of their own.

A composed operation is an ordinary function over tensors. An overloaded one picks, by its
arguments, which of several declared operations it is; each of them has a node of its own.
"""

import inspect

from engine.autograd.saving_hooks import without_hooks
from engine.ops.arguments import check_flags, flags_of, parameters_of, spelled
from engine.ops.calling import registered
from engine.ops.declare import ARRAYS, write_out
from engine.tensor import Tensor


def composed(function):
    """Register a function of tensors as an operation; it takes `out=` and `input=` as others do."""
    name = function.__name__.rstrip("_")
    parameters = parameters_of(function)
    flags = flags_of(name, inspect.signature(function).parameters.values())

    def apply(*args, out=None, **kwargs):
        if kwargs:
            args, kwargs = _spelled(name, args, kwargs, parameters)
        if flags:
            check_flags(name, flags, args, kwargs)
        if args and isinstance(args[0], ARRAYS):
            return function(*args, **kwargs)  # called by a derivative
        if not args or not isinstance(args[0], Tensor):
            given = type(args[0]).__name__ if args else "nothing"
            raise TypeError(f"{name}(): expected a tensor, not {given}")
        if out is None:
            return function(*args, **kwargs)
        with without_hooks():
            result = function(*args, **kwargs)
        return write_out(out, result, name, args)

    return registered(apply, name, function.__doc__)


def overloaded(name, doc=None):
    """Register the decorated function as the choice among overloads of an operation.

    It takes the arguments and returns the operation to call with them.
    """

    def declare(choose):
        parameters = parameters_of(choose)
        flags = flags_of(name, inspect.signature(choose).parameters.values())

        def apply(*args, **kwargs):
            if kwargs:
                args, kwargs = _spelled(name, args, kwargs, parameters)
            if flags:
                check_flags(name, flags, args, kwargs)
            return choose(*args, **kwargs)(*args, **kwargs)

        apply.choose = choose
        return registered(apply, name, doc or choose.__doc__)

    return declare


def _spelled(name, args, kwargs, parameters):
    """The arguments with NumPy's names understood, and the tensor in the first place."""
    kwargs = spelled(name, kwargs, parameters)
    first = "self" if args else parameters[0]
    if first in kwargs:
        args = (kwargs.pop(first), *args)
    return args, kwargs
