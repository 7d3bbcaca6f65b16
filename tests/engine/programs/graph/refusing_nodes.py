"""Nodes that only raise go before all others, as leaves do."""

import torch
from torch.autograd.function import once_differentiable


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return 2 * ctx.saved_tensors[0] * g


def refused():
    x = torch.tensor(2.0, requires_grad=True)
    return torch.autograd.grad(Square.apply(x) ** 2, x, create_graph=True)[0]


node = refused().grad_fn
print(node.name(), node._sequence_nr(), [n.name() for n, _ in node.next_functions])
for made in (refused, lambda: torch.tensor(7.0, requires_grad=True) // 2):
    w = torch.tensor(1.0, requires_grad=True)
    loss = w * 3 + made()
    try:
        loss.backward()
    except RuntimeError as error:
        print(type(error).__name__, w.grad)
