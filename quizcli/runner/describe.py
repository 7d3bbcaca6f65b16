"""Describes an exception as plain data: type, message, line in the program, traceback."""

import traceback
from collections.abc import Sequence
from typing import Any

from quizcli.runner import guard

SIZE = 20_000  # maximum characters of a message or traceback

OUT_OF_MEMORY = ("not enough memory", "can't allocate memory")  # messages of torch's RuntimeError


def describe(
    error: BaseException, source: str, own: Sequence[str] = ()
) -> tuple[str, dict[str, Any]]:
    """The outcome that `error` stands for, and its description.

    `source` is the program's file name; `own` are prefixes of other files of the user's.
    """
    return _outcome(error), {
        "type": type(error).__name__,
        "message": message_of(error),
        "line": _line(error, source),
        "traceback": _traceback(error, (source, *own)),
    }


def ended_well(error: BaseException | None) -> bool:
    """Whether the program ended normally: by itself, or by `sys.exit()`."""
    if type(error) is SystemExit:
        return error.code is None or (type(error.code) is int and error.code == 0)
    return error is None


def _outcome(error: BaseException) -> str:
    if guard.refused(error):
        return "refused"
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, RuntimeError) and any(text in message_of(error) for text in OUT_OF_MEMORY):
        return "memory"
    return "raised"


def message_of(error: BaseException) -> str:
    """The text of an error, of bounded size, even if its class misbehaves."""
    try:
        if isinstance(error, SyntaxError):
            return str(error.msg)
        return "".join((str(error),))[:SIZE]
    except BaseException as broken:  # noqa: BLE001 - a program's own __str__ may do anything
        return f"<no message: __str__ raised {type(broken).__name__}>"


def _line(error: BaseException, source: str) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == source:
        return error.lineno
    line = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == source:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _traceback(error: BaseException, own: Sequence[str]) -> str:
    """The traceback in Python's format, limited to the program's own frames."""
    try:
        told = traceback.TracebackException.from_exception(error, compact=True)
        _leave_out(told, own)
        return "".join(told.format())[-SIZE:]
    except BaseException as broken:  # noqa: BLE001 - the same
        return f"{type(error).__name__} (and {type(broken).__name__} while showing it)\n"


def _leave_out(told: traceback.TracebackException, own: Sequence[str]) -> None:
    waiting = [told]
    for each in waiting:
        each.stack[:] = [step for step in each.stack if step.filename.startswith(tuple(own))]
        chained = (each.__cause__, each.__context__, *(each.exceptions or ()))
        waiting += [other for other in chained if other is not None]
