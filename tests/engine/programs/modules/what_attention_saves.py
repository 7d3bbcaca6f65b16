import torch
import torch.nn as nn
import torch.nn.functional as F


def saved(f):
    found = []

    def pack(t):
        found.append((list(t.shape), str(t.dtype)[6:], t.requires_grad))
        return t

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        y = f()
    print(f"{sum(torch.Size(shape).numel() for shape, *_ in found)} numbers:", *found)
    return y


torch.manual_seed(0)
q, k, v = (torch.randn(2, 3, 4, 5, requires_grad=True) for _ in range(3))
later = torch.ones(4, 4).triu(1) > 0
for options in (
    {},
    {"attn_mask": torch.zeros(4, 4)},
    {"attn_mask": ~later},
    {"is_causal": True},
    {"attn_mask": torch.zeros(4, 4) > 0},
):
    y = saved(lambda: F.scaled_dot_product_attention(q, k, v, **options))
    print(y.grad_fn.name(), y.stride())
    print([f"{g.abs().sum():.2f}" for g in torch.autograd.grad(y.pow(2).sum(), (q, k, v))])
x = torch.randn(3, 4, 4)
for module in (nn.MultiheadAttention(4, 2), nn.MultiheadAttention(4, 2, bias=False)):
    for options in (
        {},
        {"need_weights": False},
        {"attn_mask": later},
        {"attn_mask": later[:3, :3], "need_weights": False, "is_causal": True},
        {"key_padding_mask": torch.zeros(4, 3) > 0, "need_weights": False},
    ):
        try:
            y, w = saved(lambda: module(x, x, x, **options))
            print(f"{y.sum():.3f}", w if w is None else (w.grad_fn.name(), w.stride()))
        except Exception as e:
            print(type(e).__name__)
