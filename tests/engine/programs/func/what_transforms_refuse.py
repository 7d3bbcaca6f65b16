import torch
import torch.nn as nn
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, vjp


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([1.0, 2.0])
for n, f in dict(
    a=lambda: grad(lambda t: t)(x),
    b=lambda: grad(lambda t: 3.0)(x),
    c=lambda: grad(lambda t: t.sum())(3),
    d=lambda: grad(lambda t: t.sum())(x.long()),
    e=lambda: grad(lambda t, u: (t * u).sum(), argnums=2)(x, x),
    f=lambda: grad(lambda t, u: (t * u).sum(), argnums=(0, 1))(x, x),
    g=lambda: grad(lambda t, u: (t * u).sum(), argnums=-1)(x, x * 2),
    h=lambda: vjp(lambda t: t * 2, x)[1](torch.ones(3)),
    i=lambda: jvp(lambda t: t * 2, x, x),
    j=lambda: jvp(lambda t: t * 2, (x,), (torch.ones(3),)),
    k=lambda: grad(lambda d: d["a"].sum() * 2)({"a": x}),
    l=lambda: grad(lambda t: t.detach().sum())(x),
    m=lambda: grad(lambda t: x.sum())(x),
    n=lambda: grad(lambda t: (t.sum(), 1), has_aux=True)(x),
    o=lambda: jacrev(lambda t: (t, t.sum()))(x),
    p=lambda: hessian(lambda t: t.sum())(x),
    q=lambda: jacfwd(lambda t: t.prod())(x),
    r=lambda: grad(lambda t: t.sum().backward())(x),
    s=lambda: grad(lambda t: torch.autograd.grad((t**3).sum(), t, create_graph=True)[0].sum())(x),
    t=lambda: functional_call(nn.Linear(2, 1), {"foo": x}, (x,)).shape,
    u=lambda: functional_call(nn.Linear(2, 1), {"weight": torch.ones(1, 2)}, (x,)).shape,
    v=lambda: functional_call(
        nn.Linear(2, 1), {"weight": torch.ones(1, 2), "bias": torch.zeros(1)}, x
    ),
    w=lambda: functional_call(nn.Linear(2, 1), {"weight": torch.ones(1, 2)}, (x,), strict=True),
    y=lambda: grad(lambda t: (t + 1j).sum())(x),
    z=lambda: grad(lambda t: t[0])(x),
).items():
    print(n, tried(f))
with torch.no_grad():
    print(grad(lambda t: (t**2).sum())(x))
    print(grad(lambda t: torch.is_grad_enabled() * t.sum())(x))
y = x.clone().requires_grad_()
g = grad(lambda t: (t**3).sum())(y)
print(g.requires_grad, y.grad)
g.sum().backward()
print(y.grad)
