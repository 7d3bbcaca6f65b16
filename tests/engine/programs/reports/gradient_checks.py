import warnings

import torch
import torch.nn as nn
from torch.autograd import gradcheck, gradgradcheck


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


x = torch.tensor([0.5, 1.5], dtype=torch.float64, requires_grad=True)


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a**2

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]


for n, f in dict(
    ok=lambda: gradcheck(torch.sin, x),
    bad=lambda: gradcheck(Wrong.apply, x),
    badf=lambda: gradcheck(Wrong.apply, x, raise_exception=False),
    f32=lambda: warned(lambda: gradcheck(torch.sin, x.float().detach().requires_grad_())),
    noreq=lambda: gradcheck(torch.sin, x.detach()),
    tup=lambda: gradcheck(lambda a, b: a * b, (x, x.detach())),
    gg=lambda: gradgradcheck(torch.sin, x),
    fast=lambda: gradcheck(torch.sin, x, fast_mode=True),
    kink=lambda: gradcheck(
        torch.relu, torch.tensor([0.0], dtype=torch.float64, requires_grad=True)
    ),
    none=lambda: gradcheck(lambda a: a.detach(), x),
    intout=lambda: gradcheck(lambda a: (a * 2, a.long()), x),
    nondet=lambda: gradcheck(lambda a: a * torch.rand(1, dtype=torch.float64), x),
    mod=lambda: gradcheck(nn.Linear(2, 1).double(), x),
    expand=lambda: gradcheck(
        lambda a: a.sum(), torch.ones(1, dtype=torch.float64, requires_grad=True).expand(3)
    ),
    tol=lambda: gradcheck(torch.exp, x, eps=0.01, atol=0.1),
).items():
    torch.manual_seed(0)
    print(n, tried(f))
