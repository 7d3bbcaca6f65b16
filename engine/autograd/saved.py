"""What a node keeps for its derivative: tensors with the version they were saved at."""

from engine.autograd import anomaly
from engine.autograd import node as nodes
from engine.autograd.node import freed_error
from engine.tensor import Tensor, new, own, share

pack_hooks = []  # the stack of (pack, unpack) pairs of saved_tensors_hooks
disabled = None  # the message with which such hooks are refused, while they are


class SavedResult:
    """A result that its own node keeps: the memory without the tensor, which would be a cycle."""

    __slots__ = ("data", "kind", "number", "storage", "version")

    def __init__(self, tensor, number=0):
        self.data = own(tensor)
        self.storage = share(tensor)
        self.version = self.storage.version
        self.number = number
        self.kind = type(tensor)

    def tensor(self, node):
        """The result again, as an output of `node`."""
        result = new(self.kind)
        result._data, result._storage = self.data, self.storage
        result._node, result._nr, result._requires = node, self.number, True
        return result


class Packed:
    """What a pack hook made of a saved tensor, and the hook that turns it back."""

    __slots__ = ("number", "unpack", "value")

    def __init__(self, value, unpack, number=None):
        self.value, self.unpack, self.number = value, unpack, number


def version_of(tensor):
    storage = tensor._storage
    return 0 if storage is None else storage.version


def versions_of(saved):
    """Versions of the tensors among `saved`, or None where all are unwritten, which is usual."""
    for value in saved:
        if isinstance(value, Tensor) and value._storage is not None and value._storage.version:
            return tuple(version_of(v) if isinstance(v, Tensor) else 0 for v in saved)
    return None


def unpack(node, index, record):
    """The saved value `index` of `node`: an array, or a tensor if the pass is recorded."""
    saved = node._saved
    if saved is None:
        raise freed_error(node)
    value = saved[index]
    if isinstance(value, Tensor):
        now = value._storage.version if value._storage is not None else 0
        then = 0 if node._versions is None else node._versions[index]
        if now != then:
            raise changed_error(node, value._data, then, now)
        return value if record else value._data
    if type(value) is tuple:
        return tuple(_unpack_other(node, v, record) for v in value)
    return _unpack_other(node, value, record)


def _unpack_other(node, value, record):
    if type(value) is SavedResult:
        if value.storage.version != value.version:
            raise changed_error(node, value.data, value.version, value.storage.version)
        return value.tensor(node) if record else value.data
    if type(value) is Packed:
        tensor = unpack_hooked(node, value)
        return tensor if record else tensor._data
    if isinstance(value, Tensor):
        return value if record else value._data
    return value


def unpack_hooked(node, packed):
    """Call the unpack hook and give the tensor its place in the graph again."""
    tensor = packed.unpack(packed.value)
    if not isinstance(tensor, Tensor):
        raise TypeError(
            f"an unpack hook must return a tensor, not {type(tensor).__name__}"
        )
    if packed.number is not None:
        result = tensor.detach()
        result._node, result._nr, result._requires = node, packed.number, True
        return result
    return tensor


def changed_error(node, data, then, now):
    return RuntimeError(
        f"a tensor of shape {list(data.shape)} that {node.name()} saved for its gradient was "
        f"changed in place since: it is at version {now}, and was saved at version {then}; "
        "clone it before the in-place operation"
    )


def finish(node):
    """The careful part of recording, needed while something watches or inference tensors exist."""
    saved = node._saved
    for value in saved:
        if isinstance(value, Tensor) and value._inference:
            raise RuntimeError(
                "an inference tensor cannot be saved for backward; clone it outside inference_mode"
            )
    if pack_hooks and saved:
        node._saved = tuple(_pack(value) for value in saved)
    if anomaly.mode.enabled:
        anomaly.note(node)
    if nodes.watchers:
        nodes.tell("recorded", node)


def _pack(value):
    if type(value) is tuple:
        return tuple(_pack(v) for v in value)
    pack, unpack_hook = pack_hooks[-1]
    if isinstance(value, Tensor):
        return Packed(pack(value), unpack_hook)
    if type(value) is SavedResult:
        result = new(value.kind)
        result._data, result._storage = value.data, value.storage
        return Packed(pack(result), unpack_hook, value.number)
    return value
