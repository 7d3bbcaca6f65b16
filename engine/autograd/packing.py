"""What a node keeps instead of a tensor: the memory of a result, or what a hook returned."""

from engine.autograd.grad_mode import no_grad
from engine.autograd.nesting import here
from engine.shared import share
from engine.tensor import Tensor, alias, new, own


class SavedResult:
    """A result saved by its own node: only its memory, because the tensor would create a cycle."""

    __slots__ = ("data", "kind", "number", "storage", "tangent", "version")

    def __init__(self, tensor, number=0):
        self.data = own(tensor)
        self.storage = share(tensor)
        self.version = self.storage.version
        self.number = number
        self.kind = type(tensor)
        self.tangent = None

    def tensor(self, node):
        """The result again, as an output of `node`."""
        result = new(self.kind)
        result._data, result._storage = self.data, self.storage
        if self.data.dtype.kind in "fc":
            result._node, result._nr, result._requires = node, self.number, True
        if self.tangent is not None:
            result._tangent = self.tangent
        return result


class Packed:
    """What a pack hook returned for a saved tensor, and how to get the tensor back.

    `number` is set for a result; for an input, `origin` is the tensor whose place in the graph the
    unpacked one takes.
    """

    __slots__ = ("kind", "node", "number", "origin", "output", "tangent", "unpack", "value")

    def __init__(self, tensor, pack, unpack, number=None):
        version = version_of(tensor)
        with no_grad():
            self.value = pack(tensor)
        self.unpack, self.number, self.kind = unpack, number, kind_of(tensor)
        self.tangent = tensor._tangent
        if version_of(tensor) != version:
            raise RuntimeError("a pack hook must not change the saved tensor in place")
        self.node = self.origin = None

    @classmethod
    def of_input(cls, tensor, pack, unpack):
        """Pack a saved input."""
        packed = cls(tensor, pack, unpack)
        packed.node, packed.output = tensor._node, tensor._nr
        if packed.node is None and tensor._requires:
            stands_for = tensor._stands_for
            packed.origin = tensor if stands_for is None else stands_for
        return packed

    def forget_history(self):
        """From now on, return the tensor without its place in the graph."""
        self.node = self.origin = None
        unpack = self.unpack
        self.unpack = lambda value: alias(unpack(value))

    def tensor(self, node):
        """The tensor again, in its place in the graph."""
        unpacked = here.batched
        if unpacked is None:
            return self._tensor(node)
        if self not in unpacked:
            unpacked[self] = self._tensor(node)
        return unpacked[self]

    def _tensor(self, node):
        found = self.unpack(self.value)
        if not isinstance(found, Tensor):
            raise TypeError(f"an unpack hook must return a tensor, not {type(found).__name__}")
        if self.number is None and self.node is None and self.origin is None:
            return found
        result = alias(found)
        result._requires, result._tangent = True, self.tangent
        if self.number is not None:
            result._node, result._nr = node, self.number
        elif self.node is not None:
            result._node, result._nr = self.node, self.output
        else:
            result._stands_for = self.origin
        return result


def version_of(value):
    """The version of a tensor, those of the tensors in a sequence, or 0 for anything else."""
    if isinstance(value, Tensor):
        return 0 if value._storage is None else value._storage.version
    return [version_of(v) for v in value] if type(value) in (tuple, list) else 0


def kind_of(tensor):
    """Shape and dtype."""
    return tensor._data.shape, tensor._data.dtype
