import copy

import torch
from torch import nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.b = nn.Linear(3, 1)
        self.register_buffer("n", torch.zeros(1))
        self.register_buffer("t", torch.ones(2), persistent=False)
        self.act = nn.ReLU()

    def forward(self, x, scale=1.0):
        return self.b(self.act(self.a(x))) * scale


m = Net()
print(m)
log = []
hs = [
    m.register_forward_pre_hook(
        lambda mod, args: log.append(("pre", type(mod).__name__, len(args)))
    ),
    m.register_forward_hook(lambda mod, args, out: log.append(("post", tuple(out.shape)))),
    m.register_forward_pre_hook(
        lambda mod, args, kwargs: log.append(("prekw", sorted(kwargs))),
        with_kwargs=True,
        prepend=True,
    ),
    m.register_forward_hook(
        lambda mod, args, kwargs, out: log.append(("postkw", kwargs)), with_kwargs=True
    ),
    m.register_full_backward_pre_hook(
        lambda mod, go: log.append(("bpre", [g.tolist() for g in go]))
    ),
    m.register_full_backward_hook(
        lambda mod, gi, go: log.append(
            (
                "bw",
                [None if g is None else tuple(g.shape) for g in gi],
                [tuple(g.shape) for g in go],
            )
        )
    ),
]
x = torch.ones(1, 2, requires_grad=True)
m(x, scale=2.0).sum().backward()
print(*log, sep="\n")
log.clear()
m(torch.ones(1, 2)).sum().backward()
print(*log, sep="\n")
log.clear()
for h in hs:
    h.remove()
m(x)
print(log, len(m._forward_hooks))
h = m.a.register_forward_hook(lambda mod, i, o: o * 0)
print(m(x), m.b.bias)
h.remove()
h = m.a.register_forward_pre_hook(lambda mod, i: i[0] * 0)
print(m.a(x), m.a.bias)
h.remove()
h = m.a.register_forward_pre_hook(lambda mod, i: (i[0] * 2,))
print(m.a(x))
h.remove()
with m.a.register_forward_hook(lambda mod, i, o: print("in with")):
    m(x)
m(x)
h = m.a.register_full_backward_hook(lambda mod, gi, go: tuple(g * 10 for g in gi))
x.grad = None
m(x).sum().backward()
print(x.grad)
h.remove()
x.grad = None
m(x).sum().backward()
print(x.grad)
h = m.a.register_full_backward_hook(lambda mod, gi, go: (gi[0], gi[0]))
print(tried(lambda: m(x).sum().backward()))
h.remove()
h = m.a.register_full_backward_pre_hook(lambda mod, go: (go[0] * 3,))
x.grad = None
m(x).sum().backward()
print(x.grad)
h.remove()
h = m.b.register_backward_hook(
    lambda mod, gi, go: print(
        "old", [None if g is None else tuple(g.shape) for g in gi], [tuple(g.shape) for g in go]
    )
)
m(x).sum().backward()
print(tried(lambda: m.b.register_full_backward_hook(lambda *a: None)))
h.remove()


class Bad(nn.Module):
    def forward(self, x):
        raise ValueError("no")


b = Bad()
b.register_forward_hook(lambda mod, i, o: print("always", o), always_call=True)
b.register_forward_hook(lambda mod, i, o: print("never"))
print(tried(lambda: b(1)))


class Tup(nn.Module):
    def forward(self, x):
        return x * 2, x * 3


t = Tup()
t.register_full_backward_hook(
    lambda mod, gi, go: print(
        "tup",
        [None if g is None else g.tolist() for g in gi],
        [None if g is None else g.tolist() for g in go],
    )
)
y, z = t(x)
y.sum().backward()
y, z = t(x)
(y + z).sum().backward()


class Dct(nn.Module):
    def forward(self, x):
        return {"o": x * 2}


t = Dct()
t.register_full_backward_hook(lambda *a: print("dict hook"))
t(x)["o"].sum().backward()


class InPl(nn.Module):
    def forward(self, x):
        return x.relu_()


p = InPl()
p.register_full_backward_hook(lambda *a: print("hooked"))
w = torch.ones(2, requires_grad=True)
print(tried(lambda: p(w * 1).sum().backward()))
o = nn.ReLU(inplace=True)
o.register_full_backward_hook(lambda *a: print("hooked"))
print(tried(lambda: o(w * 1).sum().backward()))


def fp(mod, args, kwargs):
    return args, {"scale": 5.0}


h = m.register_forward_pre_hook(fp, with_kwargs=True)
print(m(x), m.b.bias)
h.remove()
h = m.register_forward_pre_hook(lambda mod, a, k: a, with_kwargs=True)
print(tried(lambda: m(x)))
h.remove()
from torch.nn.modules.module import (
    register_module_forward_hook,
    register_module_full_backward_hook,
)

g = register_module_forward_hook(lambda mod, i, o: print("global", type(mod).__name__))
m(x)
g.remove()
g = register_module_full_backward_hook(lambda mod, i, o: print("globalb", type(mod).__name__))
m(x).sum().backward()
g.remove()
order = []
l = nn.Linear(1, 1)
l.register_forward_hook(lambda *a: order.append(1))
l.register_forward_hook(lambda *a: order.append(2))
l.register_forward_hook(lambda *a: order.append(0), prepend=True)
l(torch.ones(1, 1))
print(order)
c = copy.deepcopy(l)
order.clear()
c(torch.ones(1, 1))
print(order, len(c._forward_hooks))
with torch.no_grad():
    l.register_full_backward_hook(lambda *a: None)
    l(torch.ones(1, 1))
