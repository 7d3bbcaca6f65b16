"""How losses are reduced, and what they refuse."""

import warnings


def reduction_of(size_average, reduce, reduction):
    """The way to reduce; the old pair of flags wins where it is given."""
    if size_average is not None or reduce is not None:
        return reduction_of_flags(size_average, reduce)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"reduction must be 'mean', 'sum' or 'none', not {reduction!r}")
    return reduction


def reduction_of_flags(size_average, reduce):
    """The way to reduce that the old pair of flags says."""
    if reduce is not None and not reduce:
        chosen = "none"
    else:
        chosen = "mean" if size_average is None or size_average else "sum"
    warnings.warn(
        f"size_average and reduce are old; use reduction={chosen!r}", UserWarning, stacklevel=4
    )
    return chosen


def no_gradient(name, **tensors):
    """Refuse arguments that require grad where there is no derivative by them."""
    for argument, tensor in tensors.items():
        if tensor is not None and tensor._requires:
            raise RuntimeError(
                f"{name}() has no derivative for {argument}, which must not require grad"
            )
