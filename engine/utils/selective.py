"""Checkpoints that keep the results of chosen operations and compute only others again."""

import enum
from collections import defaultdict

from engine.autograd.dispatched import listening
from engine.ops.aten import OpOverload, OpOverloadPacket, form_of
from engine.shared import share
from engine.tensor import alias, own

_RECOMPUTED, _TAKEN = object(), object()


class CheckpointPolicy(enum.Enum):
    """What to do about the result of one operation."""

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


_SAVING = (CheckpointPolicy.MUST_SAVE, CheckpointPolicy.PREFER_SAVE)


class SelectiveCheckpointContext:
    """What a policy is told besides the operation."""

    def __init__(self, *, is_recompute, op_output=None):
        self.is_recompute, self.op_output = is_recompute, op_output


class _Kept:
    """Results as they were when they were saved."""

    def __init__(self, results):
        self.tensors = [alias(r) for r in results]
        self.versions = [share(t).version for t in self.tensors]

    def give(self, results, may_be_mutated):
        """Put what was kept in the place of what was computed again."""
        if not may_be_mutated and self.versions != [t._storage.version for t in self.tensors]:
            raise RuntimeError(
                "a result that a selective checkpoint keeps was changed in place since; pass "
                "allow_cache_entry_mutation=True if that is meant"
            )
        for result, kept in zip(results, self.tensors, strict=True):
            result._data, result._storage = own(kept), kept._storage


def create_selective_checkpoint_contexts(policy_fn_or_list, allow_cache_entry_mutation=False):
    """For `context_fn`: contexts that keep what a policy, or a list of operators, says.

    The policy is a function of a SelectiveCheckpointContext, an operator of `torch.ops.aten` and
    its arguments, and is asked in the first pass; the second does as the first did. It hears of
    operations on tensors, not of those that make new ones.
    """
    policy, kept = _policy(policy_fn_or_list), defaultdict(list)

    def keep(operation, values, results, in_place):
        form = form_of(operation, values, in_place)
        output = results[0] if len(results) == 1 else tuple(results)
        context = SelectiveCheckpointContext(is_recompute=False, op_output=output)
        said = policy(context, form, *values)
        saving = said if isinstance(said, bool) else said in _SAVING
        kept[form].append(_Kept(results) if saving else _RECOMPUTED)

    def give(operation, values, results, in_place):
        form = form_of(operation, values, in_place)
        place = done[form]
        done[form] += 1
        if place >= len(kept[form]):
            raise RuntimeError(f"the recomputation calls {form}, and the first pass did not")
        entry = kept[form][place]
        if entry is _TAKEN:
            raise RuntimeError(
                "what a selective checkpoint keeps is there for one backward pass only"
            )
        if entry is not _RECOMPUTED:
            kept[form][place] = _TAKEN
            entry.give(results, allow_cache_entry_mutation)

    done = defaultdict(int)
    return _Listening(keep), _Listening(give, done.clear)


class _Listening:
    """A context that may be entered again and again."""

    def __init__(self, listener, begin=None):
        self.listener, self.begin, self.entered = listener, begin, []

    def __enter__(self):
        if self.begin is not None:
            self.begin()
        self.entered.append(listening(self.listener))
        self.entered[-1].__enter__()

    def __exit__(self, *error):
        self.entered.pop().__exit__(*error)


def _policy(given):
    if callable(given):
        return given
    if not isinstance(given, list):
        raise TypeError(f"a policy is a function or a list of operators, not {given!r}")
    for op in given:
        if isinstance(op, OpOverloadPacket):
            raise ValueError(f"{op} has several forms; name one, as {op}.default")
        if not isinstance(op, OpOverload):
            raise ValueError(
                f"a list for a policy has operators such as aten.mm.default, not {op!r}"
            )
    return lambda ctx, op, *args: op in given
