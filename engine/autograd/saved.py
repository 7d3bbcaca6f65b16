"""What a node saves for its derivative: tensors, with their versions when saved."""

from engine.autograd import anomaly_mode
from engine.autograd.mode import careful, mode, pack_hooks, tell, watchers
from engine.autograd.node import freed_error
from engine.autograd.packing import Packed, SavedResult, kind_of, version_of
from engine.errors import unsupported
from engine.tensor import Tensor, alias, new, tensors_in


class SavedTensor:
    """A saved value as returned by `grad_fn._raw_saved_<name>`, for registering hooks."""

    __module__ = "torch._C._autograd"

    def __init__(self):
        raise RuntimeError("a SavedTensor can only come from a grad_fn")

    @classmethod
    def of(cls, node, index, entry=None):
        """What `node` saved in that place; of a sequence, its entry, or a tuple of all entries."""
        if node._saved is None:
            raise freed_error(node)
        value = node._saved[index]
        if entry is None and type(value) in (tuple, list):
            return tuple(cls.of(node, index, i) for i in range(len(value)))
        saved = new(cls)
        saved.node, saved.index, saved.entry = node, index, entry
        return saved

    def register_hooks(self, pack_hook, unpack_hook):
        """Pass the saved tensor through `pack_hook` now, and through `unpack_hook` when needed."""
        if not (callable(pack_hook) and callable(unpack_hook)):
            raise TypeError("register_hooks() takes two functions")
        node = self.node
        if node._saved is None:
            raise freed_error(node)
        saved = list(node._saved)
        if self.entry is None:
            row, place = saved, self.index
        else:
            row, place = list(saved[self.index]), self.entry
            saved[self.index] = row
        value = row[place]
        if type(value) is Packed:
            raise RuntimeError("hooks are on this saved tensor already")
        if value is None:
            raise RuntimeError("nothing is saved here")
        row[place] = pack_one(node, value, lambda t: pack_hook(alias(t)), unpack_hook)
        node._saved = tuple(tuple(v) if v is row else v for v in saved)


def versions_of(saved):
    """The versions of the tensors in `saved`, or None if all are 0, which is common."""
    for value in saved:
        if isinstance(value, Tensor):
            if value._storage is not None and value._storage.version:
                return tuple(map(version_of, saved))
        elif type(value) in (tuple, list) and any(map(version_of, value)):
            return tuple(map(version_of, saved))
    return None


def unpack(node, index, record, shown=False):
    """The saved value `index` of `node`: an array, or a tensor if the pass is recorded.

    It is also a tensor if it is only to be shown to the user.
    """
    saved = node._saved
    if saved is None:
        raise freed_error(node)
    value, versions = saved[index], node._versions
    then = 0 if versions is None else versions[index]
    if isinstance(value, Tensor):
        storage = value._storage
        if (0 if storage is None else storage.version) == then and not value._detached:
            return value if record else value._data
        return _unpack_tensor(node, value, then, record, shown)
    if type(value) in (tuple, list):
        return tuple(_unpack_entry(node, v, i, then, record) for i, v in enumerate(value))
    return _unpack_other(node, value, record)


def _unpack_tensor(node, value, then, record, shown=False):
    now = value._storage.version if value._storage is not None else 0
    if now != then:
        raise changed_error(node, value._data, then, now)
    if value._detached > node._sequence and node.dispatched and not shown:
        raise RuntimeError(
            f"a tensor that {node.name()} saved was detached in place since; use detach()"
        )
    return value if record else value._data


def _unpack_entry(node, value, place, then, record):
    """An entry of a saved sequence with the versions `then`, or 0 for all."""
    if isinstance(value, Tensor):
        return _unpack_tensor(node, value, then[place] if then else 0, record)
    return _unpack_other(node, value, record)


def _unpack_other(node, value, record):
    if type(value) is SavedResult:
        if value.storage.version != value.version:
            raise changed_error(node, value.data, value.version, value.storage.version)
        return value.tensor(node) if record else value.data
    if type(value) is Packed:
        tensor = value.tensor(node)
        if node.dispatched and kind_of(tensor) != value.kind:
            _check_unpacked(node, tensor._data.dtype, value.kind[1])
        return tensor if record else tensor._data
    return value


def _check_unpacked(node, found, saved):
    """Refuse an unpacked tensor of another shape or dtype if a formula relies on it."""
    if found.kind != saved.kind or getattr(node, "_shapes", None) is None or node.counts:
        raise unsupported("an unpack hook that returns another shape or dtype than was saved")


