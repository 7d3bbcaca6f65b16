"""Attention as one operation, as PyTorch computes it where nothing speaks against it."""

import numpy as np

from engine.ops import rounded
from engine.ops.declare import op
from engine.ops.products import turned
from engine.ops.whole import underived


def _weights(query, key, mask, scale):
    scores = (query @ turned(key)) * query.dtype.type(scale)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf) if mask.dtype == np.bool_ else scores + mask
    top = scores.max(-1, keepdims=True)
    shares = rounded.exp(scores - np.where(np.isinf(top), 0, top))
    total = shares.sum(-1, keepdims=True)
    return shares / np.where(total == 0, 1, total)


def _underived(g):
    raise underived("the backward of scaled_dot_product_attention")


@op(
    "_attention_backward",
    node="=NotImplemented",
    saves=("mask",),
    g=_underived,
    query=_underived,
    key=_underived,
    value=_underived,
)
def _gradients(g, query, key, value, mask, scale):
    weights = _weights(query, key, mask, scale)
    slope = g @ turned(value)
    scores = weights * (slope - (slope * weights).sum(-1, keepdims=True)) * query.dtype.type(scale)
    return scores @ key, turned(scores) @ query, turned(weights) @ g


@op(
    "_attention",
    node="=ScaledDotProductFlashAttentionForCpuBackward0",
    saves=("mask",),
    query=lambda g, query, key, value, mask, scale: _gradients(g, query, key, value, mask, scale)[
        0
    ],
    key=lambda g, query, key, value, mask, scale: _gradients(g, query, key, value, mask, scale)[1],
    value=lambda g, query, key, value, mask, scale: _gradients(g, query, key, value, mask, scale)[
        2
    ],
)
def attention(query, key, value, mask, scale):
    """`softmax(query @ keyᵀ · scale) @ value`; a mask is added, or says what counts."""
    return _weights(query, key, mask, scale) @ value


attention.op.one_way = True
