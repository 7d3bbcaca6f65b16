"""Sequences of different lengths: padded to one, or packed step by step."""

from collections import namedtuple
from collections.abc import Iterable

import numpy as np

from engine.absent import refusing
from engine.data import tensor
from engine.errors import unsupported
from engine.ops.declare import OPS
from engine.ops.joining import cat
from engine.ops.sequences import packed
from engine.tensor import Tensor, wrap


class PackedSequence(namedtuple("_Packed", "data batch_sizes sorted_indices unsorted_indices")):
    """The steps of several sequences, longest first: all first steps, all second ones, …

    `batch_sizes` tells how many sequences are that long; `sorted_indices` where each came from.
    """

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def _with(self, data):
        return type(self)(data, *self[1:])

    def to(self, *args, **kwargs):
        """The same steps in another dtype; itself, if that changes nothing."""
        data = self.data.to(*args, **kwargs)
        return self if data is self.data else self._with(data)

    def cpu(self):
        """Itself."""
        return self

    @property
    def is_cuda(self):
        """False."""
        return False

    def is_pinned(self):
        """False."""
        return False


def _converting(name):
    def convert(self):
        return self._with(getattr(self.data, name)())

    convert.__doc__ = f"The same with the steps as `{name}()` makes them."
    return convert


for _name in ("double", "float", "half", "long", "int", "short", "char", "byte"):
    setattr(PackedSequence, _name, _converting(_name))


def invert_permutation(permutation):
    """The permutation that undoes another."""
    return None if permutation is None else wrap(np.argsort(permutation._data, kind="stable"))


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """(longest, count, ...), or (count, longest, ...) if `batch_first`."""
    if not isinstance(sequences, Iterable):
        raise RuntimeError(f"sequences are tensors in a row, not {type(sequences).__name__}")
    sequences = list(sequences)
    if not sequences:
        raise RuntimeError("there are no sequences to combine")
    if not all(isinstance(sequence, Tensor) for sequence in sequences):
        raise TypeError("pad_sequence() takes only tensors")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"padding_side is 'left' or 'right', not {padding_side!r}")
    longest = max(sequence.size(0) for sequence in sequences)
    sizes = (len(sequences), longest) if batch_first else (longest, len(sequences))
    padded = sequences[0].new_full((*sizes, *sequences[0].shape[1:]), padding_value)
    for i, sequence in enumerate(sequences):
        start = longest - sequence.size(0) if padding_side == "left" else 0
        steps = slice(start, start + sequence.size(0))
        padded[(i, steps) if batch_first else (steps, i)] = sequence
    return padded


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The sequences again, without what was added."""
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [row[:length] for row, length in zip(rows, lengths.tolist(), strict=True)]


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Padded sequences, packed; longest first, unless `enforce_sorted` is False."""
    lengths = np.array(lengths.tolist() if isinstance(lengths, Tensor) else lengths, np.int64)
    batch = 0 if batch_first else 1
    order = None
    if not enforce_sorted:
        order = wrap(np.argsort(-lengths, kind="stable"))
        lengths, input = lengths[order._data], input.index_select(batch, order)
    if not isinstance(input, Tensor):
        raise TypeError(f"pack_padded_sequence() packs a tensor, not {type(input).__name__}")
    if len(lengths) != input.size(batch):
        raise RuntimeError(f"{len(lengths)} lengths do not fit a batch of {input.size(batch)}")
    if not input.numel():
        raise RuntimeError("there is nothing to pack in an empty tensor")
    if lengths[-1] <= 0:
        raise RuntimeError("lengths must be above 0")
    if np.any(np.diff(lengths) > 0):
        raise RuntimeError("lengths must fall; or pass enforce_sorted=False")
    steps = input.size(1 - batch)
    if lengths[0] > steps:  # PyTorch packs what there is, and says more
        raise unsupported(f"a sequence of {lengths[0]} among {steps} steps")
    sizes = (lengths > np.arange(lengths[0])[:, None]).sum(1)
    return PackedSequence(*packed(input, sizes, batch_first), order)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The padded sequences again, and their lengths."""
    sizes = sequence.batch_sizes._data
    longest = len(sizes) if total_length is None else total_length
    if longest < len(sizes):
        raise ValueError(f"total_length {total_length} is below the longest of {len(sizes)}")
    shape = (longest, int(sizes[0]), *sequence.data.shape[1:])
    padded = sequence.data.new_full(shape, padding_value)
    for step, part in enumerate(sequence.data.split(sizes.tolist())):
        padded[step, : part.size(0)] = part
    lengths = wrap((sizes[:, None] > np.arange(sizes[0])).sum(0))
    padded = padded.transpose(0, 1) if batch_first else padded
    if sequence.unsorted_indices is not None:
        order = sequence.unsorted_indices
        return padded.index_select(0 if batch_first else 1, order), lengths[order]
    return padded, lengths


def pack_sequence(sequences, enforce_sorted=True):
    """Sequences of different lengths, packed."""
    lengths = tensor([sequence.size(0) for sequence in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, False, enforce_sorted)


def unpack_sequence(packed_sequences):
    """The sequences again."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


def run_packed(gates, sizes, state, step, backwards):
    """The steps of one layer over packed gates, and the state after the last of each sequence."""
    gates = OPS["split"](gates, sizes)
    return _run_back(gates, state, step) if backwards else _run_on(gates, state, step)


def _run_on(gates, state, step):
    """From the first step on: sequences end one after the other, the shortest first."""
    steps, ended = [], []
    for gate in gates:
        count = gate.size(0)
        if count < state[0].size(0):
            ended.append([part[count:] for part in state])
            state = [part[:count] for part in state]
        state = step(gate, state)
        steps.append(state[0])
    parts = zip(state, *reversed(ended), strict=True)
    return steps, [cat(list(row), 0) if ended else row[0] for row in parts]


def _run_back(gates, state, step):
    """From the last step back: sequences begin one after the other, the longest first."""
    first = state
    state = [part[: gates[-1].size(0)] for part in first]
    steps = []
    for gate in reversed(gates):
        begun, count = state[0].size(0), gate.size(0)
        if begun < count:
            pairs = zip(state, first, strict=True)
            state = [cat([now, new[begun:count]], 0) for now, new in pairs]
        state = step(gate, state)
        steps.append(state[0])
    return steps[::-1], state


__getattr__ = refusing(__name__)
