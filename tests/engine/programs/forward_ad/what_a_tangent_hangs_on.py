import torch
import torch.autograd.forward_ad as fw
import torch.nn.functional as F

w = torch.tensor([2.0, 3.0], requires_grad=True)
c = torch.tensor([5.0, 7.0])
t = torch.ones(2)
W, C, T = torch.ones(2, 2, requires_grad=True), torch.full((2, 2), 3.0), torch.ones(2, 2)


def show(name, f, *args):
    tangent = fw.unpack_dual(f(*args)).tangent
    print(name, tangent.tolist(), tangent.requires_grad)


def both(name, f, w, c, t):
    show(f"{name}, first a parameter with a tangent", f, fw.make_dual(w, t), c)
    show(f"{name}, second a parameter with a tangent", f, c, fw.make_dual(w, t))
    show(f"{name}, second a parameter", f, fw.make_dual(c, t), w)
    show(f"{name}, first a parameter", f, w, fw.make_dual(c, t))


with fw.dual_level():
    for name in ("add", "mul", "sub", "maximum", "dot", "outer"):
        both(name, getattr(torch, name), w, c, t)
    both("cat", lambda a, b: torch.cat([a, b]), w, c, t)
    both("mse", F.mse_loss, w, c, t)
    for name in ("mm", "matmul"):
        both(name, getattr(torch, name), W, C, T)
    both("linear", F.linear, W, C, T)
    both("linear with bias", lambda a, b: F.linear(a, b, c), W, C, T)
    both("bmm", lambda a, b: torch.bmm(a[None], b[None]), W, C, T)
    both("conv", lambda a, b: F.conv1d(a[None], b[None]), W, C, T)

layer = torch.nn.Linear(2, 1)
torch.nn.init.ones_(layer.weight)
torch.nn.init.zeros_(layer.bias)
names = dict(layer.named_parameters())
with fw.dual_level():
    duals = {n: fw.make_dual(p, torch.ones_like(p)) for n, p in names.items()}
    result = torch.func.functional_call(layer, duals, C)
    print(fw.unpack_dual(result).tangent)
    fw.unpack_dual(result).tangent.sum().backward()
print([p.grad for p in layer.parameters()])
