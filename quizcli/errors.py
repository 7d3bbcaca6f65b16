"""What can go wrong for a person: one line that says what, where, and what to do next."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit status of every command."""

    FINE = 0
    FOUND_WRONG = 1  # the command worked and the answer is "no": a failed check, an unknown topic
    USED_WRONGLY = 2
    INTERRUPTED = 130  # 128 + SIGINT, as shells do


class QuizError(Exception):
    """A failure that a person can put right; `str()` is the one line that they read."""

    exit_code = ExitCode.FOUND_WRONG


class UsageError(QuizError):
    """The command was used wrongly."""

    exit_code = ExitCode.USED_WRONGLY
