"""Attention as one operation, as PyTorch computes it where nothing speaks against it."""

import numpy as np

from engine.ops import rounded
from engine.ops.declare import op
from engine.ops.products import turned
from engine.ops.whole import underived
from engine.strides import in_order_of


def _weights(query, key, mask, scale, is_causal):
    """The weights, and the logarithms of what they were divided by."""
    scores = (query @ turned(key)) * query.dtype.type(scale)
    if mask is not None:
        scores = scores + mask
    if is_causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=np.bool_), scores, -np.inf)
    top = scores.max(-1, keepdims=True)
    shares = rounded.exp(scores - np.where(np.isinf(top), 0, top))
    total = shares.sum(-1, keepdims=True)
    logsumexp = np.where(total == 0, 0, np.log(total) + top)
    return shares / np.where(total == 0, 1, total), logsumexp[..., 0]


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
def _gradients(g, query, key, value, mask, scale, is_causal):
    weights, _ = _weights(query, key, mask, scale, is_causal)
    slope = g @ turned(value)
    scores = weights * (slope - (slope * weights).sum(-1, keepdims=True)) * query.dtype.type(scale)
    return scores @ key, turned(scores) @ query, turned(weights) @ g


def _gradient(place):
    """The gradient of one input; what PyTorch computes it from is saved, needed here or not."""

    def formula(g, query, key, value, attn_mask, scale, is_causal, result_logsumexp, result_output):
        return _gradients(g[0], query, key, value, attn_mask, scale, is_causal)[place]

    return formula


@op(
    "_attention",
    node="=ScaledDotProductFlashAttentionForCpuBackward0",
    saves=("attn_mask",),
    query=_gradient(0),
    key=_gradient(1),
    value=_gradient(2),
)
def attention(query, key, value, attn_mask, scale, is_causal):
    """`softmax(query @ keyᵀ · scale + attn_mask) @ value`."""
    weights, logsumexp = _weights(query, key, attn_mask, scale, is_causal)
    return in_order_of(query, weights @ value), logsumexp.swapaxes(1, 2).copy().swapaxes(1, 2)


attention.op.one_way = True
attention.op.differentiable_outputs = (0,)
