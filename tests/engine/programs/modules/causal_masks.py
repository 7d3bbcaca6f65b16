import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


torch.manual_seed(0)
m = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.randn(1, 3, 4)
y = x[None]
print(
    F.scaled_dot_product_attention(
        y, y, y, attn_mask=torch.ones(3, 3).tril(1).bool(), is_causal=True
    )
)
print(F.scaled_dot_product_attention(y, y, y, attn_mask=torch.zeros(3, 3), is_causal=True))
print(
    tried(
        lambda: F.scaled_dot_product_attention(x, x, x, attn_mask=torch.zeros(3, 3), is_causal=True)
    )
)
print(tried(lambda: m(x, x[:, :2], x)[0].shape))
print(warned(lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 1) and None))
print(
    warned(
        lambda: (
            nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), 1) and None
        )
    )
)
print(
    warned(
        lambda: (
            nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 1, 8, batch_first=True), 1) and None
        )
    )
)
