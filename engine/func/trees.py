"""Tensors in nested tuples, lists and dicts, as a flat list and back."""


def flatten(tree):
    """The leaves in order, and the structure that `unflatten` needs; None holds no leaf."""
    leaves = []
    return leaves, _structure(tree, leaves)


def _structure(tree, leaves):
    if isinstance(tree, tuple | list):
        return (type(tree), None, tuple(_structure(value, leaves) for value in tree))
    if isinstance(tree, dict):
        keys = tuple(tree)
        return (type(tree), keys, tuple(_structure(tree[key], leaves) for key in keys))
    leaves.append(tree)
    return None


def unflatten(leaves, structure):
    """The tree again, with other leaves."""
    return _build(iter(leaves), structure)


def _build(leaves, structure):
    if structure is None:
        return next(leaves)
    kind, keys, below = structure
    values = [_build(leaves, part) for part in below]
    if keys is not None:
        return kind(zip(keys, values, strict=True))
    return kind(*values) if hasattr(kind, "_fields") else kind(values)


def spread(values, structure):
    """The leaves of a tree that may stop above `structure`: each value for all that is below it."""
    if structure is None:
        return [values]
    kind, keys, below = structure
    if not isinstance(values, kind) or len(values) != len(below):
        return [values] * _count(structure)
    parts = values.values() if keys is not None else values
    return [leaf for value, part in zip(parts, below, strict=True) for leaf in spread(value, part)]


def _count(structure):
    return 1 if structure is None else sum(map(_count, structure[2]))
