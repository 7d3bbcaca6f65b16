"""What forward transforms compute under no_grad is of no graph of what their functions captured."""

import torch

w, x = torch.tensor([3.0], requires_grad=True), torch.ones(1)
captured = w * 2


def linear(x):
    return torch.nn.functional.linear(x, w[None], w)


def written(x):
    return torch.zeros(1).add_(w).mul_(x).mul_(captured)


for function in (
    lambda x: x * w,
    lambda x: (x * captured).exp(),
    lambda x: torch.cat([x**w, w, captured[:1] * x]),
    linear,
    written,
):
    function = torch.no_grad()(function)
    print(torch.func.jvp(function, (x,), (x,)))
    print(torch.func.jacfwd(function)(x))
    print(torch.func.hessian(lambda x: function(x).sum())(x))
    print(torch.func.linearize(function, x)[0])
