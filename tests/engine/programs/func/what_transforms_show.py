# topic: what a function that is transformed sees of the graph, and what no_grad stops there
import torch
from torch.func import grad, jacfwd, jacrev, jvp, vmap

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.tensor([1.0, 2.0])
print(vmap(lambda v: v - 1 if v.requires_grad else v + 1)(x).detach())
print(vmap(lambda v: v * 2 if (v * 2).is_leaf and not (v * 2).requires_grad else v)(x).detach())
print(vmap(lambda v: v * 2 if x.requires_grad else v)(x).detach())
print(grad(lambda v: v.sum() if v.requires_grad else -v.sum())(y))
print(vmap(grad(lambda v: v if v.requires_grad else -v))(y))
print(jvp(lambda v: v if v.requires_grad or not v.is_leaf else -v, (y,), (y,)))

unrecorded = torch.no_grad()(lambda v: v.exp())
print(jvp(unrecorded, (y,), (y,)), jacfwd(unrecorded)(y))
print(vmap(lambda t: jvp(unrecorded, (y,), (t,))[1])(torch.eye(2)))
print(grad(lambda v: unrecorded(v).sum())(y), jacrev(unrecorded)(y), torch.is_grad_enabled())


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x**3

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_forward(*inputs)
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, g):
        return g * 3 * ctx.saved_tensors[0] ** 2

    @staticmethod
    def jvp(ctx, t):
        return t * 3 * ctx.saved_tensors[0] ** 2


print(jacrev(Cube.apply)(y), jvp(Cube.apply, (y,), (y,)))
try:
    print(jacfwd(Cube.apply)(y))
except RuntimeError as e:
    print(type(e).__name__)
Cube.generate_vmap_rule = True
print(jacfwd(Cube.apply)(y))
