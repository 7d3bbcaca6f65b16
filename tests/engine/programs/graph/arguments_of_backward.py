import warnings

import torch

torch.manual_seed(0)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.ones(2, requires_grad=True)
y = x * 2
print(
    tried(lambda: y.backward()),
    tried(lambda: y.backward(1.0)),
    tried(lambda: y.backward(torch.ones(3))),
    tried(lambda: y.backward(torch.ones(1, 2))),
    tried(lambda: y.backward(torch.ones(2).long())),
    tried(lambda: y.backward(torch.ones(2).double())),
    x.grad,
)
print(
    tried(lambda: y.backward([1.0, 1.0])),
    tried(lambda: torch.autograd.backward([y, y], [torch.ones(2), torch.ones(2)])),
    x.grad,
)
print(
    tried(lambda: (x * 2).sum().backward(None)),
    tried(lambda: torch.autograd.backward([(x * 2).sum(), (x * 3).sum()])),
    x.grad,
    tried(lambda: torch.autograd.backward([], [])),
    tried(lambda: torch.autograd.backward([(x * 2).sum()], [None, None])),
)
z = torch.ones(2)
print(
    tried(lambda: z.sum().backward()),
    tried(lambda: torch.tensor(1.0).backward()),
    tried(lambda: x.sum().long().backward()),
    tried(lambda: torch.tensor(1.0, requires_grad=True).backward()),
)
print(
    tried(lambda: torch.ones(2, requires_grad=True, dtype=torch.long)),
    tried(lambda: torch.ones(2).long().requires_grad_()),
    tried(lambda: setattr(torch.ones(2).bool(), "requires_grad", True)),
)
print(
    tried(lambda: torch.autograd.grad(y.sum(), z)),
    tried(lambda: torch.autograd.grad(y.sum(), z, allow_unused=True)),
    tried(lambda: torch.autograd.grad((x * 1).sum(), [x, torch.ones(1, requires_grad=True)])),
    tried(
        lambda: torch.autograd.grad(
            (x * 1).sum(), [x, torch.ones(1, requires_grad=True)], allow_unused=True
        )
    ),
    tried(
        lambda: torch.autograd.grad(
            (x * 1).sum(), [x, torch.ones(1, requires_grad=True)], materialize_grads=True
        )
    ),
    tried(
        lambda: torch.autograd.grad((x * 1).sum(), [x], materialize_grads=True, allow_unused=False)
    ),
)
print(
    tried(lambda: torch.autograd.grad(x * 1, x)),
    tried(lambda: torch.autograd.grad(x * 1, x, torch.ones(2))),
    tried(lambda: torch.autograd.grad([x * 1, x * 2], x, [torch.ones(2), None])),
    tried(lambda: torch.autograd.grad([(x * 1).sum(), x * 2], x, [None, torch.ones(2)])),
    tried(lambda: torch.autograd.grad(x.sum(), [])),
    tried(lambda: torch.autograd.grad(x.sum(), "x")),
    tried(lambda: torch.autograd.grad(x, x, torch.ones(2))),
    tried(lambda: torch.autograd.grad((x.sum(),), (x,))),
)
print(
    torch.autograd.grad(x * torch.tensor([1.0, 2.0]), x, torch.eye(2), is_grads_batched=True),
    tried(lambda: torch.autograd.grad(x * 1, x, torch.ones(2), is_grads_batched=True)),
)
l = (x * 1).sum()
l.backward()
print(tried(l.backward))
l = (x * x).sum()
l.backward()
print(tried(l.backward))
l = (x**2).sum()
l.backward(retain_graph=True)
l.backward()
print(tried(l.backward), x.grad)
w = torch.ones(1, requires_grad=True)
h = w * 3
a = h * 2
b = h**2
a.backward()
print(tried(b.backward), w.grad)
h = w.exp()
a = h * 2
b = h**2
a.backward()
print(tried(b.backward), w.grad)
torch.set_warn_always(True)
with warnings.catch_warnings(record=True) as r:
    warnings.simplefilter("always")
    (x**3).sum().backward(create_graph=True)
    print([i.category.__name__ for i in r])
