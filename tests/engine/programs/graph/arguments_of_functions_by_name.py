import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


class A(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, k=1):
        print(ctx.needs_input_grad)
        return a * k

    @staticmethod
    def backward(ctx, g):
        return g


a = torch.ones(2, requires_grad=True)
print(tried(lambda: A.apply(a).sum().backward()))
print(tried(lambda: A.apply(a, k=3).sum().backward()))
print(tried(lambda: A.apply(a=a).sum().backward()))
print(tried(lambda: A.apply(a, z=3)))


class B(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, *, k=1):
        return a * k

    @staticmethod
    def backward(ctx, g):
        return g


print(tried(lambda: B.apply(a, k=3)))
print(tried(lambda: B.apply(a)))


class C(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, **k):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g


print(tried(lambda: C.apply(a, k=3)))
print(tried(lambda: C.apply(a)))


class D(torch.autograd.Function):
    @staticmethod
    def forward(a, k=2):
        return a * k

    @staticmethod
    def setup_context(ctx, inputs, output):
        print(inputs)

    @staticmethod
    def backward(ctx, g):
        return (g, None)


print(tried(lambda: D.apply(a)))
print(tried(lambda: D.apply(a, k=5)))
