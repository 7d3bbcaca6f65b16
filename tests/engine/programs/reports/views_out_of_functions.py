import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


class Flat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.tensor(x.detach().numpy() * 3).view(-1)

    @staticmethod
    def backward(ctx, g):
        return g.view(2, 2) * 3


x = torch.ones(2, 2, requires_grad=True)
o = Flat.apply(x)
print(o._is_view(), o.grad_fn.name())
with torch.no_grad():
    o.fill_(1)
print(tried(lambda: o.sum().backward()), x.grad)
o = Flat.apply(x)
print(tried(lambda: o.mul_(2).sum().backward()), x.grad)


class Sl(torch.autograd.Function):
    @staticmethod
    def forward(ctx, inp, ip):
        v = inp.clone()[:3]
        if ip:
            v += 2
        return v

    @staticmethod
    def backward(ctx, g):
        return (g, None)


base = torch.rand(10, requires_grad=True)
print(
    Sl.apply(base, False).grad_fn.name(),
    Sl.apply(base, True).grad_fn.name(),
    tried(lambda: Sl.apply(base, True).sum().backward()),
)
