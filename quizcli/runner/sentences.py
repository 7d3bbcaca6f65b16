"""One sentence for the user about each way a run can fail to finish."""

from quizcli.language import N_, _
from quizcli.model.run import Limits, Outcome, RunError

REFUSALS = (  # messages of the guard in the child, which does not know the language
    N_("a program may not start other programs or processes"),
    N_("a program may not use the network"),
    N_("a program may not access raw memory or the interpreter's internals"),
    N_("a program may not send signals to other processes"),
    N_("a program may not write outside its own temporary folder"),
    N_("a program may read only Python's files and its own"),
    N_("an answer may not observe or influence how it is judged"),
    N_("an answer may not change functions that are not its own"),
    N_("the answer left threads running"),
)


def sentence(outcome: Outcome, error: RunError, limits: Limits) -> str:
    """The message of `error` in the user's language."""
    match outcome:
        case "timeout":
            return _("stopped at the time limit of {seconds:g} s").format(seconds=limits.seconds)
        case "flooded":
            return _("stopped at the output limit of {size}").format(size=_size(limits.output))
        case "memory" if not error.message:
            return _("stopped at the memory limit of {size}").format(size=_size(limits.memory))
        case "died":
            return _death(error)
    return _(error.message) if error.message in REFUSALS else error.message


def _death(error: RunError) -> str:
    if error.type == "forged":
        return _("the process exited without a result; what it sent as one is not valid")
    if error.type == "gone":
        return _("the child process that runs programs has exited; the next run starts a new one")
    if error.type == "exit":
        return _("the process exited early with code {code}, without a result").format(
            code=error.message
        )
    if error.type.startswith("SIG"):
        return _("the process crashed ({signal})").format(signal=error.type)
    return error.message


def _size(count: int) -> str:
    """A number of bytes in readable form."""
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:g} {unit}"
    return f"{count} B"
