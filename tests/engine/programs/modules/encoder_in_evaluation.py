import torch
import torch.nn as nn

torch.manual_seed(0)
e = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True, dropout=0.0), 1)
x = torch.randn(2, 3, 4)
pad = torch.tensor([[False, False, True], [False, True, True]])
a = e(x, src_key_padding_mask=pad)
print(a.shape, (a == 0).all(-1))
e.eval()
b = e(x, src_key_padding_mask=pad)
print(b.shape, (b == 0).all(-1))
with torch.no_grad():
    c = e(x, src_key_padding_mask=pad)
    print(c.shape, (c == 0).all(-1), torch.allclose(a[:, 0], c[:, 0], atol=1e-05))
with torch.inference_mode():
    c = e(
        x,
        src_key_padding_mask=pad[:, [0, 1, 1]]
        if False
        else torch.tensor([[False, False, True], [False, False, True]]),
    )
    print(c.shape, (c == 0).all(-1))
l = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval()
with torch.no_grad():
    d = l(x, src_key_padding_mask=pad)
    print(d.shape, (d == 0).all(-1))
with torch.no_grad():
    d = e(x, mask=torch.triu(torch.ones(3, 3, dtype=torch.bool), 1), src_key_padding_mask=pad)
    print(d.shape, (d == 0).all(-1))
m = nn.MultiheadAttention(4, 2, batch_first=True).eval()
with torch.no_grad():
    o, w = m(x, x, x, key_padding_mask=pad)
    print(o.shape, w)
