"""Sequences of different lengths, padded to one."""

from engine.absent import refusing
from engine.errors import unsupported


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """(longest, count, ...), or (count, longest, ...) if `batch_first`."""
    sequences = list(sequences)
    longest = max(sequence.size(0) for sequence in sequences)
    shape = (len(sequences), longest, *sequences[0].shape[1:])
    padded = sequences[0].new_full(shape, padding_value)
    for i, sequence in enumerate(sequences):
        start = longest - sequence.size(0) if padding_side == "left" else 0
        padded[i, start : start + sequence.size(0)] = sequence
    return padded if batch_first else padded.transpose(0, 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The sequences again, without what was added."""
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [row[:length] for row, length in zip(rows, lengths.tolist(), strict=True)]


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Refused: recurrent networks here take padded sequences only."""
    raise unsupported("packed sequences", "pad them, and mask what was added")


def pack_sequence(sequences, enforce_sorted=True):
    """Refused: recurrent networks here take padded sequences only."""
    raise unsupported("packed sequences", "pad them, and mask what was added")


__getattr__ = refusing(__name__)
