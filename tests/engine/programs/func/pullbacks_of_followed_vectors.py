import torch
from torch.func import grad, jacfwd, jacrev, jvp, linearize, stack_module_state, vjp, vmap


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor(0.5)
value, pull = vjp(torch.sin, x)
print(grad(lambda v: pull(v)[0])(torch.tensor(2.0)))
print(grad(lambda v: pull(v * v)[0])(torch.tensor(3.0)))
print(vmap(lambda v: pull(v)[0])(torch.arange(3.0)))
value, push = linearize(torch.sin, x)
print(grad(lambda v: push(v * v))(torch.tensor(3.0)))

x = torch.tensor(3.0, requires_grad=True)
value, pull = vjp(lambda x: x**2, x)
with torch.no_grad():
    (g,) = pull(torch.tensor(1.0))
print(g, g.requires_grad, value.requires_grad)
(g,) = pull(torch.tensor(1.0))
print(g.requires_grad, torch.autograd.grad(g, x))

x = torch.ones(2)
for jacobian in (jacrev, jacfwd):
    print(tried(lambda: jacobian(lambda x: ())(x)))
    print(tried(lambda: jacobian(lambda x: x * 1j)(x)))
    print(tried(lambda: jacobian(lambda x: x.real)(x + 0j)))
print(tried(lambda: jacrev(torch.sin, chunk_size=0)(x)))
print(jacrev(torch.sin, chunk_size=1)(x))
print(tried(lambda: jvp(lambda a: (a, x), (x,), (x,), strict=True)))
print(tried(lambda: jvp(torch.sin, (1.0,), (x,))))
print(tried(lambda: jvp(torch.sin, (x,), (1.0,))))
print(tried(lambda: vjp(lambda x: (), x)))
models = [torch.nn.Linear(2, 2) for _ in range(2)]
models[0].weight.requires_grad_(False)
print(tried(lambda: stack_module_state(models)))
