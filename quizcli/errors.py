"""Errors for the user: one line that says what, where, and what to do next."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of all commands."""

    FINE = 0
    FOUND_WRONG = 1  # it worked, but the result is negative: a failed check, an unknown topic
    USED_WRONGLY = 2
    INTERRUPTED = 130  # 128 + SIGINT, as shells do


class QuizError(Exception):
    """A failure that the user can fix; `str()` is the one line they read."""

    exit_code = ExitCode.FOUND_WRONG


class UsageError(QuizError):
    """The command was used wrongly."""

    exit_code = ExitCode.USED_WRONGLY
