"""`matmul` in all its forms, and products that are made of it."""

import math

import numpy as np

from engine.ops.compose import composed
from engine.ops.declare import ARRAYS, OPS, write_out
from engine.ops.inplace_views import squeeze_
from engine.ops.products import bmm, dot, mm, mv
from engine.ops.reshaping import reshape
from engine.ops.shape import expand, normal_dim, squeeze, transpose, unsafe_view, unsqueeze
from engine.tensor import Tensor
from engine.warn import warn_once


def matmul(input, other, *, out=None):
    """Product of vectors, matrices or batches of matrices, whose batch dimensions broadcast."""
    if not isinstance(input, Tensor) or not isinstance(other, Tensor):
        if isinstance(input, ARRAYS) and isinstance(other, ARRAYS):
            return np.matmul(input, other)
        raise TypeError(
            f"matmul() takes tensors, not {type(input).__name__} and {type(other).__name__}"
        )
    first, second = input._data.ndim, other._data.ndim
    if first == 2 and second == 2:
        result = mm(input, other)
    elif not first or not second:
        raise RuntimeError("matmul() takes at least 1 dimension of both; use * for numbers")
    elif first <= 2 and second <= 2:
        result = _of_vectors(input, other, first, second)
    elif _folds(input, other):
        result = _folded(input, other)
    else:
        result = _batched(input, other)
    return result if out is None else write_out(out, result, "matmul", (input, other))


def _of_vectors(x, y, first, second):
    if first == 1 and second == 1:
        return dot(x, y)
    return mv(x, y) if second == 1 else squeeze_(mm(unsqueeze(x, 0), y), 0)


def _folds(x, y):
    """Whether a batch times one matrix or vector is one product of the flattened batch.

    So it is where the single factor requires grad, since its gradient would otherwise be computed
    for each of the batch; and where the batch needs no copy for it.
    """
    larger, smaller = (x, y) if x.ndim >= y.ndim else (y, x)
    if smaller.ndim > 2:
        return False
    if smaller._requires:
        return True
    if x.ndim == 2:
        return False
    array = larger._data if larger is x else larger._data.swapaxes(-1, -2)
    steps, shape = array.strides, array.shape
    return not array.size or all(
        steps[i] == steps[i + 1] * shape[i + 1] for i in range(array.ndim - 2)
    )


def _folded(x, y):
    turn = y.ndim > x.ndim
    batch = transpose(y, -2, -1) if turn else x
    single = (x.t() if x.ndim == 2 else x) if turn else y
    shape = batch._data.shape
    flat = reshape(batch, (math.prod(shape[:-1]), shape[-1]))
    if single.ndim == 1:
        return unsafe_view(mv(flat, single), shape[:-1])
    result = unsafe_view(mm(flat, single), (*shape[:-1], single.shape[1]))
    return transpose(result, -2, -1).contiguous() if turn else result


def _batched(x, y):
    if x.ndim == 3 and y.ndim == 3 and x.shape[0] != y.shape[0]:
        if x.shape[0] == 1 and x._requires:
            return matmul(squeeze(x, 0), y)
        if y.shape[0] == 1 and y._requires:
            return matmul(x, squeeze(y, 0))
    left = x._data.shape if x.ndim > 1 else (1, x.shape[0])
    right = y._data.shape if y.ndim > 1 else (y.shape[0], 1)
    try:
        batch = np.broadcast_shapes(left[:-2], right[:-2])
    except ValueError:
        raise RuntimeError(
            f"matmul(): the batches of {list(left)} and {list(right)} do not broadcast"
        ) from None
    result = bmm(_stacked(x, batch, left), _stacked(y, batch, right))
    shape = batch + (left[-2:-1] if x.ndim > 1 else ()) + (right[-1:] if y.ndim > 1 else ())
    return unsafe_view(squeeze(result, -1) if y.ndim == 1 else result, shape)


def _stacked(x, batch, shape):
    """Expanded to the batch, which becomes one dimension."""
    count = math.prod(batch)
    if x.ndim > 1:
        return reshape(expand(x, (*batch, *shape[-2:])), (count, *shape[-2:]))
    if shape[0] == 1:  # a row
        return reshape(expand(x, (*batch, *shape)), (count, *shape))
    return unsqueeze(reshape(expand(x, (*batch, shape[0])), (count, shape[0])), 2)


OPS["matmul"] = matmul


# ---- made of products ---------------------------------------------------------------------------


