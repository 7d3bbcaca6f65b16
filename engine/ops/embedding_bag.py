"""Rows of a table, combined bag by bag."""

import numpy as np

from engine.ops.arraylike import bare, constant
from engine.ops.declare import op
from engine.ops.embedding import embedding, embedding_backward
from engine.ops.picking import index_select


def bag_of_each(offsets, count, last):
    """The bag of each index, given where the bags begin (`last`: and where the last one ends)."""
    starts = offsets[:-1] if last else offsets
    lengths = np.diff(np.append(starts, count))
    return np.repeat(np.arange(len(starts)), lengths)


def _kept(indices, padding_idx):
    """Which indices count: all but padding."""
    return indices != padding_idx if padding_idx >= 0 else np.ones(len(indices), bool)


def _factors(indices, bags, count, mode, padding_idx, dtype):
    """What each row is multiplied by: 0 for padding, one part of its bag for a mean."""
    keep = _kept(indices, padding_idx).astype(dtype)
    if mode != "mean":
        return keep
    sizes = np.bincount(bags, keep, minlength=count)
    return (keep / np.maximum(sizes, 1)[bags]).astype(dtype)


def _winners(rows, bags, count, keep):
    """For each bag and column the index whose row is largest; -1 for an empty bag."""
    best = np.full((count, rows.shape[1]), -1)
    for number, (bag, kept) in enumerate(zip(bags, keep, strict=True)):
        if kept:
            better = (best[bag] < 0) | (rows[number] > rows[best[bag], range(rows.shape[1])])
            best[bag] = np.where(better, number, best[bag])
    return best


def _weight_gradient(g, weight, indices, bags, per_sample, mode, padding_idx):
    shape, places = tuple(weight.shape), bare(indices)
    if mode == "max":
        keep = _kept(places, padding_idx)
        best = _winners(bare(weight)[places], bags, len(bare(g)), keep)
        chosen = np.stack([best == i for i in range(len(places))]).astype(bare(g).dtype)
        rows = (constant(chosen, g) * g[None]).sum(1)
    else:
        factors = _factors(places, bags, len(bare(g)), mode, padding_idx, bare(g).dtype)
        rows = index_select(g, 0, constant(bags, g)) * constant(factors[:, None], g)
        rows = rows if per_sample is None else rows * per_sample.reshape((-1, 1))
    return embedding_backward(rows, shape, indices, -1, False)


@op(
    "_embedding_bag",
    node="embedding_bag",
    saves=("indices",),
    weight=lambda g, weight, indices, bags, per_sample, mode, padding_idx: _weight_gradient(
        g, weight, indices, bags, per_sample, mode, padding_idx
    ),
    per_sample=lambda g, weight, indices, bags, padding_idx: _sample_gradient(
        g, weight, indices, bags, padding_idx
    ),
)
def embedding_bag(weight, indices, bags, count, per_sample, mode, padding_idx):
    """Sum, mean or maximum of the rows of each of `count` bags."""
    rows, keep = embedding(weight, indices), _kept(indices, padding_idx)
    if mode == "max":
        best = _winners(rows, bags, count, keep)
        values = rows[best, np.arange(rows.shape[1])] if len(rows) else np.zeros(best.shape)
        return np.where(best < 0, 0, values).astype(weight.dtype)
    rows = rows * _factors(indices, bags, count, mode, padding_idx, weight.dtype)[:, None]
    rows = rows if per_sample is None else rows * per_sample[:, None]
    result = np.zeros((count, weight.shape[1]), weight.dtype)
    np.add.at(result, bags, rows)
    return result


def _sample_gradient(g, weight, indices, bags, padding_idx):
    """Padding is not left out here, as in PyTorch."""
    keep = _kept(bare(indices), padding_idx).astype(bare(g).dtype)
    rows = index_select(g, 0, constant(bags, g)) * embedding(weight, indices)
    return rows.sum(1) * constant(keep, g)
