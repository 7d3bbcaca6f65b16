import copy
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
T = 20
s = 0.008
t = torch.linspace(0, T, T + 1, dtype=torch.float64) / T
ac = torch.cos((t + s) / (1 + s) * math.pi * 0.5) ** 2
ac = ac / ac[0]
betas = torch.clip(1 - ac[1:] / ac[:-1], 0, 0.999)
al = 1.0 - betas
acp = torch.cumprod(al, 0)
prev = F.pad(acp[:-1], (1, 0), value=1.0)
pv = betas * (1 - prev) / (1 - acp)
print(betas[:3], pv[:3])


def extract(a, t, shape):
    out = a.gather(-1, t)
    return out.reshape(t.shape[0], *(1,) * (len(shape) - 1))


class Sin(nn.Module):
    def __init__(s, d):
        super().__init__()
        s.d = d

    def forward(s, t):
        h = s.d // 2
        e = math.log(10000) / (h - 1)
        e = torch.exp(torch.arange(h) * -e)
        e = t[:, None] * e[None]
        return torch.cat((e.sin(), e.cos()), -1)


net = nn.Sequential(nn.Linear(2 + 8, 16), nn.SiLU(), nn.Linear(16, 2))
emb = Sin(8)
o = torch.optim.AdamW(net.parameters(), 0.01)
ema = copy.deepcopy(net).requires_grad_(False).eval()
for i in range(4):
    x0 = torch.randn(8, 2)
    tt = torch.randint(0, T, (8,)).long()
    n = torch.randn_like(x0)
    xt = (
        extract(acp.sqrt().float(), tt, x0.shape) * x0
        + extract((1 - acp).sqrt().float(), tt, x0.shape) * n
    )
    l = F.mse_loss(net(torch.cat([xt, emb(tt)], 1)), n, reduction="none").mean()
    o.zero_grad()
    l.backward()
    o.step()
    print(f"{l.item():.4f}")
    with torch.no_grad():
        for a, b in zip(ema.parameters(), net.parameters()):
            a.lerp_(b, 0.1)


@torch.inference_mode()
def sample():
    x = torch.randn(4, 2)
    for k in reversed(range(0, T, 5)):
        tb = torch.full((4,), k, dtype=torch.long)
        e = ema(torch.cat([x, emb(tb)], 1))
        x = (x - extract((betas / (1 - acp).sqrt()).float(), tb, x.shape) * e) / extract(
            al.sqrt().float(), tb, x.shape
        ) + (torch.randn_like(x) * extract(pv.sqrt().float(), tb, x.shape) if k else 0)
    return x


print(sample().shape, sample().is_inference())


def nt(a, b, tau=0.5):
    z = F.normalize(torch.cat([a, b]), dim=1)
    sim = z @ z.T / tau
    sim.fill_diagonal_(-9000000000000000.0)
    n = a.size(0)
    return F.cross_entropy(sim, torch.cat([torch.arange(n, 2 * n), torch.arange(n)]))


a = torch.randn(4, 3, requires_grad=True)
l = nt(a, a + 0.1)
l.backward()
print(f"{l.item():.4f} {a.grad.norm():.4f}")


def supcon(z, y):
    z = F.normalize(z, dim=1)
    s = z @ z.T / 0.1
    s = s - s.max(1, keepdim=True)[0].detach()
    m = torch.eq(y[:, None], y[None]).float()
    me = torch.ones_like(m).scatter_(1, torch.arange(len(y)).view(-1, 1), 0)
    m = m * me
    e = torch.exp(s) * me
    lp = s - torch.log(e.sum(1, keepdim=True))
    return -((m * lp).sum(1) / m.sum(1).clamp(min=1)).mean()


print(f"{supcon(a.detach(), torch.tensor([0, 1, 0, 1])).item():.4f}")


def focal(lg, y, g=2.0, al=0.25):
    ce = F.binary_cross_entropy_with_logits(lg, y, reduction="none")
    pt = torch.exp(-ce)
    return (al * (1 - pt) ** g * ce).mean()


def dice(lg, y, e=1.0):
    p = lg.sigmoid().flatten(1)
    y = y.flatten(1)
    return 1 - ((2 * (p * y).sum(1) + e) / (p.sum(1) + y.sum(1) + e)).mean()


lg = torch.randn(2, 1, 4, 4, requires_grad=True)
y = (torch.rand(2, 1, 4, 4) > 0.5).float()
(focal(lg, y) + dice(lg, y)).backward()
print(f"{focal(lg, y).item():.4f} {dice(lg, y).item():.4f} {lg.grad.abs().sum():.4f}")
lam = torch.distributions.Beta(torch.tensor(1.0), torch.tensor(1.0)).sample()
pm = torch.randperm(4)
x = torch.randn(4, 3)
tg = F.one_hot(torch.tensor([0, 1, 2, 0]), 3).float()
mx, my = (lam * x + (1 - lam) * x[pm], lam * tg + (1 - lam) * tg[pm])
print(
    lam,
    F.cross_entropy(mx, my).item() > 0,
    torch.sum(-my * F.log_softmax(mx, -1), -1).mean().isclose(F.cross_entropy(mx, my)),
)


class VQ(nn.Module):
    def __init__(s):
        super().__init__()
        s.e = nn.Embedding(5, 3)
        s.e.weight.data.uniform_(-1 / 5, 1 / 5)

    def forward(s, z):
        d = z.pow(2).sum(1, keepdim=True) + s.e.weight.pow(2).sum(1) - 2 * z @ s.e.weight.t()
        i = d.argmin(1)
        en = torch.zeros(len(z), 5).scatter_(1, i[:, None], 1)
        q = en @ s.e.weight
        l = F.mse_loss(q, z.detach()) + 0.25 * F.mse_loss(q.detach(), z)
        q = z + (q - z).detach()
        ap = en.mean(0)
        return (l, q, torch.exp(-torch.sum(ap * torch.log(ap + 1e-10))), i)


z = torch.randn(6, 3, requires_grad=True)
l, q, per, i = VQ()(z)
(l + q.sum()).backward()
print(f"{l.item():.4f} {per.item():.4f}", i, f"{z.grad.sum():.4f}")


class GRL(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, a):
        ctx.a = a
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return (g.neg() * ctx.a, None)


class STE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x > 0).float()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return F.hardtanh(g) * (x.abs() <= 1)


v = torch.tensor([-2.0, 0.5, 3.0], requires_grad=True)
(GRL.apply(v, 0.3) * 2).sum().backward()
print(v.grad)
v.grad = None
(STE.apply(v) * 5).sum().backward()
print(v.grad)
o = torch.optim.SGD([v], lr=1.0)
w = torch.optim.lr_scheduler.LambdaLR(
    o, lambda e: min(1.0, (e + 1) / 4) if e < 4 else 0.5 * (1 + math.cos(math.pi * (e - 4) / 4))
)
r = []
for e in range(8):
    r.append(round(o.param_groups[0]["lr"], 4))
    o.step()
    w.step()
print(r)
on = nn.Linear(2, 2)
tn = copy.deepcopy(on)
for p in tn.parameters():
    p.requires_grad = False
for a, b in zip(on.parameters(), tn.parameters()):
    b.data = b.data * 0.99 + a.data * 0.01
print(
    [p.requires_grad for p in tn.parameters()],
    all((torch.allclose(a, b) for a, b in zip(on.parameters(), tn.parameters()))),
)
