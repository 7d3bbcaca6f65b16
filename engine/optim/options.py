"""Options of optimizers: which there are, and what they may be."""

from engine.optim.state import number
from engine.tensor import Tensor


def options(arguments, names):
    """What `defaults` are made of: these of a constructor's arguments, in the order shown."""
    return {name: arguments[name] for name in names.split()}


def later(names, **first):
    """Options that older states do not tell of, and what they are taken for then."""
    return first | {n: None if n in ("foreach", "fused") else False for n in names.split()}


def check_range(name, value, low=0.0, high=None):
    """Refuse an option outside of its range."""
    if isinstance(value, Tensor) and value.numel() != 1:
        raise ValueError(f"{name} must be a single number, not {value.numel()}")
    plain = number(value)
    if not (low <= plain and (high is None or plain < high)):
        limit = f"at least {low}" if high is None else f"from {low} up to, without, {high}"
        raise ValueError(f"{name} must be {limit}, not {plain}")


def check_ranges(**options):
    """Refuse options below zero."""
    for name, value in options.items():
        check_range(name, value)


def check_betas(betas):
    """Refuse decay rates outside of [0, 1)."""
    for i in range(2):
        if not 0.0 <= betas[i] < 1.0:
            raise ValueError(f"beta {i} must be from 0.0 up to, without, 1.0, not {betas[i]}")
