import torch
import torch.nn as nn


def tried(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)[0].shape
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
b = torch.bool
for m in (
    nn.MultiheadAttention(4, 2),
    nn.MultiheadAttention(4, 2, batch_first=True),
    nn.MultiheadAttention(4, 2, kdim=3, vdim=5),
    nn.MultiheadAttention(4, 2, add_zero_attn=True, add_bias_kv=True),
):
    k, v = m.kdim, m.vdim
    q3, k3, v3 = torch.ones(3, 3, 4), torch.ones(3, 3, k), torch.ones(3, 3, v)
    q2, k2, v2 = torch.ones(3, 4), torch.ones(3, k), torch.ones(3, v)
    for mode in (True, False):
        m.train(mode)
        for args in (
            (q3, k2, v3),
            (q3, k3, v2),
            (q2, k3, v2),
            (q2, k2, v3),
            (torch.ones(4), k2, v2),
            (torch.ones(1, 1, 1, 4), k3, v3),
            (q3, k3, v3[:2]),
            (q3, k3, v3[:, :2]),
            (torch.ones(3, 3, 6), k3, v3),
            (q3, torch.ones(3, 3, 7), v3),
            (q3, k3[:, :2], v3[:, :2]),
        ):
            print(tried(m, *args), end=" ")
        print()
        for mask in (
            torch.zeros(3, dtype=b),
            torch.zeros(3, 3, dtype=b),
            torch.zeros(2, 3, dtype=b),
            torch.zeros(3, 2, dtype=b),
            torch.zeros(3, 3),
            torch.zeros(1, 3, 3, dtype=b),
            torch.zeros(3, 3, dtype=torch.int64),
        ):
            for need in (True, False):
                print(
                    tried(m, q3, k3, v3, key_padding_mask=mask, need_weights=need),
                    tried(m, q2, k2, v2, key_padding_mask=mask, need_weights=need),
                    end=" ",
                )
        print()
        for shape in (
            (3,),
            (3, 3),
            (3, 2),
            (2, 3),
            (6, 3, 3),
            (2, 3, 3),
            (3, 3, 3),
            (1, 3, 3),
            (2, 3, 2),
            (1, 1, 3, 3),
            (3, 2, 3, 3),
        ):
            mask = torch.zeros(shape, dtype=b)
            for need in (True, False):
                print(
                    tried(m, q3, k3, v3, attn_mask=mask, need_weights=need),
                    tried(m, q2, k2, v2, attn_mask=mask, need_weights=need),
                    end=" ",
                )
        print()
        for pad, attn in (
            (torch.zeros(3, 3, dtype=b), torch.zeros(3, 3)),
            (torch.zeros(3, 3), torch.zeros(3, 3, dtype=b)),
            (torch.zeros(3, 3), torch.zeros(6, 3, 3)),
        ):
            print(tried(m, q3, k3, v3, key_padding_mask=pad, attn_mask=attn), end=" ")
        print(
            tried(m, q3, k3, v3, is_causal=True),
            tried(m, q3, k3, v3, is_causal=True, need_weights=False, attn_mask=torch.zeros(3, 3)),
        )
