"""Attention of `torch.nn.functional`."""

import math

import numpy as np

from engine.nn.functional.dropouts import dropout
from engine.tensor import wrap

__all__ = [
    "scaled_dot_product_attention",
]



def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """`softmax(query @ key.T / sqrt(size)) @ value`."""
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = (query * scale) @ key.transpose(-2, -1)
    if is_causal:
        rows, columns = scores.shape[-2:]
        attn_mask = wrap(np.tril(np.ones((rows, columns), np.bool_)))
    if attn_mask is not None:
        if attn_mask._data.dtype == np.bool_:
            scores = scores.masked_fill(attn_mask.logical_not(), -math.inf)
        else:
            scores = scores + attn_mask
    weights = scores.softmax(-1)
    return dropout(weights, dropout_p, dropout_p > 0) @ value
