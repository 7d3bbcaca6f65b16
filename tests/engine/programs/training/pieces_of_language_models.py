import math

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def rope(x, base=10000.0):
    T, D = x.shape[-2:]
    inv = 1.0 / base ** (torch.arange(0, D, 2).float() / D)
    t = torch.arange(T)
    fr = torch.outer(t, inv)
    cis = torch.polar(torch.ones_like(fr), fr)
    xc = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(xc * cis).flatten(3).type_as(x)


def rot_half(x):
    a, b = x.chunk(2, -1)
    return torch.cat((-b, a), -1)


x = torch.randn(1, 2, 4, 6, requires_grad=True)
y = rope(x)
print(y[0, 0, 1])
y.pow(2).sum().backward()
print(torch.allclose(x.grad, 2 * x, atol=1e-05), y.grad_fn.name())


class RMS(nn.Module):
    def __init__(s, d, eps=1e-06):
        super().__init__()
        s.eps = eps
        s.weight = nn.Parameter(torch.ones(d))

    def forward(s, x):
        return (x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + s.eps)).type_as(
            x
        ) * s.weight


print(
    torch.allclose(RMS(6)(x), nn.RMSNorm(6, eps=1e-06)(x), atol=1e-06), F.rms_norm(x, (6,))[0, 0, 0]
)


class Sw(nn.Module):
    def __init__(s, d, h):
        super().__init__()
        s.w1, s.w2, s.w3 = (
            nn.Linear(d, h, bias=False),
            nn.Linear(h, d, bias=False),
            nn.Linear(d, h, bias=False),
        )

    def forward(s, x):
        return s.w2(F.silu(s.w1(x)) * s.w3(x))


print(Sw(6, 8)(x).shape)
k = torch.randn(1, 1, 4, 6)
print(
    k.repeat_interleave(2, dim=1).shape,
    k[:, :, None].expand(1, 1, 2, 4, 6).reshape(1, 2, 4, 6).shape,
    F.scaled_dot_product_attention(x, k, k, enable_gqa=True).shape,
)
m = torch.full((4, 4), float("-inf")).triu_(1)
sl = torch.tensor([2 ** (-(i + 1)) for i in range(2)])
al = -(torch.arange(4)[None] - torch.arange(4)[:, None]).abs()[None] * sl[:, None, None]
a = (x @ x.transpose(-1, -2) / math.sqrt(6) + m + al).softmax(-1)
print(a[0, 1])
cache_k = torch.zeros(1, 2, 8, 6)
pos = 0
with torch.no_grad():
    for t in range(3):
        cache_k[:, :, pos : pos + 1] = x[:, :, t : t + 1]
        pos += 1
    print(cache_k.register_hook if False else cache_k[0, 0].abs().sum(-1) > 0)


class MoE(nn.Module):
    def __init__(s, d, n, k):
        super().__init__()
        s.gate = nn.Linear(d, n, bias=False)
        s.ex = nn.ModuleList([nn.Linear(d, d) for _ in range(n)])
        s.k = k

    def forward(s, x):
        sc = F.softmax(s.gate(x), -1)
        w, i = sc.topk(s.k, -1)
        w = w / w.sum(-1, keepdim=True)
        out = torch.zeros_like(x)
        for e, ex in enumerate(s.ex):
            tok, slot = torch.where(i == e)
            if tok.numel():
                out.index_add_(0, tok, ex(x[tok]) * w[tok, slot, None])
        return (out, (sc.mean(0) * F.one_hot(i, len(s.ex)).float().sum(1).mean(0)).sum())


mo = MoE(6, 3, 2)
o, aux = mo(x.detach().reshape(-1, 6))
(o.sum() + aux).backward()
print(
    f"{aux.item():.4f}",
    [p.grad is not None for p in mo.parameters()],
    mo.gate.weight.grad.norm() > 0,
)
rel = nn.Embedding(7, 2)
idx = (torch.arange(4)[:, None] - torch.arange(4)[None]).clamp(-3, 3) + 3
print(rel(idx).permute(2, 0, 1).shape)
q = torch.randn(2, 3, 4)
print(
    torch.einsum("bid,bjd->bij", q, q).shape,
    torch.einsum("b h i d, b h j d -> b h i j", x, x).shape,
    torch.einsum("...ij,...jk", q, q.transpose(1, 2)).shape,
)
img = torch.randn(2, 3, 8, 8)
p = img.unfold(2, 4, 4).unfold(3, 4, 4).permute(0, 2, 3, 1, 4, 5).reshape(2, 4, -1)
conv = nn.Conv2d(3, 5, 4, 4)
w = conv.weight.reshape(5, -1)
print(torch.allclose(p @ w.T + conv.bias, conv(img).flatten(2).transpose(1, 2), atol=1e-05))
cls = nn.Parameter(torch.randn(1, 1, 5))
print(torch.cat((cls.expand(2, -1, -1), conv(img).flatten(2).mT), 1).shape)
lg = torch.randn(2, 10)
v, _ = torch.topk(lg, 3)
lg2 = lg.masked_fill(lg < v[:, [-1]], -float("inf"))
sp, si = torch.sort(lg, descending=True)
cp = sp.softmax(-1).cumsum(-1)
rm = cp > 0.9
rm[..., 1:] = rm[..., :-1].clone()
rm[..., 0] = False
lg3 = lg.masked_fill(rm.scatter(1, si, rm), -float("inf"))
print(
    (lg3 == -float("inf")).sum(-1),
    torch.multinomial(lg2.softmax(-1), 1).T,
    torch.argmax(lg, -1, keepdim=True).shape,
)
pad = torch.tensor([[1, 1, 0], [1, 0, 0]])
h = torch.randn(2, 3, 4)
print(
    ((h * pad[..., None]).sum(1) / pad.sum(1, keepdim=True)).shape,
    h[torch.arange(2), pad.sum(1) - 1].shape,
    h.masked_fill(~pad.bool()[..., None], 0).max(1).values.shape,
)
