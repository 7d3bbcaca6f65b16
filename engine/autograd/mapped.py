"""Marks on tensors that depend on what `vmap` maps over: its function may not ask for their values.

PyTorch computes all entries at once, so that a Python number or a branch could stand for one of
them alone. Here each has its turn, and what depends on it is marked so that it can be refused.
"""

import contextlib

from engine.autograd.mode import careful
from engine.tensor import Tensor, tensors_in

levels = []  # of vmap that are under way, the outermost first


@contextlib.contextmanager
def mapping(level):
    """In the block, the user's function runs for one entry of that level."""
    levels.append(level)
    careful.append("mapped")
    try:
        yield
    finally:
        careful.remove("mapped")
        levels.remove(level)


def mark(tensor, level):
    """The tensor belongs to one entry."""
    tensor._mapped = tensor._mapped | {level}


# Operations of whose results an operand decides the shape, and which of them it is.
_PICKING = {"masked_select": 1, "_unique": 0, "_unique_consecutive": 0, "_unique_dim": 0}


def pass_on(values, results, name=""):
    """The results of an operation depend on whatever its operands depend on."""
    if name in _PICKING:
        refuse(values[_PICKING[name]], f"how many elements {name.lstrip('_')}() finds")
    found = frozenset().union(*(tensor._mapped for tensor in tensors_in(values)))
    if found:
        for result in results:
            result._mapped = result._mapped | found


def refuse(tensor, what):
    """Refuse to tell what is asked of a tensor that depends on the entry."""
    if any(level in tensor._mapped for level in levels):
        raise RuntimeError(
            f"{what} of a tensor that vmap maps over, which stands for all entries; use operations "
            "on tensors, such as where()"
        )


def refuse_write(target, values):
    """Refuse to write what depends on the entry into a tensor that all entries share."""
    for value in values:
        if isinstance(value, Tensor) and any(
            level in value._mapped and level not in target._mapped for level in levels
        ):
            raise RuntimeError(
                "vmap maps over an operand, but not over the tensor that is written to, which has "
                "no room for all entries; make it within the function, as x.new_zeros()"
            )
