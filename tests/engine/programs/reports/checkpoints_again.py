import warnings

import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


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


torch.manual_seed(0)
l = nn.Sequential(nn.Linear(3, 3), nn.Dropout(0.5), nn.Linear(3, 3))
x = torch.ones(2, 3, requires_grad=True)
for re in (True, False):
    for pr in (True, False):
        torch.manual_seed(1)
        o = checkpoint(l, x, use_reentrant=re, preserve_rng_state=pr)
        o.sum().backward()
        print(
            re,
            pr,
            f"{x.grad.sum().item():.4f}",
            f"{l[0].weight.grad.sum().item():.4f}",
            torch.rand(1),
        )
        l.zero_grad()
        x.grad = None
print(w(lambda: checkpoint(l, x).shape))
print(w(lambda: checkpoint(l, x.detach(), use_reentrant=True).requires_grad))
print(w(lambda: checkpoint(l, x.detach(), use_reentrant=False).requires_grad))
o = checkpoint(l, x, use_reentrant=True)
print(o.grad_fn.name(), tried(lambda: torch.autograd.grad(o.sum(), x)))
o = checkpoint(l, x, use_reentrant=True)
print(tried(lambda: o.sum().backward(inputs=[x])))
o = checkpoint(l, x, use_reentrant=False)
print(o.grad_fn.name(), torch.autograd.grad(o.sum(), x)[0].shape)
print(tried(lambda: checkpoint(lambda x, k: x * k, x, k=2, use_reentrant=True)))
print(checkpoint(lambda x, k: x * k, x, k=2, use_reentrant=False).sum())
n = [0]


def count(x):
    n[0] += 1
    return (x * 2).sin()


o = checkpoint(count, x, use_reentrant=False)
print(n)
o.sum().backward(retain_graph=True)
print(n)
o.sum().backward()
print(n)
print(tried(lambda: o.sum().backward()), n)
o = checkpoint(count, x, use_reentrant=True)
o.sum().backward(retain_graph=True)
print(n, tried(lambda: o.sum().backward()), n)
n[0] = 0
o = checkpoint(count, x, use_reentrant=False)
(g,) = torch.autograd.grad(o.sum(), x, create_graph=True)
g.sum().backward()
print(n)
flip = [0]


def change(x):
    flip[0] += 1
    return x.sin() if flip[0] == 1 else x.sin().cos().exp()


print(tried(lambda: checkpoint(change, x, use_reentrant=False).sum().backward()))
flip[0] = 0


def shrink(x):
    flip[0] += 1
    y = x.sin()
    return y if flip[0] == 1 else y[:1].cos()


print(tried(lambda: checkpoint(shrink, x, use_reentrant=False).sum().backward()))
flip[0] = 0
print(
    tried(
        lambda: (
            checkpoint(shrink, x, use_reentrant=False, determinism_check="none").sum().backward()
        )
    )
)
s = nn.Sequential(*[nn.Linear(3, 3) for _ in range(4)])
print(
    checkpoint_sequential(s, 2, x, use_reentrant=False).shape,
    w(lambda: checkpoint_sequential(s, 2, x).shape),
)
b = nn.BatchNorm1d(3)
checkpoint(b, x, use_reentrant=False).sum().backward()
print(b.num_batches_tracked, b.running_mean)
b2 = nn.BatchNorm1d(3)
checkpoint(b2, x, use_reentrant=True).sum().backward()
print(b2.num_batches_tracked, b2.running_mean)


def nograd(x):
    with torch.no_grad():
        return x * 2


print(tried(lambda: checkpoint(nograd, x, use_reentrant=True).sum().backward()))
print(checkpoint(nograd, x, use_reentrant=False).requires_grad)


def early(x):
    print("start")
    y = x.sin()
    z = y.cos()
    print("end")
    return z


checkpoint(early, x, use_reentrant=False).sum().backward()
from torch.utils.checkpoint import set_checkpoint_early_stop

with set_checkpoint_early_stop(False):
    checkpoint(early, x, use_reentrant=False).sum().backward()


class C:
    def __init__(s, n):
        s.n = n

    def __enter__(s):
        print("in", s.n)

    def __exit__(s, *a):
        print("out", s.n)


checkpoint(
    lambda x: x.sin(), x, use_reentrant=False, context_fn=lambda: (C("f"), C("r"))
).sum().backward()
print(
    tried(
        lambda: checkpoint(
            lambda x: x.sin(), x, use_reentrant=True, context_fn=lambda: (C("f"), C("r"))
        )
    )
)
print(tried(lambda: checkpoint(lambda x: x, x, use_reentrant=False, foo=1)))
y = x.detach().clone().requires_grad_()
o = checkpoint(lambda a: a * a, y, use_reentrant=False)
with torch.no_grad():
    y.add_(1)
print(tried(lambda: o.sum().backward()), y.grad)
o = checkpoint(lambda a: (a, [a * 2], 5), y, use_reentrant=False)
print(type(o), o[2])
