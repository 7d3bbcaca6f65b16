import math

import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([0.0, 2.0, 3.0], requires_grad=True)
y = torch.where(x > 2, torch.log2(x), 2 * x)
y.sum().backward()
print(y, x.grad)
a = torch.tensor(100.0, requires_grad=True)
b = torch.where(a <= 0, a.exp(), 1 + a)
b.backward()
print(b, a.grad)
x = torch.tensor([0.0, math.inf], requires_grad=True)
y = torch.where(x < 1, x.cos(), torch.zeros_like(x))
print(torch.autograd.grad(y.sum(), x))
x = torch.ones((), requires_grad=True)
y = 0 * (x / 0)
z = torch.where(x >= 0, x, y)
z.backward()
print(z, x.grad)
x = torch.tensor([16.0, 0.0], requires_grad=True)
w = torch.where(x == 0, x / 2, x.sqrt() + 1)
w.sum().backward()
print(w, x.grad)
x = torch.tensor([-1.0, 4.0], requires_grad=True)
m = x > 0
y = torch.zeros_like(x)
y[m] = x[m].sqrt()
y.sum().backward()
print(y, x.grad)
x = torch.tensor([1.0, -1.0], requires_grad=True)
print(
    torch.where(x > 0, x, 0.0),
    torch.where(x > 0, 1.0, 0.0),
    tried(lambda: torch.where(x > 0, x, torch.zeros(2, dtype=torch.float64)).dtype),
    torch.where(x > 0),
    tried(lambda: torch.where(x, x, x)),
    tried(lambda: torch.where([True], x, x)),
)
