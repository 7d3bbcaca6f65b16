"""Attention of `torch.nn.functional`."""

import math

import numpy as np

from engine.backends.cuda import ways
from engine.dtype import float32
from engine.nn.functional.dropouts import dropout
from engine.ops.attention import attention
from engine.ops.declare import OPS
from engine.ops.promote import one_dtype
from engine.ops.softmax import safe_softmax
from engine.tensor import wrap

__all__ = ["scaled_dot_product_attention"]

_times = OPS["_mul_scalar"]


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """`softmax(query @ key.T / sqrt(size)) @ value`."""
    _check(query, key, value)
    if attn_mask is not None:
        attn_mask = _added(attn_mask, query.dtype)
    if enable_gqa:
        key, value = (x.repeat_interleave(query.shape[-3] // x.shape[-3], -3) for x in (key, value))
    if dropout_p > 1:
        raise RuntimeError(f"dropout_p is a probability of at most 1, not {dropout_p}")
    factor = 1 / math.sqrt(query.shape[-1] or 1) if scale is None else scale
    if ways["flash"] and _is_plain(query, key, value, attn_mask, dropout_p):
        return attention(query, key, value, attn_mask, factor, is_causal)[0]
    if not ways["math"]:
        raise RuntimeError("attention cannot be computed in any way that sdpa_kernel() allows")
    if is_causal:
        if attn_mask is not None:
            raise RuntimeError("attention takes either a mask or is_causal, not both")
        attn_mask = wrap(np.triu(np.full((query.shape[-2], key.shape[-2]), -np.inf), 1)).to(
            query.dtype
        )
    root = math.sqrt(abs(factor))
    query = _times(query, -root if factor < 0 else root)
    scores = query @ _times(key.transpose(-2, -1), root)
    if attn_mask is not None:
        scores = scores + attn_mask
    weights = safe_softmax(scores, -1)
    if dropout_p > 0:
        weights = dropout(weights, dropout_p)
    return weights @ value


def _added(mask, dtype):
    """The mask as what is added to scores of that dtype."""
    if mask._data.dtype == np.bool_:
        return wrap(np.where(mask._data, 0.0, -np.inf)).to(dtype)
    if mask.dtype not in (dtype, float32):
        raise RuntimeError(f"attention in {dtype} takes no mask of {mask.dtype}")
    return mask.to(dtype)


def _check(query, key, value):
    for x in (query, key, value):
        if x.ndim < 2:
            raise RuntimeError(f"attention takes at least 2 dimensions, not {x.ndim}")
    one_dtype("attention", query, key, value)


def _is_plain(query, key, value, mask, dropout_p):
    """Whether PyTorch computes it as one operation."""
    shapes = [x._data.shape for x in (query, key, value)]
    return (
        dropout_p == 0
        and all(len(s) == 4 and s[-1] == shapes[0][-1] and s[:2] == shapes[0][:2] for s in shapes)
        and all(s[-2] for s in shapes)
        and (mask is None or (not mask._requires and mask.ndim in (2, 4)))
        and all(x._data.strides[-1] == x._data.itemsize for x in (query, key, value))
    )
