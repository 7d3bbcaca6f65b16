"""Functions that leave nothing to be found by walking up the stack.

A program that runs can look at the frames that called it, and change what their globals and
builtins hold. So what calls it has globals and builtins of its own, made for this one call.
"""

import builtins
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

Any_Function = TypeVar("Any_Function", bound=Callable[..., Any])


TRUE_BUILTINS = vars(builtins)  # not asked for later: a program can change what `vars` finds


def detached(function: Any_Function) -> Any_Function:
    """A copy of `function`, which uses no globals, that shares nothing with any other."""
    assert isinstance(function, FunctionType)
    scope = {"__builtins__": TRUE_BUILTINS.copy()}
    return cast(Any_Function, FunctionType(function.__code__, scope, function.__name__))


def attempt(code: CodeType, namespace: dict[str, Any]) -> BaseException | None:
    """Executes `code`; what it raised, or None. To be called `detached`."""
    try:
        exec(code, namespace)  # noqa: S102 - running code is what this room is for
    except BaseException as error:  # noqa: BLE001 - SystemExit and KeyboardInterrupt are results too
        return error
    return None


def attempt_watched(
    code: CodeType, namespace: dict[str, Any], watching: AbstractContextManager[Any]
) -> BaseException | None:
    """The same within `watching`."""
    try:
        with watching:
            exec(code, namespace)  # noqa: S102 - the same
    except BaseException as error:  # noqa: BLE001 - the same
        return error
    return None


def attempt_call(function: Callable[..., Any], arguments: Sequence[Any]) -> BaseException | None:
    """Calls `function`; what it raised, or None. To be called `detached`."""
    try:
        function(*arguments)
    except BaseException as error:  # noqa: BLE001 - the same
        return error
    return None
