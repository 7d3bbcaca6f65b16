"""The list of faults: each is a function that breaks the engine, and says how in its docstring."""

from collections.abc import Callable

Fault = Callable[[], None]
FAULTS: dict[str, Fault] = {}


def fault(function: Fault) -> Fault:
    """Puts the function on the list."""
    assert function.__doc__
    assert function.__name__ not in FAULTS
    FAULTS[function.__name__] = function
    return function


def sentence(name: str) -> str:
    """What the fault breaks."""
    return str(FAULTS[name].__doc__)
