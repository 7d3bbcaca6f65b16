import copy
import io
import warnings

import torch
from torch import nn, optim


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
m = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
x = torch.ones(3, 2)
o = optim.SGD(
    [{"params": m[0].parameters()}, {"params": m[2].parameters(), "lr": 0.01, "momentum": 0.5}],
    lr=0.1,
    momentum=0.9,
)
print(o)
print([len(g["params"]) for g in o.param_groups], o.defaults, len(o.state))
loss = m(x).pow(2).mean()
loss.backward()
o.step()
print(list(m.parameters()), len(o.state), type(o.state).__name__)
print([p.grad is None for p in m.parameters()])
o.zero_grad()
print([p.grad is None for p in m.parameters()])
m(x).sum().backward()
o.zero_grad(set_to_none=False)
print(m[0].weight.grad)
o.step()
print(m[0].weight)
o.zero_grad()
before = m[0].weight.clone()
o.step()
print(torch.equal(before, m[0].weight))
sd = o.state_dict()
print(sd["param_groups"], sorted(sd["state"]))
print(sd["state"][0])
o2 = optim.SGD([{"params": m[0].parameters()}, {"params": m[2].parameters()}], lr=1.0)
o2.load_state_dict(sd)
print(o2, o2.state[m[0].weight]["momentum_buffer"])
print(o2.state[m[0].weight]["momentum_buffer"] is o.state[m[0].weight]["momentum_buffer"])
print(
    tried(lambda: optim.SGD(m.parameters(), lr=1.0).load_state_dict(sd)),
    tried(
        lambda: o2.load_state_dict(
            {"state": {}, "param_groups": [{"params": [0]}, {"params": [1]}]}
        )
    ),
)
new = nn.Parameter(torch.ones(2))
o.add_param_group({"params": new, "lr": 5.0})
print(
    o.param_groups[2],
    tried(lambda: o.add_param_group({"params": [new]})),
    tried(lambda: o.add_param_group([new])),
    tried(lambda: o.add_param_group({"params": [new * 2]})),
)
o.param_groups[0]["lr"] = 7.0
print(o.param_groups[0]["lr"], list(o.param_groups[0]))
w = torch.tensor([1.0, 2.0], requires_grad=True)
v0 = w._version
a = optim.Adam([w], lr=0.1)
(w**2).sum().backward()
a.step()
print(w._version - v0, w, w.grad, w.is_leaf)
l = (w**2).sum()
a.step()
print(tried(lambda: l.backward()))
l = (w * 2).sum()
a.step()
print(tried(lambda: l.backward()), w.grad)
print(a.state[w], list(a.state[w]), a.state[w]["step"].dtype, a.state[w]["step"].requires_grad)
pre = a.register_step_pre_hook(
    lambda opt, args, kwargs: print("pre", type(opt).__name__, len(args), kwargs)
)
post = a.register_step_post_hook(lambda opt, args, kwargs: print("post", len(args)))
a.step()
a.step(lambda: torch.tensor(1.0))
a.step(lambda: 3)
pre.remove()
post.remove()
print(a.step(lambda: 5), a.step())
from torch.optim.optimizer import (
    register_optimizer_step_post_hook,
)

h = register_optimizer_step_post_hook(lambda *args: print("everywhere"))
a.step()
h.remove()
a.step()
lr = torch.tensor(0.5)
s = optim.SGD([w], lr=lr)
print(s)
w.grad = torch.ones(2)
s.step()
print(w)
lr.fill_(0.0)
s.step()
print(
    w,
    tried(lambda: optim.SGD([w], lr=torch.ones(2))),
    tried(lambda: optim.Adam([w], lr=torch.tensor(0.1), foreach=True)),
)


class Mine(optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for g in self.param_groups:
            for p in g["params"]:
                if p.grad is not None:
                    st = self.state[p]
                    st["n"] = st.get("n", 0) + 1
                    p.add_(p.grad, alpha=-g["lr"])
        return loss


k = Mine([w])
k.register_step_post_hook(lambda *a: print("mine"))
k.step()
print(k, w, k.state_dict())
sch = optim.lr_scheduler.StepLR(k, 1)
k.step()
sch.step()
print(k.param_groups[0]["lr"])


class NoStep(optim.Optimizer):
    def __init__(self, p):
        super().__init__(p, {})


print(tried(lambda: NoStep([w]).step()))
c = copy.deepcopy(m)
oc = optim.SGD(c.parameters(), lr=0.1)
print(
    tried(lambda: type(copy.deepcopy(oc)).__name__), oc.param_groups[0]["params"][0] is c[0].weight
)
named = optim.SGD(m.named_parameters(), lr=0.1)
print(
    named.param_groups[0]["param_names"],
    named.state_dict()["param_groups"][0]["param_names"],
    tried(lambda: optim.SGD([("a", w), new])),
)
print(
    type(o),
    type(optim.AdamW([w])),
    isinstance(optim.AdamW([w]), optim.Adam),
    optim.Optimizer,
    type(sch),
)
with torch.inference_mode():
    print(tried(lambda: optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)))
p = nn.Parameter(torch.ones(2))
q = optim.SGD([p], lr=0.1)
p.grad = torch.ones(2)
with torch.enable_grad():
    q.step()
print(p, p.requires_grad, p.grad_fn)
z = torch.ones(2, requires_grad=True)
y = z * 1
y.retain_grad()
r = optim.SGD([y], lr=0.1)
y.sum().backward()
print(tried(lambda: r.step()), y)
f = nn.Parameter(torch.ones(2, dtype=torch.float16))
f.grad = torch.full((2,), 0.1, dtype=torch.float16)
optim.SGD([f], lr=0.1).step()
print(f)
t = nn.Parameter(torch.arange(6.0).view(2, 3).t().contiguous().t())
t.grad = torch.ones(2, 3)
optim.Adam([t], lr=1.0).step()
print(t)
with warnings.catch_warnings(record=True) as ws:
    warnings.simplefilter("always")
    optim.SGD([w, w], lr=0.1)
    print([x.category.__name__ for x in ws])
u = nn.Parameter(torch.zeros(()))
u.grad = torch.ones(())
oo = optim.SGD([u], lr=0.1, momentum=0.9)
for _ in range(3):
    oo.step()
    print(u)
st = oo.state_dict()
oo.step()
print(st["state"][0]["momentum_buffer"])
ob = io.BytesIO()
torch.save(oo.state_dict(), ob)
ob.seek(0)
print(torch.load(ob))
g = nn.Parameter(torch.ones(1))
g2 = optim.SGD([g], lr=0.1)
g.grad = torch.tensor([float("nan")])
g2.step()
print(g)
oz = optim.SGD([g], lr=0.1)
oz.zero_grad()
print(g.grad, oz.zero_grad())
