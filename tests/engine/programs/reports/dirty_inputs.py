import warnings

import torch


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


class A(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        a[1:2] += b
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        return (g, g[1:2])


a = torch.ones(2, requires_grad=True)
b = torch.ones(1, requires_grad=True)
c = A.apply(a + 1, b)
c.sum().backward()
print(a.grad, b.grad, c)


class B(A):
    @staticmethod
    def forward(ctx, a, b):
        a[1:2] += b
        return a


a.grad = b.grad = None
c = tried(lambda: B.apply(a + 1, b))
print(c)
print(tried(lambda: c.sum().backward()), a.grad, b.grad)


class C(A):
    @staticmethod
    def forward(ctx, a, b):
        a.add_(b)
        ctx.mark_dirty(a)
        return a * 1


print(tried(lambda: C.apply(a + 1, b)))


class D(A):
    @staticmethod
    def forward(ctx, a, b):
        r = a + b
        ctx.mark_dirty(r)
        return r


print(warned(lambda: D.apply(a + 1, b)))


class E(A):
    @staticmethod
    def forward(ctx, a, b):
        a.add_(b)
        ctx.mark_dirty(a)
        return (a, a * 2)

    @staticmethod
    def backward(ctx, g, h):
        return (g, (g + h).sum().view(1))


print(tried(lambda: E.apply(a + 1, b)))
print(tried(lambda: E.apply((a + 1)[:1], b)))
print(tried(lambda: A.apply(a, b)))
