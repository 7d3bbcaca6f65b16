import torch
import torch.autograd.forward_ad as fwd
from torch.autograd import Function


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def function(jvp, forward=lambda x, y: x * y, materialize=True):
    class Mixed(Function):
        @staticmethod
        def forward(ctx, x, y, n):
            ctx.set_materialize_grads(materialize)
            ctx.save_for_backward(x)
            return forward(x, y)

        @staticmethod
        def jvp(ctx, a, b, n):
            print(a, b, n, len(ctx.saved_tensors), fwd._is_fwd_grad_enabled())
            return jvp(a, b)

    return Mixed.apply


class Scale(Function):
    @staticmethod
    def forward(x, factor):
        print("tangent in forward:", fwd.unpack_dual(x).tangent)
        return x * factor

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_forward(inputs[0])
        ctx.factor = inputs[1]

    @staticmethod
    def jvp(ctx, tangent, _):
        print(ctx.saved_tensors, torch.is_grad_enabled())
        return tangent * ctx.factor


class Double(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.mark_dirty(x)
        return x.mul_(y)

    @staticmethod
    def jvp(ctx, a, b):
        return a * 2 + b


class First(Function):
    @staticmethod
    def forward(ctx, x):
        return x[:1]

    @staticmethod
    def jvp(ctx, a):
        return a[:1]


class Plain(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
with fwd.dual_level():
    d = fwd.make_dual(x, torch.tensor([10.0, 20.0]))
    print(function(lambda a, b: a)(d, y, 3))
    print(function(lambda a, b: a, materialize=False)(d, y, 3))
    print(function(lambda a, b: a)(d, torch.tensor([1, 2]), 3))
    print(function(lambda a, b: a)(x, y, 3))
    print(tried(lambda: function(lambda a, b: (a, a))(d, y, 3)))
    print(tried(lambda: function(lambda a, b: a.sum())(d, y, 3)))
    print(tried(lambda: function(lambda a, b: None)(d, y, 3)))
    print(tried(lambda: function(lambda a, b: a, lambda x, y: x.long())(d, y, 3)))
    print(function(lambda a, b: None, lambda x, y: x.long())(d, y, 3))
    print(tried(lambda: Plain.apply(d)), Plain.apply(x))
    print(Scale.apply(d, 5.0))
    first = First.apply(d)
    first.mul_(3)
    print(first, d)
    dual_y = fwd.make_dual(y, torch.ones(2))
    z = x.clone()
    Double.apply(z, dual_y)
    print(z)
    print(tried(lambda: Double.apply(fwd.make_dual(x.clone(), torch.ones(2)), y)))
    weight = y.clone().requires_grad_()
    out = function(lambda a, b: a * weight)(d, weight, 3)
    tangent = fwd.unpack_dual(out).tangent
    print(torch.autograd.grad(tangent.sum(), weight))
