"""What a person reads about a run that did not come to its end: one sentence each."""

from quizcli.language import N_, _
from quizcli.model.run import Limits, Outcome, RunError

REFUSALS = (  # what the guard says in the child, where no language is known
    N_("a program may not start other programs or processes"),
    N_("a program may not use the network"),
    N_("a program may not reach into memory or the interpreter"),
    N_("a program may not send signals to other processes"),
    N_("a program may not write outside its own temporary folder"),
    N_("a program may not read what is not Python's or its own"),
    N_("an answer may not watch or steer how it is judged"),
    N_("an answer may not change functions that are not its own"),
    N_("the answer left threads running"),
)


def sentence(outcome: Outcome, error: RunError, limits: Limits) -> str:
    """The message of `error`, said to the person."""
    match outcome:
        case "timeout":
            return _("stopped after {seconds:g} s, its limit").format(seconds=limits.seconds)
        case "flooded":
            return _("stopped after printing {size}, its limit").format(size=_size(limits.output))
        case "memory" if not error.message:
            return _("it needed more than {size} of memory").format(size=_size(limits.memory))
        case "died":
            return _death(error)
    return _(error.message) if error.message in REFUSALS else error.message


def _death(error: RunError) -> str:
    if error.type == "forged":
        return _("the process ended without a result; what it wrote as one is none")
    if error.type == "gone":
        return _("the child process that runs programs ended; the next run starts another")
    if error.type == "exit":
        return _("the process ended at once, with exit code {code} and without a result").format(
            code=error.message
        )
    if error.type.startswith("SIG"):
        return _("the process crashed ({signal})").format(signal=error.type)
    return error.message


def _size(count: int) -> str:
    """Bytes as a person says them."""
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:g} {unit}"
    return f"{count} B"
