"""The arguments of an operation, which may also be given by NumPy's names, or in an old order."""

import inspect

from engine.tensor import Tensor
from engine.warn import warn_once


def parameters_of(function):
    """Names of a function's parameters, in their order."""
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__signature__") or code.co_flags & _STARRED:
        return list(inspect.signature(function).parameters)
    return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


_STARRED = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def spelled(name, kwargs, parameters):
    """Arguments by PyTorch's first name for each, where another is none of the parameters."""
    found = {}
    for key, value in kwargs.items():
        key = key if key in parameters else _SYNONYMS.get(key, key)
        if key == "self" and "A" in parameters:  # of a function that is also in `linalg`
            key = "A"
        if key in found:
            raise TypeError(f"{name}() got multiple values for argument {key!r}")
        found[key] = value
    return found


def numbers_of(signature, tensors):
    """Names of the parameters that are numbers by default, or are said to be."""
    said = (float, float | None)
    numbers = [p for p in signature if type(p.default) in (int, float) or p.annotation in said]
    return [p.name for p in numbers if p.name not in tensors]


def flags_of(name, signature):
    """Places and names of the parameters that are True or False, of what users call."""
    return [
        (i, p.name) for i, p in enumerate(signature) if type(p.default) is bool and name[0] != "_"
    ]


def check_flags(name, flags, args, kwargs):
    """Refuse a number for True or False: it may have been meant as another dimension."""
    for place, flag in flags:
        value = args[place] if len(args) > place else kwargs.get(flag, True)
        if not isinstance(value, bool):
            raise TypeError(f"{name}(): {flag} is True or False, not {value!r}")


def with_numbers(operation, values):
    """The arguments with numbers for tensors without dimensions that stand in the places of some.

    They are those of `operation.numbers`.
    """
    values = list(values)
    for name in operation.numbers:
        place = operation.parameters.index(name)
        values[place] = number_of(values[place], f"{operation.name}(): {name}")
    return values


def number_of(value, what):
    """What is given for a number, also as a tensor; TypeError if gradients would be lost by it."""
    if not isinstance(value, Tensor):
        return value
    if value._data.ndim or value._requires:
        raise TypeError(f"{what} must be a number, or a 0-dim tensor that does not require grad")
    return value.item()


_SYNONYMS = {"input": "self", "x": "self", "a": "self", "x1": "self", "tensor": "self"}
_SYNONYMS |= {"axis": "dim", "keepdims": "keepdim", "x2": "other"}
_SYNONYMS |= {"split_size_or_sections": "split_size"}

# ---- in the order of old programs ---------------------------------------------------------------

OLD = {"add", "addcdiv", "addcmul", "sub"}  # whose factor stood in the second place


def in_new_order(name, positional, keywords, args, kwargs):
    """The arguments as they are written now; TypeError if there are simply too many."""
    old = name in OLD and len(args) == positional + 1
    if not old or not isinstance(args[1], bool | int | float | complex):
        raise TypeError(
            f"{name}() takes at most {positional} positional arguments, {len(args)} were given"
        )
    factor = keywords[0]
    warn_once("a factor in the second place is deprecated; give it by its name", stacklevel=4)
    return (args[0], *args[2:]), {**kwargs, factor: args[1]}
