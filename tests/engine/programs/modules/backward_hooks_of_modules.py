import warnings

import torch
import torch.nn as nn

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


class Mul(nn.Module):
    def forward(s, a, b):
        return a * b


m = Mul()
m.register_full_backward_hook(lambda m, i, o: print("bw", i, o))
a, b = (torch.tensor([3.0]), torch.tensor([5.0], requires_grad=True))
m(a, b).backward()
print(b.grad)


class P(nn.Module):
    def __init__(s):
        super().__init__()
        s.p = nn.Parameter(torch.ones(()))

    def forward(s, x):
        return s.p * x


m = P()
m.register_full_backward_hook(lambda m, i, o: print("p", i, o, m.p.grad))
print(w(lambda: m(torch.tensor(5.0)).backward()), m.p.grad)
m.p.grad = None
m.forward(torch.tensor(5.0)).backward()
print(m.p.grad)


class Dct(nn.Module):
    def forward(s, x):
        return {"a": x * 2}


m = Dct()
h = m.register_full_backward_hook(lambda m, i, o: print("d", i, o))
x = torch.ones(1, requires_grad=True)
print(w(lambda: m(x)["a"].backward()))
h.remove()
m = Dct()
h = m.register_backward_hook(lambda m, i, o: print("old", i, o))
print(w(lambda: m(x)["a"].backward()))


class Lst(nn.Module):
    def forward(s, x):
        return [x * 2, x * 3]


m = Lst()
m.register_full_backward_hook(lambda m, i, o: print("l", i, o))
print(w(lambda: sum(m(x)).backward()))


class Tp(nn.Module):
    def forward(s, x, k=None):
        return (x * 2, x * 3)


m = Tp()
m.register_full_backward_hook(lambda m, i, o: print("t", i, o))
o = m(x)
print(o[0].grad_fn.name(), o[0].grad_fn.next_functions[0][0].name())
o[0].backward()
(m(x)[1] * 2).backward()
m(x=x)[0].backward()
l = nn.Linear(2, 2)
nn.init.ones_(l.weight)
nn.init.zeros_(l.bias)
l.register_full_backward_hook(lambda m, gi, go: (gi[0] * 10,))
q = torch.ones(1, 2, requires_grad=True)
l(q).sum().backward()
print(q.grad, l.weight.grad)
l2 = nn.Linear(2, 2)
l2.register_full_backward_hook(lambda m, gi, go: (None,))
print(w(lambda: l2(q).sum().backward()))
l3 = nn.Linear(2, 2)
l3.register_full_backward_hook(lambda m, gi, go: (gi[0], gi[0]))
print(w(lambda: l3(q).sum().backward()))
l4 = nn.Linear(2, 2)
l4.register_full_backward_pre_hook(lambda m, go: (go[0] * 0,))
l4(q).sum().backward()
print(l4.weight.grad)
s = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True))
s[1].register_full_backward_hook(lambda *a: None)
print(w(lambda: s(q)))
s2 = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True))
s2[0].register_full_backward_hook(lambda *a: None)
print(w(lambda: s2(q)))
f = nn.Linear(2, 2)
c = []
f.register_forward_hook(lambda m, i, o: c.append("f"))
f.register_forward_pre_hook(lambda m, i: c.append("p"))
f.register_forward_hook(lambda m, i, o: o * 0, prepend=True)
print(f(q), c)
h = f.register_forward_hook(lambda m, a, k, o: c.append(k), with_kwargs=True)
f(input=q)
print(c[-1])
f.register_forward_pre_hook(lambda m, a: a[0] * 2)
f.register_forward_pre_hook(lambda m, a, k: ((a[0],), k), with_kwargs=True)
print(f(q).shape, h.id in f._forward_hooks)
g = nn.Linear(2, 2)
g.register_forward_hook(lambda m, i, o: print("always", o), always_call=True)
print(tried(lambda: g(torch.ones(3))))
from torch.nn.modules.module import register_module_forward_hook, register_module_full_backward_hook

h1 = register_module_forward_hook(lambda m, i, o: print("glob", type(m).__name__))
h2 = register_module_full_backward_hook(lambda m, i, o: print("gb", type(m).__name__))
nn.Sequential(nn.Linear(2, 2), nn.Tanh())(q).sum().backward()
h1.remove()
h2.remove()
n = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
n.eval()
print(any(n.children()))
n.register_full_backward_hook(lambda m, i, o: print("never?", i[0] is None))
with torch.no_grad():
    print(n(q).grad_fn)
n(q.detach()).sum().backward()

# what was registered on the node of the output is done before the module's hooks see gradients
net = nn.Linear(2, 1)
handle = net.register_full_backward_hook(lambda m, gi, go: print(gi, go))
out = net(torch.ones(1, 2))
out.grad_fn.register_prehook(lambda go: (go[0] * 2,))
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    out.sum().backward()
print(net.bias.grad)
