import torch
from torch.func import *


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


m = torch.nn.Linear(2, 1, bias=False)
x = torch.ones(1, 2)
with torch.no_grad():
    m.weight.fill_(1.0)
print(
    tried(lambda: functional_call(m, {"nope": x}, (x,))),
    tried(lambda: functional_call(m, {"a.b": x}, (x,))),
    hasattr(m, "nope"),
)
s = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2))
s[1].weight = s[0].weight
print(
    tried(lambda: functional_call(s, {"0.weight": torch.ones(2, 2)}, (x,), tie_weights=True).shape)
)
print(
    tried(
        lambda: functional_call(
            s, {"0.weight": torch.ones(2, 2), "1.weight": torch.zeros(2, 2)}, (x,)
        )
    )
)
xx = torch.tensor([1.0, 2.0])


def inp(t):
    t.add_(1)
    return (t**2).sum()


print(tried(lambda: grad(inp)(xx)), xx)


def inp2(t):
    u = t.clone()
    u.mul_(2)
    return (u**2).sum()


print(tried(lambda: grad(inp2)(xx)), xx)
print(tried(lambda: vmap(lambda t: t.add_(1))(xx)), xx)
cap = []


def leak(t):
    cap.append(t.requires_grad)
    return t.sum()


grad(leak)(xx)
print(cap)


class Sq(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        return 2 * ctx.saved_tensors[0] * g


print(tried(lambda: grad(lambda t: Sq.apply(t).sum())(xx)))


class Sq2(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x * x

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    @staticmethod
    def backward(ctx, g):
        return 2 * ctx.saved_tensors[0] * g


print(tried(lambda: grad(lambda t: Sq2.apply(t).sum())(xx)))
print(
    tried(lambda: jacfwd(lambda t: Sq2.apply(t))(xx)),
    tried(lambda: jacrev(lambda t: Sq2.apply(t))(xx)),
    tried(lambda: vmap(Sq2.apply)(xx)),
)


def back_inside(t):
    t.sum().backward()
    return t.sum()


print(tried(lambda: grad(back_inside)(xx)))
print(
    grad(lambda t: torch.where(t > 0, t, 0 * t).sum())(xx),
    grad(torch.nn.functional.mse_loss, argnums=0)(xx, xx + 1),
)
l = torch.nn.Linear(2, 1)
print(
    [
        tuple(g.shape)
        for g in grad(lambda p: functional_call(l, p, xx[None]).sum())(
            dict(l.named_parameters())
        ).values()
    ],
    l.weight.grad,
)
print(
    grad(lambda t: t.pow(2))(torch.tensor(3))
    if tried(lambda: grad(lambda t: t.pow(2))(torch.tensor(3))).__class__ is not str
    else tried(lambda: grad(lambda t: t.pow(2))(torch.tensor(3)))
)
o, f = vjp(lambda t: t * 2, xx)
print(type(f(xx)), f(xx)[0].requires_grad, o.requires_grad)
r = xx.clone().requires_grad_()
o, f = vjp(lambda t: t * 2, r)
print(o.requires_grad, f(xx)[0].requires_grad)
print(
    jacrev(lambda t: t**2)(r).requires_grad,
    hessian(lambda t: (t**3).sum())(r).requires_grad,
)
print(vmap(lambda t: t * 2)(r).requires_grad)
