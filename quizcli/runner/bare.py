"""Calls code from a frame that holds nothing.

A program can walk up the stack to the frame that called it. So that frame is this function's, made
anew for each call, with builtins of its own: nothing that is found or changed there is used again.
"""

import builtins
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

Attempt = Callable[[CodeType, dict[str, Any]], BaseException | None]


def new_attempt() -> Attempt:
    """A function that executes code and returns what it raised, or None."""
    scope = {"__builtins__": dict(vars(builtins))}
    return FunctionType(_attempt.__code__, scope, "attempt")


def _attempt(code: CodeType, namespace: dict[str, Any]) -> BaseException | None:
    try:
        exec(code, namespace)  # noqa: S102 - running code is what this room is for
    except BaseException as error:  # noqa: BLE001 - SystemExit and KeyboardInterrupt are results too
        return error
    return None
