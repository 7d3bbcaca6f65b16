"""Maxima over windows, and their reverse."""

import math
from functools import lru_cache

import numpy as np

from engine.ops.declare import op
from engine.ops.promote import refuse
from engine.ops.whole import whole
from engine.ops.windows import adaptive, sliding
from engine.ordering import as_images


class Plan:
    """For each output the places of its window in the flattened input; one past the last: none."""

    def __init__(self, tables):
        self.sizes = tuple(t.size for t in tables)
        self.out = tuple(t.out for t in tables)
        self.size = math.prod(self.sizes)
        dims = len(tables)
        places, missing = 0, False
        for d, table in enumerate(tables):
            shape = [1] * (2 * dims)
            shape[d], shape[dims + d] = table.places.shape
            mine = table.places.reshape(shape)
            missing = missing | (mine >= table.size)
            places = places * table.size + mine
        places = np.where(missing, self.size, places)
        self.places = places.reshape(math.prod(self.out), -1)
        inside = self.places[self.places < self.size]
        self.overlaps = len(np.unique(inside)) < len(inside)


@lru_cache(64)
def sliding_plan(sizes, kernel, stride, padding, dilation, out):
    """Windows of max pooling."""
    return Plan(
        [sliding(*each) for each in zip(sizes, kernel, stride, padding, dilation, out, strict=True)]
    )


@lru_cache(64)
def adaptive_plan(sizes, out):
    """Windows of adaptive max pooling."""
    return Plan([adaptive(*each) for each in zip(sizes, out, strict=True)])


def out_size(size, kernel, stride, padding, dilation, ceil_mode):
    """How many windows there are along a dimension."""
    room = size + 2 * padding - dilation * (kernel - 1) - 1
    out = (-(-room // stride) if ceil_mode else room // stride) + 1
    if ceil_mode and (out - 1) * stride >= size + padding:
        out -= 1  # the last window would begin in the padding
    return out


# ---- maxima -------------------------------------------------------------------------------------


def _maxima(self, plan):
    refuse("max_pool", "b", self)
    dims = len(plan.sizes)
    lead = self.shape[: self.ndim - dims]
    flat = self.reshape(-1, plan.size)
    if plan.places.max(initial=0) >= plan.size:
        lowest = -np.inf if self.dtype.kind == "f" else np.iinfo(self.dtype).min
        flat = np.concatenate([flat, np.full((len(flat), 1), lowest, self.dtype)], 1)
    taken = flat.take(plan.places, axis=1)
    best = taken.argmax(-1)
    values = np.take_along_axis(taken, best[..., None], -1)
    if self.dtype.kind == "f" and np.isnan(values).any():  # of several the last, as in PyTorch
        nans = np.isnan(taken)
        last = taken.shape[-1] - 1 - nans[..., ::-1].argmax(-1)
        best = np.where(nans.any(-1), last, best)
    places = plan.places[np.arange(best.shape[1]), best]
    return tuple(as_images(each.reshape(lead + plan.out), self) for each in (values, places))


def _adaptive_maxima(self, plan):
    refuse("adaptive_max_pool", "iub", self)
    return _maxima(self, plan)


def _max_pool(name, node, forward=_maxima):
    return op(
        name,
        node=f"={node}Backward0",
        self=whole(
            f"={node}BackwardBackward0",
            lambda g, self, result1, plan: pool_scatter(
                g[0], self.shape, result1, len(plan.sizes), plan.overlaps
            ),
        ),
    )(forward)


max_pool = {
    dims: _max_pool(f"_max_pool{dims}d_with_indices", f"MaxPool{dims}DWithIndices")
    for dims in (2, 3)
}
adaptive_max_pool = {
    dims: _max_pool(f"_adaptive_max_pool{dims}d", f"AdaptiveMaxPool{dims}D", _adaptive_maxima)
    for dims in (2, 3)
}


def _rows(x, dims):
    """The last dimensions as one, and those before as another."""
    lead = x.ndim - dims
    return x.reshape(math.prod(x.shape[:lead]), math.prod(x.shape[lead:]))


@op(
    "_pool_scatter",
    node="max_pool_backward",
    saves=("places",),
    g=lambda g, places, dims: pool_gather(g, places, dims),
)
def pool_scatter(g, shape, places, dims, overlaps):
    """`g` added at the places, in the flattened last dimensions, that it was taken from."""
    lead = math.prod(shape[: len(shape) - dims])
    result = np.zeros((lead, math.prod(shape[len(shape) - dims :])), g.dtype)
    flat, values = _rows(places, dims), _rows(g, dims)
    if overlaps:
        np.add.at(result, (np.arange(lead)[:, None], flat), values)
    else:
        np.put_along_axis(result, flat, values, 1)
    return result.reshape(shape)


@op(
    "_pool_gather",
    node="max_pool_double_backward",
    saves=("places",),
    self=lambda g, self_shape, places, dims: pool_scatter(g, self_shape, places, dims, True),
)
def pool_gather(self, places, dims):
    """What lies at the places."""
    return np.take_along_axis(_rows(self, dims), _rows(places, dims), 1).reshape(places.shape)


# ---- the reverse --------------------------------------------------------------------------------


def _unpooled(self, indices, sizes):
    refuse("max_unpool", "iub", self)
    if indices.dtype != np.int64:
        raise RuntimeError(f"max_unpool() takes int64 indices, not {indices.dtype}")
    dims = len(sizes)
    lead = self.shape[: self.ndim - dims]
    if self.shape != indices.shape:
        raise RuntimeError("max_unpool() takes indices of the shape of its input")
    if indices.size and not 0 <= indices.min() <= indices.max() < math.prod(sizes):
        raise RuntimeError(f"max_unpool(): an index is not within the output {list(sizes)}")
    result = np.zeros((math.prod(lead), math.prod(sizes)), self.dtype)
    np.put_along_axis(result, _rows(indices, dims), _rows(self, dims), 1)
    return result.reshape(lead + tuple(sizes))


max_unpool = {
    dims: op(
        f"_max_unpool{dims}d",
        node=f"=MaxUnpool{dims}DBackward0",
        saves=("indices",),
        self=lambda g, indices, sizes: pool_gather(g, indices, len(sizes)),
    )(_unpooled)
    for dims in (2, 3)
}
