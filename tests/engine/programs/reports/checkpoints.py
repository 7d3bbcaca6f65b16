import warnings

import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


x = torch.ones(2, requires_grad=True)


def inner(t):
    z = t**3
    return torch.autograd.grad(z.sum(), t, create_graph=True)[0]


print(tried(lambda: checkpoint(inner, x, use_reentrant=False)))
y = checkpoint(inner, x, use_reentrant=False)
print(tried(lambda: y.sum().backward()), x.grad)
x.grad = None
print(
    tried(lambda: checkpoint(lambda d: d["a"] * 2, {"a": x}, use_reentrant=False).sum().backward()),
    x.grad,
)
x.grad = None
print(tried(lambda: checkpoint(lambda d: d["a"] * 2, {"a": x}, use_reentrant=True).requires_grad))
w = torch.ones(2, requires_grad=True)
print(warned(lambda: checkpoint(lambda a: a * w, torch.ones(2), use_reentrant=True).requires_grad))
y = checkpoint(lambda a: a * w, torch.ones(2), use_reentrant=False)
y.sum().backward()
print(w.grad)
m = nn.Sequential(nn.InstanceNorm1d(2), nn.ReLU(inplace=True))
x = (
    torch.tensor([[[1.0], [2.0], [3.0]]]).view(1, 3, 1).expand(1, 3, 2).clone().requires_grad_()
    if False
    else torch.tensor([[[1.0, 2.0], [3.0, 5.0]]], requires_grad=True)
)
y = checkpoint(m, x, use_reentrant=True)
print(tried(lambda: y.norm().backward()), x.grad is not None)
n = [0]


def f(a):
    n[0] += 1
    return a.sin().cos()


y = checkpoint(f, x, use_reentrant=False)
y.sum().backward(retain_graph=True)
y.sum().backward()
print(n)
y = checkpoint(f, x, use_reentrant=True)
y.sum().backward(retain_graph=True)
print(tried(lambda: y.sum().backward()), n)


def multi(a, b):
    return (a * b, a + b, None, 3)


x = torch.ones(1, requires_grad=True)
o = checkpoint(multi, x, x, use_reentrant=True)
print(o)
o[0].backward()
print(x.grad)
o = checkpoint(multi, x, x, use_reentrant=False)
print(o[2:])
print(
    tried(
        lambda: checkpoint(
            f,
            x,
            use_reentrant=False,
            context_fn=lambda: (
                __import__("contextlib").nullcontext(),
                __import__("contextlib").nullcontext(),
            ),
        )
    )
)
print(tried(lambda: checkpoint(f, x, use_reentrant=True, context_fn=lambda: 1)))
print(tried(lambda: checkpoint(f, x, use_reentrant=False, determinism_check="none")))
bn = nn.BatchNorm1d(1)
z = torch.randn(4, 1, requires_grad=True)
checkpoint(bn, z, use_reentrant=False).sum().backward()
print(bn.num_batches_tracked)
with torch.no_grad():
    print(checkpoint(f, x, use_reentrant=False).requires_grad)
y = checkpoint(f, x, use_reentrant=True)
print(tried(lambda: y.backward(inputs=[x])))
