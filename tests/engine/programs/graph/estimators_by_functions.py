import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


class STE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return (x > 0).float()

    @staticmethod
    def backward(ctx, g):
        return g.clamp(-1, 1)


x = torch.tensor([-1.0, 0.5, 2.0], requires_grad=True)
y = STE.apply(x)
(y * torch.tensor([1.0, 5.0, -3.0])).sum().backward()
print(y, x.grad)
x.grad = None
q = x.round()
s = x + (q - x).detach()
(s**2).sum().backward()
print(s, x.grad)


class GRL(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, l):
        ctx.l = l
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return (-ctx.l * g, None)


x.grad = None
GRL.apply(x, 0.5).sum().backward()
print(x.grad)
y = GRL.apply(x, 0.5)
print(y.grad_fn.name(), y._is_view(), tried(lambda: y.add_(1)))
