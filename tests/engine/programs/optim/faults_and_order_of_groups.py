import copy
import warnings

import torch
import torch.nn as nn
import torch.optim as optim

torch.manual_seed(0)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def w(f):
    with warnings.catch_warnings(record=True) as r:
        warnings.simplefilter("always")
        o = tried(f)
    return (o, [x.category.__name__ for x in r])


p = nn.Parameter(torch.ones(2))
q = nn.Parameter(torch.ones(3))
print(tried(lambda: optim.SGD(p, lr=1)))
print(tried(lambda: optim.SGD([], lr=1)))
print(tried(lambda: optim.SGD({p}, lr=1)))
print(tried(lambda: optim.SGD([p * 2], lr=1)))
print(tried(lambda: optim.SGD([p, 3], lr=1)))
print(w(lambda: optim.SGD([p, p], lr=1) and 1))
print(tried(lambda: optim.SGD([{"params": p}, {"params": [p]}], lr=1)))
print(tried(lambda: optim.SGD([{"params": {p}}], lr=1)))
print(tried(lambda: optim.SGD([p], lr=-1)))
print(tried(lambda: optim.SGD([p], lr=0.1, nesterov=True)))
print(tried(lambda: optim.Adam([p], betas=(1.0, 0.9))))
print(tried(lambda: optim.Adam([p], lr=torch.tensor(0.1)).param_groups[0]["lr"]))
print(tried(lambda: optim.SGD([{"params": [p], "lr": 0.1}, {"params": [q]}]).param_groups[1]["lr"]))
o = optim.SGD([{"params": [p], "lr": 0.5}, {"params": [q]}], lr=0.1, momentum=0.9)
print(o)
print(tried(lambda: o.add_param_group({"params": [p]})))
print(tried(lambda: o.add_param_group([p])))
r = nn.Parameter(torch.ones(1))
o.add_param_group({"params": r, "lr": 3})
print(len(o.param_groups), o.param_groups[2]["momentum"])
o.step()
print(p.data, len(o.state))
p.grad = torch.ones(2)
o.step()
print(p.data, len(o.state), o.state[p])
o.zero_grad()
print(p.grad)
p.grad = torch.ones(2)
o.zero_grad(set_to_none=False)
print(p.grad)
o.step()
print(p.data)
sd = o.state_dict()
print(sd)
o2 = optim.SGD([{"params": [p]}, {"params": [q]}], lr=9)
print(tried(lambda: o2.load_state_dict(sd)))
o3 = optim.SGD(
    [{"params": [p]}, {"params": [q, r]}, {"params": [nn.Parameter(torch.ones(1))]}], lr=9
)
print(tried(lambda: o3.load_state_dict(sd)))
o4 = optim.SGD([{"params": [q]}, {"params": [p]}, {"params": [r]}], lr=9)
o4.load_state_dict(sd)
print(o4.param_groups[0]["lr"], o4.state[q])
q.grad = torch.ones(3)
print(tried(o4.step))
sd2 = copy.deepcopy(sd)
o.param_groups[0]["lr"] = 100
print(sd["param_groups"][0]["lr"], sd2["param_groups"][0]["lr"])
print(sd["state"][0]["momentum_buffer"] is o.state[p]["momentum_buffer"])
a = optim.Adam([p], lr=0.1)
sch = optim.lr_scheduler.StepLR(a, 1)
print(w(sch.step))
print(a.param_groups[0]["lr"], sch.get_last_lr(), sch.last_epoch)
print(
    tried(
        lambda: optim.lr_scheduler.StepLR(
            optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1), 1, last_epoch=3
        )
    )
)
a.param_groups[0]["lr"] = 0.7
sch.step()
print(a.param_groups[0]["lr"])
print(w(lambda: sch.step(5)), sch.get_last_lr())
print(w(lambda: sch.get_lr()))
print({k: v for k, v in sch.state_dict().items() if not k.startswith("_")})
pl = optim.lr_scheduler.ReduceLROnPlateau(a, patience=0)
print(tried(lambda: pl.step()))
[pl.step(v) for v in (1.0, 2.0, 3.0)]
print(a.param_groups[0]["lr"], pl.num_bad_epochs, tried(lambda: pl.get_last_lr()))
x = nn.Parameter(torch.tensor([1.0]))
sg = optim.SGD([x], lr=0.1, weight_decay=0.5)
x.grad = torch.zeros(1)
sg.step()
print(x)
x.grad = None
sg.step()
print(x)
sg.param_groups[0]["params"].append(torch.ones(1))
print(tried(sg.step))
print(tried(sg.zero_grad))
m = nn.Linear(1, 1)
om = optim.SGD(m.parameters(), lr=1.0)
m.weight = nn.Parameter(torch.zeros(1, 1))
m(torch.ones(1, 1)).sum().backward()
om.step()
print(m.weight)
m.weight.data = torch.ones(1, 1)
m.weight.grad = None
g = m.parameters()
og = optim.SGD(g, lr=1.0)
print(list(g), tried(lambda: optim.SGD(g, lr=1)))


def cl():
    return None


print(optim.SGD([p], lr=0.1).step(cl))
print(tried(lambda: optim.LBFGS([p]).step()))
print(tried(lambda: optim.LBFGS([{"params": [p]}, {"params": [q]}])))
h = []
ad = optim.AdamW([p])
ad.register_step_pre_hook(lambda o, a, k: h.append("pre"))
ad.register_step_post_hook(lambda o, a, k: h.append("post"))
ad.step()
print(h, ad.defaults)
print(optim.Adam([p], maximize=True, amsgrad=True))
print(tried(lambda: optim.Adam([p], foreach=True, fused=True)))
print(tried(lambda: optim.Adam(iter([]))))


class My(optim.Optimizer):
    def __init__(s, ps, lr):
        super().__init__(ps, {"lr": lr})

    @torch.no_grad()
    def step(s, closure=None):
        for g in s.param_groups:
            for p in g["params"]:
                if p.grad is not None:
                    st = s.state[p]
                    st.setdefault("n", 0)
                    st["n"] += 1
                    p.add_(p.grad, alpha=-g["lr"])


my = My([p], 0.1)
p.grad = torch.ones(2)
my.step()
my.step()
print(my, my.state_dict(), p.data)
optim.lr_scheduler.ExponentialLR(my, 0.5)
print(my.param_groups[0]["initial_lr"])
pn = optim.SGD(m.named_parameters(), lr=1.0)
print(pn.param_groups[0]["param_names"])
c = optim.lr_scheduler.SequentialLR(
    my,
    [
        optim.lr_scheduler.LinearLR(my, 0.1, total_iters=2),
        optim.lr_scheduler.CosineAnnealingLR(my, 4),
    ],
    [2],
)
out = []
for i in range(6):
    out.append(round(my.param_groups[0]["lr"], 5))
    my.step()
    c.step()
print(out)