@composed
def tensordot(a, b, dims=2):
    """Sum of products over several dimensions: a number of last and first ones, or lists."""
    over_a, over_b = _contracted(a, b, dims)
    for i, j in zip(over_a, over_b, strict=True):
        if a.shape[i] == b.shape[j]:
            continue
        if b.shape[j] == 1:
            a = a.sum(i, True, dtype=a.dtype)
        elif a.shape[i] == 1:
            b = b.sum(j, True, dtype=b.dtype)
        else:
            raise RuntimeError(
                f"tensordot(): dimension {i} of {list(a.shape)} and dimension {j} of "
                f"{list(b.shape)} differ"
            )
    if len(over_a) == a.ndim == b.ndim:
        return dot(a.permute(over_a).flatten(), b.permute(over_b).flatten()).view(())
    kept_a = [d for d in range(a.ndim) if d not in over_a]
    kept_b = [d for d in range(b.ndim) if d not in over_b]
    shape = [a.shape[d] for d in kept_a] + [b.shape[d] for d in kept_b]
    inner = math.prod(a.shape[d] for d in over_a)
    left = a.permute(kept_a + over_a).reshape(math.prod(a.shape[d] for d in kept_a), inner)
    right = b.permute(over_b + kept_b).reshape(inner, math.prod(b.shape[d] for d in kept_b))
    return mm(left, right).reshape(shape)


def _contracted(a, b, dims):
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    if isinstance(dims, int):
        if dims < 0 or dims > min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot() cannot contract {dims} dimensions here")
        return list(range(a.ndim - dims, a.ndim)), list(range(dims))
    over_a, over_b = ([d] if isinstance(d, int) else list(d) for d in dims)
    if len(over_a) != len(over_b):
        raise RuntimeError("tensordot() takes as many dimensions of one as of the other")
    return [normal_dim(d, a.ndim) for d in over_a], [normal_dim(d, b.ndim) for d in over_b]


@composed
def inner(self, other):
    """Sum of products over the last dimension of both; a product if one has no dimensions."""
    if not self.ndim or not other.ndim:
        return self * other
    if self.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            f"inner(): the last sizes of {list(self.shape)} and {list(other.shape)} differ"
        )
    return tensordot(self, other, ([-1], [-1]))


@composed
def kron(self, other):
    """Kronecker product: a copy of `other` for each element of `self`, times that."""
    ndim = max(self.ndim, other.ndim)
    one, two = ((1,) * (ndim - x.ndim) + tuple(x.shape) for x in (self, other))
    left = unsafe_view(self, tuple(n for size in one for n in (size, 1)))
    right = unsafe_view(other, tuple(n for size in two for n in (1, size)))
    return unsafe_view(left * right, tuple(m * n for m, n in zip(one, two, strict=True)))


def chain_matmul(*matrices, out=None):
    """Product of several matrices, in the order that takes the fewest multiplications."""
    warn_once("chain_matmul() is deprecated; use linalg.multi_dot()", 3)
    if len(matrices) == 1:
        return matrices[0]
    return multi_dot(matrices, out=out)


def multi_dot(tensors, *, out=None):
    """The same of a list, whose first and last may be vectors."""
    tensors = list(tensors)
    if len(tensors) < 2:
        raise RuntimeError("multi_dot() takes at least 2 tensors")
    shape = []
    if tensors[0].ndim == 1:
        tensors[0] = unsqueeze(tensors[0], 0)
    else:
        shape.append(tensors[0].shape[0])
    if tensors[-1].ndim == 1:
        tensors[-1] = unsqueeze(tensors[-1], -1)
    else:
        shape.append(tensors[-1].shape[1])
    for x in tensors:
        if x.ndim != 2:
            raise RuntimeError(f"multi_dot() takes matrices, not {x.ndim} dimensions")
    result = _chain(tensors, _best_splits(tensors), 0, len(tensors) - 1).view(shape)
    return result if out is None else write_out(out, result)


def _best_splits(tensors):
    """For each run of factors where to split it last, by the least number of multiplications."""
    sizes = [x.shape[0] for x in tensors] + [tensors[-1].shape[1]]
    costs, splits = {(i, i): 0 for i in range(len(tensors))}, {}
    for length in range(1, len(tensors)):
        for i in range(len(tensors) - length):
            j = i + length
            costs[i, j], splits[i, j] = min(
                (costs[i, k] + costs[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                for k in range(i, j)
            )
    return splits


def _chain(tensors, splits, i, j):
    if i == j:
        return tensors[i]
    k = splits[i, j]
    return mm(_chain(tensors, splits, i, k), _chain(tensors, splits, k + 1, j))


OPS["chain_matmul"], OPS["_multi_dot"] = chain_matmul, multi_dot
