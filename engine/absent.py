"""Names that PyTorch has and the engine has not: whoever asks for one is told so.

`absent.txt` lists them by module; `python -m tests.engine.absent` writes it anew.
"""

from functools import cache
from pathlib import Path

from engine.errors import unsupported

_LIST = Path(__file__).with_suffix(".txt")


@cache
def absent():
    """The names by module or class, as in PyTorch: `torch.nn` and so on."""
    rows = (line.partition(": ") for line in _LIST.read_text().splitlines())
    return {owner: names.split() for owner, _, names in rows}


def refusing(module):
    """`__getattr__` of a module of the engine."""
    owner = "torch" + module.removeprefix("engine")

    def __getattr__(name):
        if not name.startswith("_") and name in absent().get(owner, ()):
            raise unsupported(f"{owner}.{name}")
        raise AttributeError(f"module {owner!r} has no attribute {name!r}", name=name)

    return __getattr__
