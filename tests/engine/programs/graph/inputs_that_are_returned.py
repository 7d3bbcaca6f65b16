import torch
from torch.utils.checkpoint import checkpoint


class Keep(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        ctx.inputs = x, y
        return x

    @staticmethod
    def backward(ctx, g):
        for saved, given in zip(ctx.saved_tensors, ctx.inputs):
            print(saved is given, saved.requires_grad, saved.grad_fn is None, saved._is_view())
        return g, g * 2


a, b = torch.ones(2), torch.ones(2, requires_grad=True)
c = b * 2
for x, y in ((a, b), (b, a), (c, b), (a, c)):
    out = Keep.apply(x, y)
    print(out.requires_grad, out._is_view(), out is x)
    out.sum().backward(retain_graph=True)
    print(a.grad, b.grad)
out = checkpoint(lambda x, y: x, a, b, use_reentrant=True)
try:
    out.sum().backward()
except RuntimeError as e:
    print(type(e).__name__)
