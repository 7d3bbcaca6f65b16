"""Linear maps and embeddings of `torch.nn.functional`."""

import math

import numpy as np

from engine.autograd.grad_mode import no_grad
from engine.autograd.mapped import refuse_write
from engine.errors import unsupported
from engine.ops.declare import OPS, op, write_out
from engine.ops.embedding_bag import winners
from engine.ops.matmul import matmul
from engine.ops.products import addmm
from engine.ops.promote import one_dtype, refuse, unconverted
from engine.shared import bump_version
from engine.tensor import Tensor, own, wrap

__all__ = ["bilinear", "embedding", "embedding_bag", "linear", "one_hot"]


def linear(input, weight, bias=None, *, out=None):
    """`input @ weight.T + bias`; input is (..., in), weight (out, in), bias (out)."""
    if not isinstance(input, Tensor):
        raise TypeError(f"linear(): the input must be a tensor, not {type(input).__name__}")
    try:
        if bias is None:
            result = matmul(input, weight.t())
        elif input._data.ndim == 2:
            result = addmm(bias, input, weight.t())
        elif input.ndim and input.is_contiguous() and _is_row(bias):
            rows = input.reshape(math.prod(input.shape[:-1]), input.shape[-1])
            flat = addmm(bias, rows, weight.t())
            result = flat.view(*input.shape[:-1], flat.shape[1])
        else:
            result = matmul(input, weight.t()).add_(bias)
    except AttributeError:
        _check_parameters(weight, bias)
        raise
    return result if out is None else write_out(out, result)


def _is_row(bias):
    """Whether it is added as the product is made."""
    return bias.ndim and bias.shape[-1] == bias.numel() and bias.is_contiguous()


def _check_parameters(weight, bias):
    for name, value in (("weight", weight), ("bias", bias)):
        if not isinstance(value, Tensor):
            raise TypeError(f"linear(): the {name} must be a tensor, not {type(value).__name__}")


def _swapped(spec, place):
    """The contraction in which the result and one of the operands have changed places."""
    operands, _, result = spec.partition("->")
    operands = operands.split(",")
    operands[place], result = result, operands[place]
    return ",".join(operands) + "->" + result


@op(
    "_trilinear",
    node="trilinear",
    i1=lambda g, i2, i3, spec: trilinear(g, i2, i3, _swapped(spec, 0)),
    i2=lambda g, i1, i3, spec: trilinear(i1, g, i3, _swapped(spec, 1)),
    i3=lambda g, i1, i2, spec: trilinear(i1, i2, g, _swapped(spec, 2)),
)
def trilinear(i1, i2, i3, spec):
    """Sum of the products of three factors, by NumPy's notation for such sums."""
    unconverted("bilinear", i1, i2, i3)
    return np.ascontiguousarray(np.einsum(spec, i1, i2, i3, optimize=True))


def bilinear(input1, input2, weight, bias=None):
    """`input1 @ weight[k] @ input2` for each output k."""
    one_dtype("bilinear", input1, input2, weight, bias)
    refuse("bilinear", "b", weight._data)
    for number, x, size in ((1, input1, weight.shape[1]), (2, input2, weight.shape[2])):
        if not x.ndim or x.shape[-1] != size:
            raise RuntimeError(f"bilinear(): input {number} must have {size} as its last size")
    lead = tuple(input1.shape[:-1])
    if lead != tuple(input2.shape[:-1]):
        raise RuntimeError("bilinear() takes inputs that differ in the last dimension alone")
    count = math.prod(lead)
    rows = [x.reshape(count, x.shape[-1]) for x in (input1, input2)]
    result = trilinear(rows[0], weight, rows[1], "bi,oij,bj->bo").reshape(*lead, weight.shape[0])
    return result if bias is None else result + bias


# ---- embeddings ---------------------------------------------------------------------------------


def embedding(
    input,
    weight,
    padding_idx=None,
    max_norm=None,
    norm_type=2.0,
    scale_grad_by_freq=False,
    sparse=False,
):
    """Rows of `weight` (count, size) at the indices of `input`; `padding_idx` gets no gradient."""
    if sparse:
        raise unsupported("embedding(sparse=True)", "gradients are dense")
    if weight.ndim != 2:
        raise RuntimeError(f"embedding() takes a weight of 2 dimensions, not {weight.ndim}")
    place = padding_place(weight, padding_idx)
    if max_norm is not None and input._data.dtype.kind in "iu":  # others are refused below
        _shorten(weight, input, max_norm, norm_type)
    return OPS["_embedding"](weight, input, place, scale_grad_by_freq)