torch.set_warn_always(False)
print(x.grad.requires_grad, x.grad.grad_fn is not None)
x.grad = None
(g,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
print(g)
(g2,) = torch.autograd.grad(g.sum(), x, create_graph=True)
print(g2)
print(
    torch.autograd.grad(g2.sum(), x),
    tried(
        lambda: torch.autograd.grad(
            torch.autograd.grad((x * 2).sum(), x, create_graph=True)[0].sum(), x
        )
    ),
)
y = x * 2
y.backward(torch.ones(2), inputs=[x])
print(x.grad)
x.grad = None
t = x * 2
(t * 3).sum().backward(inputs=[t])
print(x.grad, tried(lambda: t.grad))
print(
    tried(lambda: (x * 2).sum().backward(inputs=[])),
    tried(lambda: (x * 2).sum().backward(inputs=[z])),
    tried(lambda: (x * 2).sum().backward(inputs=x)),
)
x.grad = torch.ones(2)
print(
    tried(lambda: setattr(x, "grad", torch.ones(3))),
    tried(lambda: setattr(x, "grad", torch.ones(2).double())),
    tried(lambda: setattr(x, "grad", 5)),
    tried(lambda: setattr(x, "grad", x)),
    tried(lambda: delattr(x, "grad")),
    x.grad,
)
z.grad = torch.ones(2)
print(z.grad)
z.grad = None
with torch.no_grad():
    q = x * 2
print(q.requires_grad, q.grad_fn, tried(lambda: q.sum().backward()))
with torch.no_grad():
    x.grad = None
    o = (x * 2).sum()
    print(tried(lambda: o.backward()))
k = (x * 2).sum()
with torch.no_grad():
    k.backward()
    print(x.grad)
with torch.inference_mode():
    i = x * 2
    j = torch.ones(2)
    print(tried(lambda: k.backward()))
print(
    i.is_inference(),
    tried(lambda: (i * x).sum().backward()),
    tried(lambda: i.add_(1)),
    tried(lambda: (j + x).requires_grad),
    tried(lambda: j.requires_grad_()),
    (j * 2).is_inference(),
    j.clone().is_inference(),
    tried(lambda: j.clone().requires_grad_().requires_grad),
    tried(lambda: j.view(2).is_inference()),
    tried(lambda: j._version),
    tried(
        lambda: torch.nn.functional.linear(j, torch.ones(2, 2, requires_grad=True)).sum().backward()
    ),
)


@torch.no_grad()
def f():
    return torch.is_grad_enabled()


@torch.inference_mode()
def f2():
    return (torch.is_inference_mode_enabled(), torch.is_grad_enabled())


@torch.set_grad_enabled(False)
def f3():
    return torch.is_grad_enabled()


@torch.no_grad
def f4():
    return torch.is_grad_enabled()


print(f(), f2(), f3(), f4(), torch.is_grad_enabled())
torch.set_grad_enabled(False)
print((x * 2).requires_grad)
torch.set_grad_enabled(True)
s = torch.set_grad_enabled(False)
s.__enter__()
s.__exit__(None, None, None)
print(torch.is_grad_enabled())
with torch.no_grad():
    with torch.enable_grad():
        print((x * 2).requires_grad)
    v = x[0]
    p = torch.nn.Parameter(torch.ones(1))
    n = torch.ones(1, requires_grad=True)
    print(
        v.requires_grad,
        p.requires_grad,
        n.requires_grad,
        torch.ones(1).requires_grad_().requires_grad,
    )


def gen():
    with torch.no_grad():
        yield torch.is_grad_enabled()
        yield torch.is_grad_enabled()


gg = gen()
print(next(gg), torch.is_grad_enabled())
next(gg)
del gg
print(torch.is_grad_enabled())
