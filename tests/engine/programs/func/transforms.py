import torch
from torch.func import *


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([1.0, 2.0, 3.0])
f = lambda t: (t**3).sum()
print(
    grad(f)(x),
    grad(grad(lambda t: t**4))(torch.tensor(2.0)),
    grad(grad(grad(lambda t: t**4)))(torch.tensor(2.0)),
)
print(grad_and_value(f)(x), x.grad, x.requires_grad)
print(
    tried(lambda: grad(lambda t: t * 2)(x)),
    tried(lambda: grad(lambda t: 3.0)(x)),
    tried(lambda: grad(f)(3.0)),
    tried(lambda: grad(f, argnums=1)(x)),
    tried(lambda: grad(f, argnums=(0, 0))(x)),
)
print(
    grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, x + 1),
    grad(lambda a, b: (a * b).sum(), argnums=1)(x, x + 1),
    grad(lambda a, b: (a * b).sum(), argnums=-1)(x, x + 1),
)
print(grad(lambda d: (d["a"] * d["b"][0]).sum())({"a": x, "b": (x * 2,)}))
print(
    grad(lambda t: ((t**2).sum(), t * 2), has_aux=True)(x),
    tried(lambda: grad(lambda t: (t**2).sum(), has_aux=True)(x)),
)
w = torch.tensor(2.0, requires_grad=True)
g = grad(lambda t: (w * t**2).sum())(x)
print(g.requires_grad, g.detach())
g.sum().backward()
print(w.grad)
y = x.clone().requires_grad_()
h = grad(f)(y)
print(h.requires_grad)
h.sum().backward()
print(y.grad)
with torch.no_grad():
    print(grad(f)(y))


def inner_no_grad(t):
    with torch.no_grad():
        c = t**2
    return (t * c).sum()


print(
    grad(inner_no_grad)(x),
    grad(lambda t: torch.tensor(1.0))(x),
    grad(lambda a, b: (a**2).sum(), (0, 1))(x, x),
)
o, back = vjp(lambda t: t.sin(), x)
print(o, back(torch.ones(3)), back(x))
o, back = vjp(lambda a, b: (a * b, a.sum()), x, x + 1)
print(o, back((torch.ones(3), torch.tensor(2.0))))
print(tried(lambda: back(torch.ones(3))), vjp(lambda t: (t**2, t + 1), x, has_aux=True)[2])
print(
    jvp(torch.sin, (x,), (torch.ones(3),)),
    jvp(lambda a, b: a * b, (x, x + 1), (x, x)),
    tried(lambda: jvp(torch.sin, x, x)),
    tried(lambda: jvp(torch.sin, (x,), (torch.ones(2),))),
)
print(jvp(lambda t: (t**2, {"k": t.sum()}), (x,), (x,)))
print(jvp(lambda t: (t**2, t), (x,), (x,), has_aux=True))
print(
    jvp(grad(f), (x,), (torch.ones(3),)),
    grad(lambda t: jvp(lambda s: s**3, (t,), (torch.tensor(1.0),))[1])(torch.tensor(2.0)),
)
print(jacrev(lambda t: t**2)(x), jacfwd(lambda t: t**2)(x))
print(
    jacrev(lambda a, b: a * b.sum(), argnums=(0, 1))(x, x),
    jacfwd(lambda a, b: (a * b, a.sum()), argnums=(0, 1))(x, x),
)
print(jacrev(lambda t: {"s": t.sum(), "p": t * 2})(x), jacrev(lambda t: (t**2, t), has_aux=True)(x))
print(hessian(f)(x), hessian(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, x))
print(jacrev(lambda m: m @ m)(torch.eye(2)).shape, jacrev(jacrev(f))(x), jacrev(grad(f))(x))
print(
    vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3)),
    vmap(lambda a: a.sum())(torch.arange(6.0).view(2, 3)),
    vmap(lambda a: a * 2, in_dims=1, out_dims=1)(torch.arange(6.0).view(2, 3)),
)
print(
    vmap(lambda a, b: a + b, in_dims=(0, None))(x, torch.tensor(1.0)),
    vmap(lambda a: (a, a * 2), out_dims=(0, 0))(x),
    vmap(lambda d: d["a"] * 2)({"a": x}),
    vmap(vmap(torch.mul))(torch.ones(2, 2), torch.ones(2, 2)),
)
print(
    vmap(grad(lambda w, x: (w * x).sum()), in_dims=(None, 0))(
        torch.ones(2), torch.arange(6.0).view(3, 2)
    )
)
for bad in (
    lambda: vmap(torch.sin)(3.0),
    lambda: vmap(torch.add)(x, torch.ones(2)),
    lambda: vmap(torch.sin, in_dims=None)(x),
    lambda: vmap(lambda a: 3)(x),
    lambda: vmap(lambda a: a + torch.randn(()))(x),
    lambda: vmap(torch.sin, in_dims=3)(x),
    lambda: vmap(torch.add, in_dims=(0,))(x, x),
    lambda: vmap(torch.sin, in_dims=(None,))(x),
    lambda: vmap(torch.sin)(torch.tensor(1.0)),
):
    print(tried(bad))
torch.manual_seed(0)
print(vmap(lambda a: a + torch.randn(()), randomness="same")(x))
print(torch.rand(1))
m = torch.nn.Linear(2, 1, bias=False)
p = {k: torch.ones_like(v) for k, v in m.named_parameters()}
print(
    functional_call(m, p, torch.tensor([[1.0, 2.0]])),
    functional_call(m, p, (torch.tensor([[1.0, 2.0]]),)),
)
loss = lambda p, x, y: ((functional_call(m, p, (x,)) - y) ** 2).mean()
print(grad(loss)(p, torch.ones(1, 2), torch.zeros(1, 1)), m.weight.grad)
print(
    vmap(grad(loss), in_dims=(None, 0, 0))(p, torch.ones(3, 1, 2), torch.zeros(3, 1, 1))[
        "weight"
    ].shape
)
print(
    tried(lambda: functional_call(m, {"nope": x}, (x,))),
    tried(lambda: functional_call(m, {}, torch.ones(1, 2), strict=True)),
    tried(lambda: functional_call(m, (p, p), torch.ones(1, 2))),
)
ms = [torch.nn.Linear(1, 1) for _ in range(3)]
ps, bs = stack_module_state(ms)
print({k: (v.shape, v.requires_grad, v.is_leaf) for k, v in ps.items()}, bs)
b = torch.nn.BatchNorm1d(1)
st = {**dict(b.named_parameters()), **{k: v.clone() for k, v in b.named_buffers()}}
functional_call(b, st, torch.tensor([[1.0], [3.0]]))
print(st["running_mean"], b.running_mean)
out, push = linearize(torch.sin, x)
print(out, push(torch.ones(3)))
