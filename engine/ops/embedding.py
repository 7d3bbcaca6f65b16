"""Rows of a table, picked by indices."""

import numpy as np

from engine.ops.arraylike import bare, constant
from engine.ops.declare import op


@op(
    "_embedding",
    node="embedding",
    saves=("indices",),
    weight=lambda g, weight_shape, indices, padding_idx, by_frequency: embedding_backward(
        g, weight_shape, indices, padding_idx, by_frequency
    ),
)
def embedding(weight, indices, padding_idx=-1, by_frequency=False):
    """Rows of `weight`."""
    if indices.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"embedding() takes indices of int64 or int32, not {indices.dtype}")
    if weight.ndim != 2:
        raise RuntimeError(f"embedding() takes a weight of 2 dimensions, not {weight.ndim}")
    if indices.size and (indices.min() < 0 or indices.max() >= len(weight)):
        raise IndexError(f"an index is out of range: the embedding has {len(weight)} rows")
    return weight.take(indices, axis=0)


@op(
    "_embedding_dense_backward",
    node="embedding_dense_backward",
    saves=("indices",),
    g=lambda g, indices, padding_idx: _picked(g, indices, padding_idx),
)
def embedding_backward(g, shape, indices, padding_idx, by_frequency):
    """The sum of what each row was used for; nothing for the padding row."""
    result = np.zeros(shape, g.dtype)
    flat, rows = indices.reshape(-1), g.reshape((-1, shape[1]))
    if by_frequency:
        rows = rows / np.bincount(flat)[flat][:, None].astype(g.dtype)
    if padding_idx >= 0:
        kept = flat != padding_idx
        flat, rows = flat[kept], rows[kept]
    np.add.at(result, flat, rows)
    return result


def _picked(g, indices, padding_idx):
    """Its rows again; as in PyTorch, not divided by how often each was used."""
    rows = embedding(g, indices)
    if padding_idx >= 0:
        keep = (bare(indices) != padding_idx)[..., None].astype(bare(g).dtype)
        rows = rows * constant(keep, g)
    return rows
