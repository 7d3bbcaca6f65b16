"""Marks tensors that depend on what `vmap` maps over: its function must not read their values.

PyTorch computes all entries at once, so a Python number or a branch cannot depend on one of them.
Here entries run one by one, and dependent tensors are marked so that this can be refused.
"""

import contextlib

from engine.autograd.mode import careful
from engine.tensor import Tensor, tensors_in

levels = []  # of the running vmaps, outermost first
to_come = []  # those of which more entries follow, for which graphs have to be kept


@contextlib.contextmanager
def mapping(level, more):
    """Within the block, the user's function runs for one entry of that level; do `more` follow?"""
    levels.append(level)
    to_come.extend([level] * more)
    careful.append("mapped")
    try:
        yield
    finally:
        careful.remove("mapped")
        levels.remove(level)
        if more:
            to_come.remove(level)


def mark(tensor, level):
    """Mark a tensor as belonging to one entry."""
    tensor._mapped = tensor._mapped | {level}


# Operations whose result shape depends on the values of an operand, and its index.
_PICKING = {"masked_select": 1, "_unique": 0, "_unique_consecutive": 0, "_unique_dim": 0}


def pass_on(values, results, name=""):
    """Make the results of an operation depend on whatever its operands depend on."""
    if name in _PICKING:
        refuse(values[_PICKING[name]], f"how many elements {name.lstrip('_')}() finds")
    found = frozenset().union(*(tensor._mapped for tensor in tensors_in(values)))
    if found:
        for result in results:
            result._mapped = result._mapped | found


def refuse(tensor, what):
    """Refuse to read a tensor that depends on the entry."""
    if any(level in tensor._mapped for level in levels):
        raise RuntimeError(
            f"{what} of a tensor that vmap maps over has no single value; use operations "
            "on tensors, such as where()"
        )


def refuse_write(target, values):
    """Refuse to write entry-dependent values into a tensor that all entries share."""
    for value in values:
        if isinstance(value, Tensor) and any(
            level in value._mapped and level not in target._mapped for level in levels
        ):
            raise RuntimeError(
                "vmap maps over an operand, but not over the tensor that is written to, which has "
                "no room for all entries; make it within the function, as x.new_zeros()"
            )
