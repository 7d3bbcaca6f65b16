# topic: saved_tensors cannot be asked for once a pass freed them, even if there are none
import torch
from torch.autograd import Function


class Nothing(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.factor = 3
        return x * 3

    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor


class Asked(Nothing):
    @staticmethod
    def backward(ctx, g):
        return g * (ctx.factor + len(ctx.saved_tensors))


class Empty(Asked):
    @staticmethod
    def forward(ctx, x):
        ctx.factor = 3
        ctx.save_for_backward()
        return x * 3


def tried(f):
    try:
        return f()
    except RuntimeError as e:
        return type(e).__name__


for function in (Nothing, Asked, Empty):
    x = torch.ones(1, requires_grad=True)
    y = function.apply(x)
    print(function.__name__, y.grad_fn.saved_tensors, tried(y.backward), tried(y.backward), x.grad)
    print(tried(lambda: y.grad_fn.saved_tensors))
    y = function.apply(x)
    print(tried(lambda: y.backward(retain_graph=True)), tried(y.backward), x.grad)