def padding_place(weight, padding_idx):
    """The row that gets no gradient, counted from the front; -1: none."""
    if padding_idx is None:
        return -1
    count = weight.shape[0]
    if not -count <= padding_idx < count:
        raise AssertionError(f"padding_idx must be within {count} rows")
    return padding_idx % count


def _shorten(weight, indices, max_norm, norm_type):
    """Bring the rows that are used to at most that norm, in place."""
    refuse_write(weight, (indices,))
    with no_grad():
        asked = np.unique(indices._data)
        rows = asked[asked < len(weight)]
        used = wrap(own(weight)[rows])
        norms = used.norm(norm_type, 1)._data
        factors = np.where(norms > max_norm, max_norm / (norms + 1e-7), 1)
        own(weight)[rows] *= factors[:, None].astype(weight._data.dtype)
        if len(rows) < len(asked):  # found out after the others were written
            raise IndexError(f"an index is out of range: the embedding has {len(weight)} rows")
        bump_version(weight)


def one_hot(tensor, num_classes=-1):
    """A new last dimension that is 1 at the index and 0 elsewhere."""
    data = tensor._data
    if data.dtype != np.int64:
        raise RuntimeError(f"one_hot() takes an int64 tensor, not {tensor.dtype!r}")
    if not data.size and num_classes <= 0:
        raise RuntimeError("one_hot() of an empty tensor needs a number of classes")
    count = int(data.max()) + 1 if num_classes == -1 else num_classes
    if data.size and (data.min() < 0 or data.max() >= count):
        raise RuntimeError(f"class values must be from 0 up to, without, {count}")
    return wrap((np.expand_dims(data, -1) == np.arange(count)).astype(np.int64, order="C"))


def embedding_bag(
    input,
    weight,
    offsets=None,
    max_norm=None,
    norm_type=2,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    """Sum, mean or maximum of the rows at each row of indices, or at each stretch of a vector."""
    if sparse or scale_grad_by_freq:
        raise unsupported("embedding_bag() with sparse or scale_grad_by_freq")
    refuse("embedding_bag", "iubc", weight._data, error=RuntimeError)
    if mode not in ("sum", "mean", "max"):
        raise ValueError(f"embedding_bag(): mode is 'sum', 'mean' or 'max', not {mode!r}")
    if per_sample_weights is not None:
        if mode != "sum":
            raise NotImplementedError("embedding_bag() weighs samples in mode 'sum' alone")
        if per_sample_weights.shape != input.shape:
            raise ValueError("embedding_bag() takes a weight for each index")
    flat, starts = _bags(input, offsets, include_last_offset)
    place, last = padding_place(weight, padding_idx), bool(include_last_offset)
    if max_norm is not None:
        _shorten(weight, flat, max_norm, norm_type)
    best, begins = None, starts._data if isinstance(starts, Tensor) else starts
    if mode == "max":
        best = winners(own(weight)[flat._data], flat._data, begins, last, place)
    samples = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    return OPS["_embedding_bag"](weight, flat, starts, last, samples, mode, place, best)


def _bags(input, offsets, last):
    """The indices as a vector, and where bags begin in it, as an array or as it was given."""
    if input.ndim == 2:
        if offsets is not None:
            raise ValueError("embedding_bag() takes offsets for a vector of indices alone")
        count, width = input.shape
        return input.reshape(-1), np.arange(count) * width
    if input.ndim != 1:
        raise ValueError(f"embedding_bag() takes 1 or 2 dimensions, not {input.ndim}")
    if not isinstance(offsets, Tensor) or offsets.ndim != 1:
        raise ValueError("embedding_bag() of a vector of indices takes offsets as a vector")
    starts = offsets._data
    if last and not len(starts):
        raise RuntimeError("embedding_bag() with include_last_offset takes at least one offset")
    if len(starts) and starts[0] != 0:
        raise RuntimeError(f"embedding_bag(): the first offset is 0, not {starts[0]}")
    if len(starts) and starts[-1] > input.shape[0]:
        raise RuntimeError("embedding_bag(): an offset is past the last index")
    return input, offsets
