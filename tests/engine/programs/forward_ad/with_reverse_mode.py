import torch
import torch.autograd.forward_ad as fwd


def f(x):
    y = x.exp()
    z = (y * x).clone()
    z.sigmoid_()
    return (z * y).sum() + torch.softmax(x, 0)[0]


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        square = x * x
        ctx.save_for_backward(x, square)
        return square * x

    @staticmethod
    def backward(ctx, g):
        _, square = ctx.saved_tensors
        return g * 3 * square

    @staticmethod
    def jvp(ctx, t):
        return t


x = torch.tensor([1.0, 2.0], requires_grad=True)
v = torch.tensor([1.0, 10.0], requires_grad=True)

with fwd.dual_level():  # forward over reverse: a product with the Hessian
    d = fwd.make_dual(x, v.detach())
    y = f(d)
    print(y.view(1))
    print(torch.autograd.grad(y, d, retain_graph=True))
    print(torch.autograd.grad(y, x, retain_graph=True))
    print(torch.autograd.grad(y, x, create_graph=True))
    weight = fwd.make_dual(torch.tensor(2.0), torch.tensor(3.0))
    print(torch.autograd.grad(f(d), x, weight))
    f(d).backward()
    print(x.grad)
    leaf = fwd.make_dual(x.detach(), v.detach()).clone().requires_grad_()
    seen, cube = [], leaf**3
    cube.register_hook(seen.append)
    cube.retain_grad()
    cube.sum().backward()
    print(seen, cube.grad, leaf.grad)
    out = Cube.apply(d)
    print(out, torch.autograd.grad(out.sum(), x))
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
        out = d.exp() * d
    print(torch.autograd.grad(out.sum() / 10, x))
print(torch.autograd.functional.hvp(f, x.detach(), v.detach()))

with fwd.dual_level():  # reverse over forward
    tangent = fwd.unpack_dual(fwd.make_dual(x, v).exp() * x).tangent
    print(tangent.detach())
print(torch.autograd.grad(tangent.sum(), (x, v)))

with fwd.dual_level():
    base = torch.zeros(3)
    part = base[1:]
    part.add_(fwd.make_dual(x, v))
    part.mul_(2.0)
    print(base)
    print(torch.autograd.grad(fwd.unpack_dual(base).tangent.sum(), v))
