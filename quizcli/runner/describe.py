"""An exception as plain data: its type, its message, its line in the program, its traceback."""

import traceback
from typing import Any

from quizcli.runner import guard

SIZE = 20_000  # characters of a message or traceback that are kept

OUT_OF_MEMORY = ("not enough memory", "can't allocate memory")  # torch's own, a RuntimeError


def describe(error: BaseException, source: str) -> tuple[str, dict[str, Any]]:
    """The outcome that `error` means, and what is told about it; `source` names the program."""
    return _outcome(error), {
        "type": type(error).__name__,
        "message": _message(error),
        "line": _line(error, source),
        "traceback": _traceback(error, source),
    }


def ended_well(error: BaseException | None) -> bool:
    """Whether the program ended as programs may: by itself, or by `sys.exit()`."""
    if type(error) is SystemExit:
        return error.code is None or (type(error.code) is int and error.code == 0)
    return error is None


def _outcome(error: BaseException) -> str:
    if guard.refused(error):
        return "refused"
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, RuntimeError) and any(text in _message(error) for text in OUT_OF_MEMORY):
        return "memory"
    return "raised"


def _message(error: BaseException) -> str:
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


def _traceback(error: BaseException, source: str) -> str:
    """The traceback in Python's own form, beginning in the program."""
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename != source:
        step = step.tb_next
    try:
        told = traceback.TracebackException(type(error), error, step, compact=True)
        return "".join(told.format())[-SIZE:]
    except BaseException as broken:  # noqa: BLE001 - the same
        return f"{type(error).__name__} (and {type(broken).__name__} while showing it)\n"
