"""What an in-place operation keeps of what it writes to, where its derivative needs it."""

from engine.autograd.mode import careful
from engine.autograd.node import edge_of, next_number
from engine.autograd.saved import pack_in_vain
from engine.autograd.tangents import set_tangent, tangent_of
from engine.ops.calling import OPS
from engine.tensor import Tensor, new, own


def original_of(operation, target):
    """What stands in for the overwritten input where the derivative needs it."""
    if operation.parameters[0] not in operation.saved_names:
        return None
    copy = kept(target)
    tangent = tangent_of(target) if careful else None
    if tangent is not None:
        set_tangent(copy, tangent.clone())
    return copy


def kept(target):
    """The tensor as it is before a write, in the same place of the graph."""
    copy = new(Tensor)
    copy._data = own(target).copy()
    copy._requires, copy._node, copy._nr = target._requires, target._node, target._nr
    return copy


def clone_kept(original):
    """Put what is kept of a tensor into the graph as the clone of it that PyTorch keeps."""
    node = new(OPS["clone"].op.node)
    node._sequence, node._edges = next_number(), (edge_of(original),)
    original._node, original._nr = node, 0


def pack_target_in_vain(operation, values):
    """Pack what an operation that failed would have saved: of what it writes to, a clone."""
    original = original_of(operation, values[0])
    if original is not None and original._requires:
        clone_kept(original)
    pack_in_vain(operation, values if original is None else (original, *values[1:]))
