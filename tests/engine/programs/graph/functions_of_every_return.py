import torch
from torch.autograd import Function

torch.manual_seed(0)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


class Raw(Function):
    @staticmethod
    def forward(ctx, x0, w):
        ctx.save_for_backward(w, x0)
        return torch.sum(x0 * w)

    @staticmethod
    def backward(ctx, g):
        w, x0 = ctx.saved_tensors
        o = torch.sum(x0 * w)
        print(o.requires_grad, x0.requires_grad, w.requires_grad, torch.is_grad_enabled())
        print(
            tried(lambda: setattr(o, "requires_grad", True)),
            tried(lambda: torch.autograd.grad(o, x0, g, allow_unused=True)),
        )
        return (g * w, None)


x = torch.ones(2, requires_grad=True)
w = torch.ones(2)
Raw.apply(x, w).backward()
print(x.grad)


class Ret(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        return g * 666


x = torch.ones(1, requires_grad=True)
z = Ret.apply(x)
print(z.grad_fn, z is x, z.is_leaf) if False else print(type(z.grad_fn).__name__, z is x, z.is_leaf)
z.backward()
print(x.grad)
x.grad = None
y = x + 1
z = Ret.apply(y)
z.backward()
print(x.grad, z is y, z._is_view() if hasattr(z, "_is_view") else 0)


class NoneB(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return None


x = torch.ones(1, requires_grad=True)
NoneB.apply(x).backward()
print(x.grad)
y = x * 3
NoneB.apply(y).sum().backward()
print(x.grad)
print(tried(lambda: torch.autograd.grad(NoneB.apply(x * 3), x)))
print(tried(lambda: torch.autograd.grad(NoneB.apply(x * 3), x, allow_unused=True)))


class Tup(Function):
    @staticmethod
    def forward(ctx, x):
        return (x * 2, 5, "a", None)

    @staticmethod
    def backward(ctx, *g):
        print([type(t).__name__ for t in g])
        return g[0]


o = Tup.apply(x)
print(len(o), o[1:], o[0].requires_grad)
o[0].backward()
print(x.grad)


class Lst(Function):
    @staticmethod
    def forward(ctx, x):
        return [x * 2, x * 3]

    @staticmethod
    def backward(ctx, *g):
        return g[0]


print(tried(lambda: Lst.apply(x)))


class D(Function):
    @staticmethod
    def forward(ctx, x):
        return {"a": x * 2}

    @staticmethod
    def backward(ctx, g):
        return g


print(tried(lambda: type(D.apply(x)).__name__))


class Dict(Function):
    @staticmethod
    def forward(ctx, d):
        print(d["x"].requires_grad)
        return d["x"] * 2

    @staticmethod
    def backward(ctx, g):
        return None


o = Dict.apply({"x": x})
print(o.requires_grad, o.grad_fn)


class L2(Function):
    @staticmethod
    def forward(ctx, xs):
        return xs[0] * 2

    @staticmethod
    def backward(ctx, g):
        return g


print(L2.apply([x]).requires_grad)


class Shape(Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum()

    @staticmethod
    def backward(ctx, g):
        return g


x = torch.ones(3, requires_grad=True)
print(tried(lambda: Shape.apply(x).backward()), x.grad)


class Shape2(Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum()

    @staticmethod
    def backward(ctx, g):
        return torch.ones(1, 3)


print(tried(lambda: Shape2.apply(x).backward()), x.grad)


class Shape3(Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum()

    @staticmethod
    def backward(ctx, g):
        return torch.ones(2, 3)


x.grad = None
print(tried(lambda: Shape3.apply(x).backward()), x.grad)


class DT(Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum()

    @staticmethod
    def backward(ctx, g):
        return torch.ones(3, dtype=torch.float64)


x.grad = None
print(tried(lambda: DT.apply(x).backward()), x.grad)


class NoStatic(Function):
    def forward(self, x):
        return x

    def backward(self, g):
        return g


print(tried(lambda: NoStatic.apply(x)))
print(tried(lambda: NoStatic()(x)))


class Save(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        ctx.y = x * 2
        ctx.save_for_backward(x)
        ctx.save_for_backward(x, ctx.y)
        return ctx.y

    @staticmethod
    def backward(ctx, g):
        print(
            len(ctx.saved_tensors), ctx.x.requires_grad, ctx.y.requires_grad, ctx.needs_input_grad
        )
        return g


Save.apply(x).sum().backward()
print(tried(lambda: Function.apply(x)))


class NB(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


o = NB.apply(x)
print(o.requires_grad)
print(tried(lambda: o.sum().backward()))


class SN(Function):
    @staticmethod
    def forward(ctx, x):
        return tried(lambda: ctx.save_for_backward(5)) or x * 2

    @staticmethod
    def backward(ctx, g):
        return g


print(tried(lambda: SN.apply(x)))


class SL(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x, None)
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        print(ctx.saved_tensors[1])
        return g


SL.apply(x).sum().backward()
