"""`torch.utils._pytree`: functions of the leaves of nested collections."""

from engine.func.trees import flatten as tree_flatten
from engine.func.trees import unflatten as tree_unflatten


def tree_map(func, tree, *rests):
    """The tree with what `func` makes of each leaf, and of those of other trees in its place."""
    leaves, structure = tree_flatten(tree)
    others = [tree_flatten(rest)[0] for rest in rests]
    return tree_unflatten([func(*row) for row in zip(leaves, *others, strict=True)], structure)


def tree_map_only(type_or_types, func, tree):
    """The tree with what `func` makes of each leaf that is of a type."""
    return tree_map(lambda leaf: func(leaf) if isinstance(leaf, type_or_types) else leaf, tree)


def tree_leaves(tree):
    """The leaves, in order."""
    return tree_flatten(tree)[0]


__all__ = ["tree_flatten", "tree_leaves", "tree_map", "tree_map_only", "tree_unflatten"]
