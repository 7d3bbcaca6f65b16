"""Distances between all pairs of rows of one matrix."""

import numpy as np

from engine.ops.arraylike import constant, zeros_in
from engine.ops.declare import op
from engine.ops.norms import distance_derivative, vector_norm_of
from engine.ops.picking import index_select, index_select_backward
from engine.ops.promote import refuse
from engine.ops.whole import final


def _pairs(count):
    """The rows of all pairs, each with the later ones."""
    return np.triu_indices(count, 1)


def _gradient(g, self, result, p):
    first, second = (constant(rows, g) for rows in _pairs(self.shape[0]))
    difference = index_select(self, 0, first) - index_select(self, 0, second)
    slope = distance_derivative(g, difference, p, result)
    shape = tuple(self.shape)
    if slope is None:
        return zeros_in(g, shape)
    return index_select_backward(slope, shape, 0, first) - index_select_backward(
        slope, shape, 0, second
    )


@op("pdist", node="=PdistBackward0", self=final("_pdist_backward", _gradient, named=True))
def pdist(self, p=2.0):
    """The p-norms of the differences of all pairs of rows, as a vector."""
    refuse("pdist", "iub", self, error=RuntimeError)
    if self.ndim != 2:
        raise RuntimeError(f"pdist() takes a matrix, not {self.ndim} dimensions")
    if p < 0:
        raise RuntimeError(f"pdist() takes a p of at least 0, not {p}")
    first, second = _pairs(len(self))
    return vector_norm_of(self[first] - self[second], float(p), (1,)).reshape(-1)
