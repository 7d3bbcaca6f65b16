"""Functions that expose nothing to a program that walks up the stack.

A running program can inspect the frames that called it, and change their globals and builtins.
So its caller gets separate globals and builtins, made for this one call.
"""

import builtins
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

Any_Function = TypeVar("Any_Function", bound=Callable[..., Any])


TRUE_BUILTINS = vars(builtins)  # taken now: a program can change what `vars` returns


def detached(function: Any_Function) -> Any_Function:
    """A copy of `function` (which must use no globals) that shares nothing with other functions."""
    assert isinstance(function, FunctionType)
    scope = {"__builtins__": TRUE_BUILTINS.copy()}
    return cast(Any_Function, FunctionType(function.__code__, scope, function.__name__))


def attempt(code: CodeType, namespace: dict[str, Any]) -> BaseException | None:
    """Execute `code`; returns what it raised, or None. Call it `detached`."""
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
    """Call `function`; returns what it raised, or None. Call it `detached`."""
    try:
        function(*arguments)
    except BaseException as error:  # noqa: BLE001 - the same
        return error
    return None
