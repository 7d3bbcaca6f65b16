"""Linear maps and embeddings of `torch.nn.functional`."""

import numpy as np

from engine.ops import matmul, products
from engine.ops.declare import OPS
from engine.tensor import wrap

__all__ = [
    "bilinear",
    "embedding",
    "linear",
    "one_hot",
]



def linear(input, weight, bias=None):
    """`input @ weight.T + bias`; input is (..., in), weight (out, in), bias (out)."""
    if bias is not None and input.ndim == 2:
        return products.addmm(bias, input, weight.t())
    output = matmul.matmul(input, weight.t())
    return output if bias is None else output + bias


def bilinear(input1, input2, weight, bias=None):
    """`input1 @ weight[k] @ input2` for each output k."""
    output = ((input1.unsqueeze(-2).unsqueeze(-2) @ weight) * input2.unsqueeze(-2).unsqueeze(-2)).sum(
        (-2, -1)
    )
    return output if bias is None else output + bias


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
    if weight.ndim != 2:
        raise RuntimeError(f"embedding() takes a weight of 2 dimensions, not {weight.ndim}")
    count = weight.shape[0]
    if padding_idx is not None:
        if not -count <= padding_idx < count:
            raise AssertionError(f"padding_idx must be within {count} rows")
        padding_idx %= count
    indices = input._data
    if indices.size and (indices.min() < 0 or indices.max() >= count):
        raise IndexError(f"an index is out of range: the embedding has {count} rows")
    return OPS["_embedding"](weight, input, -1 if padding_idx is None else padding_idx)


def one_hot(tensor, num_classes=-1):
    """A new last dimension that is 1 at the index and 0 elsewhere."""
    data = tensor._data
    count = int(data.max()) + 1 if num_classes == -1 else num_classes
    if data.size and (data.min() < 0 or data.max() >= count):
        raise RuntimeError(f"class values must be from 0 up to, without, {count}")
    return wrap((np.expand_dims(data, -1) == np.arange(count)).astype(np.int64))
