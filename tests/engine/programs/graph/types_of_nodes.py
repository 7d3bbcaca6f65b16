import torch
import torch.nn.functional as F


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


x = torch.ones(2, requires_grad=True)
y = Scale.apply(x)
z = x.clone()
w = z.view(2, 1)
w.mul_(2)
for t in (y, x + 1, x[0], torch.cat([x, x]), z, w, x.max(0)[0], F.celu_(x * 1), F.gelu(x), x.std()):
    node = t.grad_fn
    print(type(node), type(node).__name__, type(node).__module__, repr(node).split(" at ")[0])
print(type(y.grad_fn.next_functions[0][0]), isinstance(y.grad_fn, torch.autograd.graph.Node))
