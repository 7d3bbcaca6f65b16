import torch
import torch.nn as nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)


def case(hook, shape=(3,), leaf=True):
    x = torch.ones(shape, requires_grad=True)
    y = x if leaf else x * 1
    y.register_hook(hook)
    r = tried(lambda: (y * 2).sum().backward())
    print(r, x.grad)


for leaf in (True, False):
    case(lambda g: g[:1], leaf=leaf)
    case(lambda g: g.sum(), leaf=leaf)
    case(lambda g: g.double(), leaf=leaf)
    case(lambda g: 5, leaf=leaf)
    case(lambda g: None, leaf=leaf)
    case(lambda g: g.expand(2, 3), leaf=leaf)
    case(lambda g: g * 0 + float("nan"), leaf=leaf)
    case(lambda g: g.mul_(3), leaf=leaf)
    case(lambda g: (g,), leaf=leaf)
    case(lambda g: g.view(3, 1), leaf=leaf)
    case(lambda g: g.numpy(), leaf=leaf)
    case(lambda g: g.long(), leaf=leaf)

    def err(g):
        raise ValueError("x")

    case(err, leaf=leaf)
x = torch.ones(2)
print(tried(lambda: x.register_hook(lambda g: g)))
x.requires_grad_()
h = x.register_hook(lambda g: g)
h.remove()
h.remove()
print(
    tried(lambda: x.register_post_accumulate_grad_hook(lambda p: None).id >= 0),
    tried(lambda: type((x * 2).register_post_accumulate_grad_hook(lambda p: None)).__name__),
)
y = x * 2
y.register_hook(lambda g: print("h", g))
z = y
y = y + 1
y.sum().backward()
print(x.grad)
x = torch.ones(2, requires_grad=True)
x.register_hook(lambda g: print("once"))
(x * 2 + x * 3).sum().backward()
torch.autograd.grad((x * 2).sum(), x)
y = x * 2
torch.autograd.grad(y.sum(), y)
order = []
x = torch.ones(1, requires_grad=True)
a = x * 2
b = a * 3
a.register_hook(lambda g: order.append("a"))
b.register_hook(lambda g: order.append("b"))
x.register_hook(lambda g: order.append("x"))
a.grad_fn.register_hook(lambda i, o: order.append("an"))
a.grad_fn.register_prehook(lambda o: order.append("ap"))
a.retain_grad()
b.backward()
print(order, a.grad)
x = torch.ones(1, requires_grad=True)
y = x * 2
y.register_hook(lambda g: g * 10)
y.retain_grad()
y.register_hook(lambda g: g * 10)
y.backward()
print(y.grad, x.grad)
x = torch.ones(2, requires_grad=True)
y = x * 2
h = y.register_hook(lambda g: g * 100)
y.mul_(3)
y.sum().backward()
print(x.grad)
x = torch.ones(2, requires_grad=True)
y = x * 2
y.mul_(3)
y.register_hook(lambda g: g * 100)
y.sum().backward()
print(x.grad)
x = torch.ones(2, requires_grad=True)
y = x * 1
v = y[0]
v.register_hook(lambda g: g * 7)
y.sum().backward()
print(x.grad)
v = (x * 1)[0]
v.register_hook(lambda g: g * 7)
x.grad = None
v.backward()
print(x.grad)
p = nn.Parameter(torch.ones(2))
p.register_hook(lambda g: torch.zeros_like(g))
(p**2).sum().backward()
print(p.grad)
m = torch.tensor([1.0, 0.0])
w = nn.Parameter(torch.ones(2))
w.register_hook(lambda g: g * m)
o = torch.optim.Adam([w], lr=0.1, weight_decay=0.1)
(w * 3).sum().backward()
o.step()
print(w)


def nodeh(hook, pre=False):
    x = torch.ones(2, requires_grad=True)
    y = x * 3
    (y.grad_fn.register_prehook if pre else y.grad_fn.register_hook)(hook)
    print(tried(lambda: y.sum().backward()), x.grad)


nodeh(lambda i, o: (i[0] * 2, None))
nodeh(lambda i, o: (i[0],))
nodeh(lambda i, o: i[0])
nodeh(lambda i, o: None)
nodeh(lambda i, o: (None, None))
nodeh(lambda i, o: (i[0][:1], None))
nodeh(lambda o: (o[0] * 2,), True)
nodeh(lambda o: o[0] * 2, True)
nodeh(lambda o: (None,), True)
nodeh(lambda o: (o[0], o[0]), True)
x = torch.ones(2, requires_grad=True)
hs = [x.register_hook(lambda g, i=i: order.append(i)) for i in range(3)]
order.clear()
hs[1].remove()
(x * 1).sum().backward()
print(order)
seen = []
with torch.autograd.graph.saved_tensors_hooks(lambda t: (seen.append(t.shape), t)[1], lambda t: t):
    torch.nn.functional.linear(torch.ones(2, 3), torch.ones(4, 3, requires_grad=True)).relu().sum()
print(seen)
mh = torch.autograd.graph.register_multi_grad_hook
a, b = (torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True))
mh([a, b], lambda gs: print("multi", gs))
(a * 2).backward()
(a * b).backward()
h = mh([a, b], lambda g: print("any", g), mode="any")
(a * b).backward()
h.remove()
