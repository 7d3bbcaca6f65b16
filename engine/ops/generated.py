"""Functions that are written out as text, as dataclasses write `__init__`."""

import functools
import inspect


def written(text, name, place, scope):
    """The function of that name that the text defines among the names of `scope`.

    Tracebacks and profiles say `<place>` for its file.
    """
    exec(_code_of(text), scope)  # noqa: S102 (our own text)
    function = scope[name]
    function.__code__ = function.__code__.replace(co_filename=f"<{place}>")
    return function


@functools.cache
def _code_of(text):
    """Operations of one form share a text; compiling is most of what importing costs."""
    return compile(text, "<operation>", "exec")


def parameters_of(function):
    """Names of a function's parameters, in their order."""
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__signature__") or code.co_flags & _STARRED:
        return list(inspect.signature(function).parameters)
    return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


_STARRED = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
