"""Gradients of what has no influence are zeros that lie in memory as what came in."""

import torch

incoming = (
    torch.ones(3, 2).t(),
    torch.ones(1).expand(2, 3),
    torch.ones(2, 6)[:, ::2],
    torch.ones(2, 1).expand(2, 3),
)
for name in ("floor", "trunc", "round", "sign"):
    for g in incoming:
        for recorded in (False, True):
            c = torch.ones(3, 2, requires_grad=True).t()
            (zeros,) = torch.autograd.grad(getattr(c, name)(), c, g, create_graph=recorded)
            print(name, recorded, zeros.stride(), zeros.tolist())
