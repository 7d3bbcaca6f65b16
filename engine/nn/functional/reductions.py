"""How losses are reduced, and what they refuse."""


def reduction_of(size_average, reduce, reduction):
    """The way to reduce; the old pair of flags wins where it is given."""
    if size_average is not None or reduce is not None:
        if reduce is False:
            return "none"
        return "sum" if size_average is False else "mean"
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"reduction must be 'mean', 'sum' or 'none', not {reduction!r}")
    return reduction


def no_gradient(name, **tensors):
    """Refuse that what has no derivative requires grad."""
    for argument, tensor in tensors.items():
        if tensor is not None and tensor._requires:
            raise RuntimeError(
                f"{name}() has no derivative for {argument}, which must not require grad"
            )