def changed_error(node, data, then, now):
    """The error for a tensor saved at version `then` and now at version `now`."""
    return RuntimeError(
        f"a tensor of shape {list(data.shape)} that {node.name()} saved for its gradient was "
        f"changed in place since: it is at version {now}, and was saved at version {then}; "
        "clone it before the in-place operation"
    )


composites = {}
"""For operations that PyTorch composes of several, what to do with results of inference tensors:
the operation's name → a function of the results and the arguments."""


def finish(node, *results, given=()):
    """The careful part of recording, needed while something observes or inference tensors exist.

    `results` are what the operation returns, `given` its arguments: if all are inference tensors,
    nothing is recorded. Without `given`, everything is recorded.
    """
    if given and _are_of_inference(given):
        for result in results:
            result._node, result._nr, result._requires = None, 0, False
        if node.operation in composites:
            composites[node.operation](results, given)
        return
    check_saved(node)
    if "accumulators" in careful:
        _ = node.next_functions  # creates the AccumulateGrad nodes and keeps them
    saved = node._saved
    if pack_hooks and saved:
        _pack_all(node, results)
        if given:
            note_inputs(node, given)
    if anomaly_mode.state.enabled:
        anomaly_mode.note(node)
    if watchers and (not results or any(getattr(r, "_node", None) is node for r in results)):
        tell("recorded", node, results)  # unless it became part of another node


def before_writing(node, given):
    """What must be done before the write that a node records; it may raise."""
    check_saved(node)
    if pack_hooks:
        _pack_all(node)
        note_inputs(node, given)


def note_inputs(node, given):
    """Note the shapes and dtypes of inputs: gradients fit these, whatever hooks make of them."""
    inputs = [getattr(given[place], "_data", None) for place in node.places]
    node._shapes = tuple([None if x is None else x.shape for x in inputs])
    node._dtypes = tuple(
        [x.dtype if x is not None and x.dtype.kind in "fc" else None for x in inputs]
    )


def check_saved(node):
    """Refuse a node that saved an inference tensor; only transforms of functions may do that."""
    if not mode.transforms:
        _check_inference(node._saved)


def _check_inference(saved):
    for value in saved:
        if isinstance(value, Tensor) and value._inference:
            raise RuntimeError(
                "an inference tensor cannot be saved for backward; clone it outside inference_mode"
            )


def _are_of_inference(given):
    """Whether all tensors among the arguments are inference tensors; nothing is recorded then."""
    return all(tensor._inference for tensor in tensors_in(given))


def pack_in_vain(operation, values):
    """Pack what a failed operation would have saved, because PyTorch saves before it computes."""
    if pack_hooks and mode.grad:
        for tensor in _inputs_to_save(operation, values):
            Packed.of_input(tensor, *pack_hooks[-1])


def check_inputs(operation, values, target=None):
    """Where an operation failed, raise instead if it would have saved an inference tensor.

    PyTorch saves first; it saves a clone of a tensor that is written to.
    """
    if not (mode.transforms or _are_of_inference(values)):
        saved = _inputs_to_save(operation, values)
        _check_inference(tensor for tensor in saved if tensor is not target)


def _inputs_to_save(operation, values):
    named = dict(zip(operation.parameters, values, strict=False))
    inputs = zip(operation.places, operation.needs, strict=False)
    asked = [needs for place, needs in inputs if getattr(values[place], "_requires", False)]
    wanted = sorted(named.keys() & {n for needs in asked for n in needs})
    return tensors_in(named[name] for name in wanted)


def _pack_all(node, results=()):
    """Pack what is saved, in PyTorch's order; saved results only once there are results."""
    saved = list(node._saved)
    order = getattr(node, "order", ())
    for place in order if len(order) == len(saved) else range(len(saved)):
        value = saved[place]
        if type(value) is not SavedResult:
            saved[place] = _pack(node, value)
        elif results:
            views = (r for r in results if getattr(r, "_view", None) and r._data is value.data)
            saved[place] = pack_one(node, value, *pack_hooks[-1], seen=next(views, None))
    node._saved = tuple(saved)


def _pack(node, value):
    if type(value) is tuple:
        return tuple(_pack(node, v) for v in value)
    return pack_one(node, value, *pack_hooks[-1])


def pack_one(node, value, pack, unpack_hook, seen=None):
    """What a pair of hooks makes of one value that a node saved.

    `seen` is what they are given in the place of a result that is a view, after a write to it.
    """
    if isinstance(value, Tensor):
        return Packed.of_input(value, pack, unpack_hook)
    if type(value) is SavedResult:
        return Packed(value.tensor(node) if seen is None else seen, pack, unpack_hook, value.number)
    return value
