"""Rows of a table, combined bag by bag."""

import numpy as np

from engine.ops.arraylike import bare, constant
from engine.ops.declare import op
from engine.ops.embedding import embedding, embedding_backward
from engine.ops.picking import index_select


def _bags(offsets, count, last):
    """The bag of each index, given where the bags begin (`last`: and where the last one ends)."""
    starts = offsets[:-1] if last else offsets
    return np.repeat(np.arange(len(starts)), np.diff(np.append(starts, count)))


def _kept(indices, padding_idx):
    """Which indices count: all but padding."""
    return indices != padding_idx if padding_idx >= 0 else np.ones(len(indices), bool)


def _factors(indices, bags, kind, padding_idx, dtype):
    """What each row is multiplied by: 0 for padding, one part of its bag for a mean."""
    keep = _kept(indices, padding_idx).astype(dtype)
    if kind != "mean" or not len(bags):
        return keep
    return (keep / np.maximum(np.bincount(bags, keep), 1)[bags]).astype(dtype)


def winners(rows, indices, offsets, last, padding_idx):
    """For each bag and column the index whose row is largest; -1 for an empty bag."""
    keep, columns = _kept(indices, padding_idx), np.arange(rows.shape[1])
    best = np.full((len(offsets) - last, rows.shape[1]), -1)
    for number, bag in enumerate(_bags(offsets, len(indices), last)):
        if keep[number]:
            better = (best[bag] < 0) | (rows[number] > rows[best[bag], columns])
            best[bag] = np.where(better, number, best[bag])
    return best


def _weight_gradient(g, weight_shape, indices, offsets, last, per_sample, kind, padding_idx, best):
    places, dtype = bare(indices), bare(g).dtype
    if best is not None:
        chosen = np.equal.outer(np.arange(len(places)), best).astype(dtype)
        rows = (constant(chosen, g) * g[None]).sum(1)
    else:
        bags = _bags(bare(offsets), len(places), last)
        factors = _factors(places, bags, kind, padding_idx, dtype)
        rows = index_select(g, 0, constant(bags, g)) * constant(factors[:, None], g)
        rows = rows if per_sample is None else rows * per_sample.reshape((-1, 1))
    return embedding_backward(rows, tuple(weight_shape), indices, -1, False)


def _sample_gradient(g, weight, indices, offsets, last, padding_idx):
    places = bare(indices)
    bags = constant(_bags(bare(offsets), len(places), last), g)
    keep = _kept(places, padding_idx).astype(bare(g).dtype)
    rows = index_select(g, 0, bags) * embedding(weight, indices)
    return rows.sum(1) * constant(keep, g)


@op(
    "_embedding_bag",
    node="embedding_bag",
    saves=("indices", "offsets"),
    weight=_weight_gradient,
    per_sample=_sample_gradient,
)
def embedding_bag(weight, indices, offsets, last, per_sample, kind, padding_idx, best):
    """Sum or mean of the rows of each bag, or its largest elements, `best` told by `winners`."""
    rows = embedding(weight, indices)
    if best is not None:
        columns = np.arange(rows.shape[1])
        values = rows[best, columns] if len(rows) else np.zeros(best.shape)
        return np.where(best < 0, 0, values).astype(weight.dtype)
    bags = _bags(offsets, len(indices), last)
    rows = rows * _factors(indices, bags, kind, padding_idx, weight.dtype)[:, None]
    rows = rows if per_sample is None else rows * per_sample[:, None]
    result = np.zeros((len(offsets) - last, weight.shape[1]), weight.dtype)
    np.add.at(result, bags, rows)
    return result
