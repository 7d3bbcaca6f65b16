"""Gradients of complex numbers: only where the formulas of real numbers happen to be right.

PyTorch's gradient of a product with a complex factor has the factor's conjugate, which no formula
here knows of. Copies, views, sums and products with what has no imaginary part may pass; anything
else is refused.
"""

import numpy as np

from engine.autograd.node import Node
from engine.errors import unsupported

_DIRECTIONAL = ("ConjPhysicalBackward1", "SgnBackward0")  # have no complex derivative at all


def check(edge):
    """UnsupportedError if some gradient on the way from `edge` would be wrong."""
    seen, stack = set(), [edge]
    while stack:
        node = stack.pop()
        node = node[0] if type(node) is tuple else node
        if not isinstance(node, Node) or node in seen:
            continue
        seen.add(node)
        if _has_complex_factor(node):
            raise refusal(node)
        stack += node._edges


def refusal(node):
    """The error for a node whose derivative is not known for complex numbers."""
    return unsupported(
        f"the gradient of {node.name()} for complex numbers",
        "keep the real and the imaginary part as real tensors",
    )


def _has_complex_factor(node):
    inner = getattr(node, "node", None) or node  # a write to a view has the node of the write
    if inner.name() in _DIRECTIONAL:
        return True
    return any(map(_is_complex, (*(inner._saved or ()), *getattr(inner, "_kept", ()))))


def _is_complex(value):
    if type(value) in (tuple, list):
        return any(map(_is_complex, value))
    if isinstance(value, complex):
        return value.imag != 0
    held = getattr(value, "value", value)  # of a hook on saved tensors
    data = getattr(held, "_data", getattr(held, "data", None))
    if not isinstance(data, np.ndarray | np.generic) or data.dtype.kind != "c":
        return False
    return bool(np.any(data.imag != 0))
