import gc
import weakref

import torch
import torch.nn as nn
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
m = nn.Linear(3, 1)
x, y = (torch.randn(8, 3), torch.randn(8, 1))
F.mse_loss(m(x), y).backward()
full = m.weight.grad.clone()
m.zero_grad()
for i in range(4):
    (F.mse_loss(m(x[2 * i : 2 * i + 2]), y[2 * i : 2 * i + 2]) / 4).backward()
print(torch.allclose(full, m.weight.grad, atol=1e-06))
m.zero_grad()
for i in range(4):
    F.mse_loss(m(x[2 * i : 2 * i + 2]), y[2 * i : 2 * i + 2], reduction="sum").backward()
print(torch.allclose(full * 8, m.weight.grad, atol=1e-05))
n = nn.utils.clip_grad_norm_(m.parameters(), 1.0)
print(
    f"{n:.4f}",
    f"{nn.utils.clip_grad_norm_(m.parameters(), 1.0):.4f}",
    nn.utils.clip_grad_norm_([], 1.0),
    tried(lambda: nn.utils.clip_grad_norm_([nn.Parameter(torch.ones(1))], 1.0)),
    nn.utils.get_total_norm([torch.ones(4)]),
    nn.utils.clip_grad_norm_(m.parameters(), 0.5, norm_type=float("inf")),
    tried(lambda: nn.utils.clip_grad_value_(m.parameters(), 0.1)),
)
m.weight.grad[0, 0] = float("nan")
print(
    nn.utils.clip_grad_norm_(m.parameters(), 1.0),
    tried(lambda: nn.utils.clip_grad_norm_(m.parameters(), 1.0, error_if_nonfinite=True)),
)
sc = torch.amp.GradScaler("cpu", init_scale=4.0, growth_interval=2)
o = torch.optim.SGD(m.parameters(), 0.1)
m.zero_grad()
for k in range(4):
    with torch.autocast("cpu", dtype=torch.float16, enabled=False):
        l = F.mse_loss(m(x), y)
    if k == 2:
        l = l * float("inf")
    sc.scale(l).backward()
    b = m.bias.item()
    sc.step(o)
    sc.update()
    o.zero_grad()
    print(sc.get_scale(), b != m.bias.item())
print(sc.state_dict(), tried(lambda: sc.step(o)), tried(sc.update))
tot = 0
tl = 0.0
for k in range(3):
    l = F.mse_loss(m(x), y)
    tot += l
    tl += l.item()
print(tot.grad_fn.name(), type(tl).__name__)
tot = 0
for k in range(2):
    l = F.mse_loss(m(x), y)
    l.backward()
    tot += l.detach()
print(tot.requires_grad)
r = weakref.ref(l)
del l
gc.collect()
print(r() is None)
h = m(x)
gr = weakref.ref(h)
f = h.grad_fn
del h
print(gr() is None, f.name())
best = float("inf")
pat = 0
state = None
for e in range(6):
    o.zero_grad()
    l = F.mse_loss(m(x), y)
    l.backward()
    o.step()
    v = l.item() + (e > 3)
    if v < best:
        best, pat, state = (v, 0, {k: t.clone() for k, t in m.state_dict().items()})
    else:
        pat += 1
    print(e, f"{v:.4f}", pat)
m.load_state_dict(state)
print(
    f"{F.mse_loss(m(x), y).item():.4f}",
    F.mse_loss(m(x), y.squeeze()).item() != F.mse_loss(m(x), y).item(),
)
p = torch.randn(5, 3, requires_grad=True)
t = torch.tensor([0, 2, 1, 1, 0])
print(
    torch.allclose(F.cross_entropy(p, t), F.nll_loss(F.log_softmax(p, 1), t)),
    torch.allclose(F.cross_entropy(p, t), F.cross_entropy(p, F.one_hot(t, 3).float())),
    F.cross_entropy(p, t, weight=torch.tensor([1.0, 2.0, 3.0]), reduction="none").detach(),
    F.cross_entropy(p, t, label_smoothing=0.1).item() > 0,
    torch.allclose(
        F.binary_cross_entropy_with_logits(p, torch.ones(5, 3)),
        F.binary_cross_entropy(p.sigmoid(), torch.ones(5, 3)),
    ),
    (p.argmax(1) == t).float().mean(),
    torch.topk(p, 2).indices[0],
    p.softmax(-1).sum(-1).allclose(torch.ones(5)),
    F.cross_entropy(p, t, ignore_index=1).item() > 0,
    F.cross_entropy(p.softmax(1), t).item() != F.cross_entropy(p, t).item(),
)
torch.manual_seed(1)
a = torch.rand(2)
s = torch.get_rng_state()
b = torch.rand(2)
torch.set_rng_state(s)
print(b.equal(torch.rand(2)), torch.initial_seed(), torch.random.initial_seed())
with torch.random.fork_rng():
    torch.rand(5)
print(torch.rand(1))
g = torch.Generator()
g.manual_seed(5)
print(
    torch.randn(2, generator=g),
    torch.randperm(4, generator=g),
    torch.randint(0, 9, (3,), generator=g),
    g.initial_seed(),
    torch.bernoulli(torch.full((3,), 0.5), generator=g),
    torch.empty(2).normal_(generator=g),
    torch.multinomial(torch.ones(3), 2, generator=g),
    torch.normal(0.0, 1.0, (2,), generator=g),
    torch.empty(2).exponential_(generator=g),
    torch.empty(2).log_normal_(generator=g),
    torch.empty(2).cauchy_(generator=g),
    torch.empty(2).geometric_(0.5, generator=g),
    torch.empty(2).random_(10, generator=g),
    torch.rand_like(torch.ones(2)),
    torch.randint_like(torch.ones(2), 5),
    torch.rand(2, dtype=torch.double, generator=g),
)
torch.use_deterministic_algorithms(True)
print(torch.are_deterministic_algorithms_enabled())
torch.use_deterministic_algorithms(False)
torch.backends.cudnn.benchmark = False
torch.backends.cudnn.deterministic = True
torch.set_default_dtype(torch.float64)
print(torch.ones(1), nn.Linear(1, 1).weight.dtype, torch.tensor(1.0).dtype)
torch.set_default_dtype(torch.float32)
torch.set_printoptions(precision=2, sci_mode=False)
print(torch.tensor([1.23456, 1e-05, 100000.0]))
torch.set_printoptions(profile="default")
print(torch.tensor([1.23456, 1e-05]), torch.arange(2000.0))
torch.set_num_threads(1)
print(
    torch.get_num_threads(),
    torch.cuda.is_available(),
    torch.cuda.device_count(),
    torch.backends.mps.is_available(),
    torch.device("cuda" if torch.cuda.is_available() else "cpu"),
)
sd = {"model": m.state_dict(), "opt": o.state_dict(), "epoch": 3, "rng": torch.get_rng_state()}
import io

b = io.BytesIO()
torch.save(sd, b)
b.seek(0)
ck = torch.load(b, map_location="cpu", weights_only=True)
print(ck["epoch"], list(ck["model"]), ck["opt"]["param_groups"][0]["lr"], ck["rng"].dtype)
mm = torch.compile(m)
print(tried(lambda: mm(x).shape)) if False else None
