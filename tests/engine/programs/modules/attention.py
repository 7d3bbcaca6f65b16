import torch
from torch import nn

torch.set_printoptions(precision=3)  # the fourth digit depends on the processor
torch.manual_seed(3)
q = torch.randn(3, 2, 4)
for kw in ({}, dict(dropout=0.5)):
    m = nn.MultiheadAttention(4, 2, **kw)
    torch.manual_seed(1)
    print(m(q, q, q))
    torch.manual_seed(1)
    print(m(q, q, q, need_weights=False))
    print(torch.rand(1))
    m.eval()
    print(m(q, q, q))
    print(m(q, q, q, need_weights=False))
torch.manual_seed(1)
x = torch.randn(2, 2, 3, 4)
print(nn.functional.scaled_dot_product_attention(x, x, x, dropout_p=0.5), torch.rand(1))
for nf in (False, True):
    for drop in (0.0, 0.5):
        torch.manual_seed(6)
        l = nn.TransformerEncoderLayer(4, 2, 8, dropout=drop, norm_first=nf)
        print(l(q), torch.rand(1))
m = nn.MultiheadAttention(4, 2, batch_first=True)
k = torch.randn(2, 5, 4)
qq = torch.randn(2, 3, 4)
am = torch.zeros(3, 5, dtype=torch.bool)
am[0, 1:] = True
kp = torch.zeros(2, 5, dtype=torch.bool)
kp[0, 3:] = True
print(m(qq, k, k, attn_mask=am))
print(m(qq, k, k, key_padding_mask=kp))
print(m(qq, k, k, key_padding_mask=kp, attn_mask=am, average_attn_weights=False))
print(m(qq, k, k, attn_mask=am, need_weights=False)[0])
print(m(qq[0], k[0], k[0]))
m = nn.MultiheadAttention(4, 2, kdim=3, vdim=5, add_bias_kv=True, add_zero_attn=True)
print(m(torch.randn(2, 1, 4), torch.randn(3, 1, 3), torch.randn(3, 1, 5)))
torch.set_printoptions(profile="default")
